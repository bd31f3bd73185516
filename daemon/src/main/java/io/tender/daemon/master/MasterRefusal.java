package io.tender.daemon.master;

import io.tender.model.BrokenRule;

/** A command that makes no sense as things are. It was refused before anything has changed. */
public final class MasterRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What was wrong with it; each stands for one status of HTTP. */
    public enum Kind {
        /** It could never have made sense: 400. */
        INVALID(400),
        /** The caller may not do this: 403. */
        FORBIDDEN(403),
        /** It is about something that is not there: 404. */
        UNKNOWN(404),
        /** It contradicts how things are now: 409. */
        CONFLICT(409),
        /** A mistake of the master, which has changed nothing: 500. */
        BROKEN(500),
        /** Too much is waiting already; the same may be accepted later: 503. */
        BUSY(503);

        private final int httpStatus;

        Kind(int httpStatus) {
            this.httpStatus = httpStatus;
        }

        public int httpStatus() {
            return httpStatus;
        }
    }

    private final Kind kind;

    /** @param message what was got, what was expected and what to do */
    public MasterRefusal(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    static MasterRefusal invalid(String message) {
        return new MasterRefusal(Kind.INVALID, message);
    }

    static MasterRefusal invalid(BrokenRule rule) {
        return invalid(String.valueOf(rule.getMessage()));
    }

    static MasterRefusal unknown(String message) {
        return new MasterRefusal(Kind.UNKNOWN, message);
    }

    static MasterRefusal unknown(BrokenRule rule) {
        return unknown(String.valueOf(rule.getMessage()));
    }

    static MasterRefusal conflict(String message) {
        return new MasterRefusal(Kind.CONFLICT, message);
    }

    static MasterRefusal conflict(BrokenRule rule) {
        return conflict(String.valueOf(rule.getMessage()));
    }
}
