package io.tender.extender.client;

import tools.jackson.core.JsonParser;

/**
 * Turns the body of an answer into a value, while it is being received.
 *
 * <p>The parser stands before the first token; {@code nextToken()} returns null at once when the body is empty. The
 * reader runs on the caller's thread, within the deadline. It reads one JSON value to its end; what follows is checked by
 * the client. It throws {@link ErrorAnswer} when the answer tells of a failure of the extender, and
 * {@link MalformedAnswer} when the answer is not what the dialect allows; the parser's own
 * exceptions and {@link IllegalArgumentException}s count as the same. Anything else it throws is a bug and leaves the
 * call.
 */
@FunctionalInterface
public interface AnswerReader<T> {
    T read(JsonParser json);

    /** Whether the body is wanted. One that is not wanted is received within the caps and not looked at. */
    default boolean wantsBody() {
        return true;
    }

    /** For calls whose status says it all. */
    static <T> AnswerReader<T> ignoringBody(T value) {
        return new AnswerReader<>() {
            @Override
            public T read(JsonParser json) {
                return value;
            }

            @Override
            public boolean wantsBody() {
                return false;
            }
        };
    }
}
