package io.tender.extender.client;

import java.io.IOException;

/** Thrown while reading an answer that is larger than allowed. */
final class TooMuch extends IOException {
    TooMuch(String what) {
        super(what);
    }
}
