package io.tender.toolkit.bridge;

/** A request does not say what the other dialect must tell; the message is for whoever runs the scheduler. */
final class Untellable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Untellable(String message) {
        super(message, null, false, false);
    }
}
