package io.tender.daemon.settings;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a setting may look like, as far as a schema can say it.
 *
 * @param least the smallest number, where it is one
 * @param most the largest
 * @param words those that are allowed, if only some are
 */
record Shape(Kind kind, long least, long most, SortedSet<String> words) {
    /** The forms settings have. */
    enum Kind {
        /** Any word or number, read further by whoever it is for. */
        WORD,
        TRUTH,
        NUMBER,
        FRACTION,
        TIME,
        TIME_OR_NEVER,
        ONE_OF,
        LIST,
        TEXTS,
        /** A document of its own, as a map or as a text. */
        DOCUMENT,
        /** A list of documents of their own, or a word that says where one is. */
        DOCUMENTS,
        SECTION,
        SECTIONS
    }

    Shape {
        words = Collections.unmodifiableSortedSet(new TreeSet<>(words));
    }

    static Shape of(Kind kind) {
        return new Shape(kind, Long.MIN_VALUE, Long.MAX_VALUE, new TreeSet<>());
    }

    static Shape number(long least, long most) {
        return new Shape(Kind.NUMBER, least, most, new TreeSet<>());
    }

    static Shape oneOf(Collection<String> words) {
        return new Shape(Kind.ONE_OF, Long.MIN_VALUE, Long.MAX_VALUE, new TreeSet<>(words));
    }
}
