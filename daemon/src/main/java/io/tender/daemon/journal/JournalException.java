package io.tender.daemon.journal;

/** The store could not do what was asked; the message says what was got, what was expected and what to do. */
public final class JournalException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean passing;

    /** @param passing whether trying again later can help, as when a disk is full or a connection was cut */
    public JournalException(String message, Throwable cause, boolean passing) {
        super(message, cause);
        this.passing = passing;
    }

    private JournalException(String message) {
        super(message);
        this.passing = false;
    }

    static JournalException lasting(String headline, String got, String expected, String toDo) {
        return new JournalException(text(headline, got, expected, toDo));
    }

    static String text(String headline, String got, String expected, String toDo) {
        return headline + "\n  got:      " + got + "\n  expected: " + expected + "\n  to do:    " + toDo;
    }

    public boolean isPassing() {
        return passing;
    }
}
