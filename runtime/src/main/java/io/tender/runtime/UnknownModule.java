package io.tender.runtime;

/** A module that was asked for cannot be found, loaded or made; the message says what is known and what to do. */
public abstract sealed class UnknownModule extends IllegalArgumentException
        permits UnknownAllocator, UnknownBatchPlugin, UnknownOfferSet {

    private static final long serialVersionUID = 1L;

    UnknownModule(String message) {
        super(message);
    }

    UnknownModule(String message, Throwable cause) {
        super(message, cause);
    }
}
