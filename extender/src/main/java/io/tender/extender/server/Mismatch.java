package io.tender.extender.server;

/** An answer that does not belong to its question: a mistake of whoever answers. */
final class Mismatch {
    private Mismatch() {}

    static IllegalArgumentException of(Question question, Answer answer) {
        return new IllegalArgumentException(
                "Got the answer " + answer.getClass().getSimpleName() + " to the question "
                        + question.getClass().getSimpleName() + "; expected the one that its documentation names");
    }

    static void check(int asked, int answered) {
        if (asked != answered) {
            throw new IllegalArgumentException("Got answers about " + answered
                    + " agents; expected one for each of the " + asked + " asked about");
        }
    }
}
