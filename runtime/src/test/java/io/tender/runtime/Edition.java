package io.tender.runtime;

/** A class of the program that a plugin brings in another version. */
public final class Edition {

    private Edition() {}

    public static double number() {
        return 1;
    }
}
