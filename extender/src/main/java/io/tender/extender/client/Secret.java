package io.tender.extender.client;

import java.util.Objects;

/** Text that is sent and never shown: printing it says only that there is something. */
public final class Secret {
    private static final String HIDDEN = "[hidden]";

    private final String text;

    private Secret(String text) {
        this.text = Objects.requireNonNull(text, "text");
    }

    public static Secret of(String text) {
        return new Secret(text);
    }

    /** The text itself, for the wire alone. */
    String reveal() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return HIDDEN;
    }
}
