package io.tender.mesos;

/** Headers that ask for what is not spoken here. */
public final class MediaRefusal extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int status;

    MediaRefusal(int status, String message) {
        super(message);
        this.status = status;
    }

    /** The status of the answer: 400, 406 or 415. */
    public int status() {
        return status;
    }
}
