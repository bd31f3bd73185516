package io.tender.extender.server;

/** A request that is not what its dialect promises; the message is for whoever sent it. */
public final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    public Unreadable(String message) {
        super(message);
    }

    public Unreadable(String message, Throwable cause) {
        super(message, cause);
    }
}
