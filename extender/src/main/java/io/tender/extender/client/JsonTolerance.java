package io.tender.extender.client;

/** What a dialect forgives in an answer; by default nothing. */
public enum JsonTolerance {
    /** {@code [1,2,]} */
    TRAILING_COMMA,
    /** The same key twice in one object. Refusing costs time: readers that notice by themselves forgive it here. */
    DUPLICATE_KEYS,
    /** Anything behind the value. */
    TRAILING_CONTENT,
    /** {@code NaN}, {@code Infinity}. */
    NON_FINITE_NUMBERS
}
