package io.tender.extender.client;

/** Thrown by an {@link AnswerReader} for an answer that is JSON and still not an answer. */
public final class MalformedAnswer extends RuntimeException {
    /** @param what got and expected, in one line, without the position, which the client adds */
    public MalformedAnswer(String what) {
        super(what);
    }
}
