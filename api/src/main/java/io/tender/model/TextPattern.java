package io.tender.model;

/** A regular expression for offer constraints; an interface, since running a stranger's takes a bounded engine. */
public interface TextPattern {
    String regex();

    /** Whether all of the text matches, not just a part. */
    boolean matches(String whole);
}
