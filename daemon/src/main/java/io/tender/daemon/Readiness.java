package io.tender.daemon;

import java.util.Optional;

/** Whether anybody should ask the daemon anything: once it has recovered and listens, until it stops. Safe for all threads. */
final class Readiness {
    private volatile boolean recovered;
    private volatile boolean listening;

    /** The first turn is over: schedulers and agents have what they had before. */
    void recovered() {
        recovered = true;
    }

    void listens() {
        listening = true;
    }

    void stops() {
        listening = false;
    }

    /** Why nobody should ask; empty if they may. */
    Optional<String> lacking() {
        if (!listening) {
            return Optional.of("starting or stopping");
        }
        return recovered ? Optional.empty() : Optional.of("recovering");
    }
}
