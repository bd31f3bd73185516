package io.tender.toolkit.bridge;

import io.tender.extender.client.ExtenderFailure;

/** The extender gave no answer, or none that can be; the message is for whoever asked. */
final class Unanswered extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int CONFLICT = 409;

    private final boolean wantsEverything;
    private final boolean late;

    Unanswered(ExtenderFailure failure) {
        super(
                failure.headline() + " Got " + failure.got() + "; expected " + failure.expected() + ".",
                null,
                false,
                false);
        late = failure instanceof ExtenderFailure.TimedOut || failure instanceof ExtenderFailure.BudgetSpent;
        wantsEverything = failure instanceof ExtenderFailure.Status said && said.code() == CONFLICT;
    }

    /** Whether time was all that it lacked. */
    boolean isLate() {
        return late;
    }

    /** Whether it does not know the snapshot whose changes it was told, and asks for the whole. */
    boolean wantsEverything() {
        return wantsEverything;
    }
}
