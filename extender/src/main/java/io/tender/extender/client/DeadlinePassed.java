package io.tender.extender.client;

import java.io.IOException;

/** Thrown inside a call when its time is up, wherever it is. */
final class DeadlinePassed extends IOException {
    DeadlinePassed() {
        super("the deadline passed");
    }
}
