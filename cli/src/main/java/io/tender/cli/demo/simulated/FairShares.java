package io.tender.cli.demo.simulated;

/** Who is entitled to how much: shares by weight, where what one does not want goes to the others. */
final class FairShares {

    private FairShares() {}

    /**
     * Gives to each in proportion to its weight, but to nobody more than it wants.
     *
     * @param wanted what part of the cluster each would use if it were alone
     * @param weights how much each counts
     * @return for each, at most what it wants; together at most everything
     */
    static double[] entitled(double[] wanted, double[] weights) {
        double[] shares = new double[wanted.length];
        boolean[] content = new boolean[wanted.length];
        double left = 1;
        while (true) {
            double open = 0;
            for (int i = 0; i < wanted.length; i++) {
                open += content[i] ? 0 : weights[i];
            }
            boolean changed = false;
            double given = 0;
            for (int i = 0; i < wanted.length; i++) {
                if (!content[i] && wanted[i] <= left * weights[i] / open) {
                    shares[i] = wanted[i];
                    content[i] = true;
                    changed = true;
                    given += wanted[i];
                }
            }
            if (!changed) {
                for (int i = 0; i < wanted.length; i++) {
                    shares[i] = content[i] ? shares[i] : left * weights[i] / open;
                }
                return shares;
            }
            left -= given;
        }
    }
}
