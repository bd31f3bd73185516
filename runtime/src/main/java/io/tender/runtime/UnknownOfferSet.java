package io.tender.runtime;

/** An offer set that was asked for cannot be made; the message says what is known and what to do. */
public final class UnknownOfferSet extends UnknownModule {

    private static final long serialVersionUID = 1L;

    UnknownOfferSet(String message) {
        super(message);
    }

    UnknownOfferSet(String message, Throwable cause) {
        super(message, cause);
    }
}
