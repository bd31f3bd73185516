package io.tender.spi.batch;

/** For, against or neither; against has a reason. */
public record Vote(Kind kind, String reason) {
    private static final Vote PERMIT = new Vote(Kind.PERMIT, "");
    private static final Vote ABSTAIN = new Vote(Kind.ABSTAIN, "");

    /** What is voted. */
    public enum Kind {
        PERMIT,
        ABSTAIN,
        REJECT
    }

    public static Vote permit() {
        return PERMIT;
    }

    public static Vote abstain() {
        return ABSTAIN;
    }

    public static Vote reject(String reason) {
        return new Vote(Kind.REJECT, reason);
    }
}
