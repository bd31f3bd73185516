package io.tender.benchmarks.placement;

/** A kind of scheduler, in one setting. */
interface Contestant {

    String name();

    PlacementResult.Kind kind();

    /** A new scheduler that holds an offer of everything on every agent of the ledger. */
    Run begin(Ledger ledger);

    /** A scheduler at work on a cluster of its own. */
    interface Run extends AutoCloseable {

        /**
         * Hands over so many new tasks and lets them be placed; each is entered into the ledger.
         *
         * @return the nanoseconds that the scheduler took, without what the measuring itself cost
         */
        long place(int tasks);

        @Override
        void close();
    }
}
