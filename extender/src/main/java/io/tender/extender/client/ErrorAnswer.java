package io.tender.extender.client;

/** Thrown by an {@link AnswerReader} for an answer that says, as its dialect provides, that the extender failed. */
public final class ErrorAnswer extends RuntimeException {
    /** @param said what the extender says of it, in one line that may be shown */
    public ErrorAnswer(String said) {
        super(said);
    }
}
