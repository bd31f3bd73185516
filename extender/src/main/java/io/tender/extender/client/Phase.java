package io.tender.extender.client;

import java.util.Locale;

/** How far a call had come. */
public enum Phase {
    QUEUED("waiting for its turn"),
    RESOLVING("looking up the host"),
    CONNECTING("connecting"),
    HANDSHAKING("shaking hands over TLS"),
    SENDING("sending the request"),
    WAITING("waiting for the answer"),
    READING("reading the answer"),
    BACKING_OFF("pausing before a repetition");

    private final String words;

    Phase(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
