package io.tender.runtime;

/** An allocator that was asked for cannot be made; the message says what is known and what to do. */
public final class UnknownAllocator extends UnknownModule {

    private static final long serialVersionUID = 1L;

    UnknownAllocator(String message) {
        super(message);
    }

    UnknownAllocator(String message, Throwable cause) {
        super(message, cause);
    }
}
