package io.tender.toolkit.record;

/** Whose bytes these are. */
enum Side {
    SCHEDULER("request"),
    EXTENDER("answer");

    private final String message;

    Side(String message) {
        this.message = message;
    }

    /** What it sends. */
    String message() {
        return message;
    }
}
