package io.tender.extender.shadow;

import java.util.Locale;

/** How much an extender has to say. */
public enum Mode {
    /** It decides with the others. */
    DECIDE,
    /** It is asked and never obeyed. */
    SHADOW,
    /** It decides for a share of the jobs and is a shadow for the rest. */
    CANARY;

    /** As settings and reports write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return label();
    }
}
