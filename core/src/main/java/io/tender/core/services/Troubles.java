package io.tender.core.services;

import io.tender.model.service.TaskGroupKey;

/** Passes on what others' code threw at us: placement went on without it, but whoever runs it has to hear of it. */
final class Troubles {
    private static final int LONGEST = 300;

    private final ServiceListener listener;

    Troubles(ServiceListener listener) {
        this.listener = listener;
    }

    /** The offer set threw, answered nonsense or took too long; the native order served instead. */
    void setFailed(Throwable cause) {
        listener.offerSetFailed(cause);
    }

    /** It answered a question as it should. */
    void setAnswered() {
        listener.offerSetAnswered();
    }

    void attemptBroke(TaskGroupKey group, Throwable cause) {
        listener.attemptBroke(group, cause);
    }

    /** One line for people. */
    static String text(Throwable cause) {
        String line = cause.toString().strip().lines().findFirst().orElse("");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
