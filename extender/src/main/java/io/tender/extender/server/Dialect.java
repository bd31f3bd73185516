package io.tender.extender.server;

import java.util.Locale;

/** Whose language is spoken; each has a path of its own. */
public enum Dialect {
    /** Volcano's extender plugin: what its page documents and what the program sends, told apart by looking. */
    VOLCANO,
    /** kube-scheduler's extenders, v1. */
    KUBE,
    /** Aurora's HTTP offer set. */
    AURORA,
    /** Tender's own batched form. */
    TENDER;

    /** As in addresses, settings and metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
