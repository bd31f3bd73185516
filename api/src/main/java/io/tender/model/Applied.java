package io.tender.model;

/** What became of resources on which something was to be done: changed as a whole, or not at all. */
public sealed interface Applied {
    /** All of it could be done. */
    record Ok(Resources resources) implements Applied {}

    /** Nothing was done, and this is why. */
    record Refused(String reason) implements Applied {}
}
