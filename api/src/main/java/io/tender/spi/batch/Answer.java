package io.tender.spi.batch;

/** Yes, or no with a reason. */
public record Answer(boolean yes, String reason) {
    private static final Answer YES = new Answer(true, "");

    public static Answer ofYes() {
        return YES;
    }

    public static Answer no(String reason) {
        return new Answer(false, reason);
    }

    public static Answer of(boolean yes, String reasonIfNot) {
        return yes ? YES : no(reasonIfNot);
    }
}
