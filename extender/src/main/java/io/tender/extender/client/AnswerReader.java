package io.tender.extender.client;

import java.util.Optional;
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

    /**
     * Up to which length a body is received whole and shown to {@link #glance} first; 0 for never. Such a body is held in
     * memory, and what is wrong with it is noticed only once all of it is there.
     */
    default int glanceBytes() {
        return 0;
    }

    /**
     * Reads a whole body, if it is of a form that can be read faster than by a parser. It must take nothing that the parser,
     * its limits and {@link #read} would refuse; what it does not take is read by those, from the beginning.
     */
    default Optional<T> glance(byte[] body, int length) {
        return Optional.empty();
    }

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
