package io.tender.extender.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when something on this side failed: neither the peer nor the way to it is to blame. */
final class LocalFault extends IOException {
    LocalFault(String what) {
        super(what);
    }

    LocalFault(String what, @Nullable Throwable cause) {
        super(what, cause);
    }
}
