package io.tender.toolkit.check;

/** Why there is no answer that a scheduler could use, whatever the question was about. */
enum Trouble {
    /** Nothing came in time. */
    LATE,
    /** The connection ended without an answer. */
    SILENT,
    /** What came ends elsewhere than it says, or is no HTTP. */
    CUT_OFF,
    /** Nothing is at this address. */
    NOT_SERVED,
    REDIRECTED,
    /** Another status than 200. */
    STATUS,
    /** Bytes that are no UTF-8. */
    CHARSET,
    NO_JSON,
    /** JSON that the scheduler does not take for an answer of the verb, or an error in place of one. */
    FORM
}
