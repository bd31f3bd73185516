package io.tender.runtime;

/** A batch plugin that was asked for cannot be made; the message says what is known and what to do. */
public final class UnknownBatchPlugin extends UnknownModule {

    private static final long serialVersionUID = 1L;

    public UnknownBatchPlugin(String message) {
        super(message);
    }

    UnknownBatchPlugin(String message, Throwable cause) {
        super(message, cause);
    }
}
