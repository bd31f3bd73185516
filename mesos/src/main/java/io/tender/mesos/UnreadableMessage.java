package io.tender.mesos;

/** A body that is no message, in the words of Mesos followed by what exactly is wrong; HTTP calls it a bad request. */
public final class UnreadableMessage extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    UnreadableMessage(String problem, IllegalArgumentException cause) {
        super(problem + ": " + cause.getMessage(), cause);
    }

    UnreadableMessage(String problem) {
        super(problem);
    }
}
