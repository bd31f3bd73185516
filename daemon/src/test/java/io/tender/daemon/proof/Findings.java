package io.tender.daemon.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Broken promises, gathered from all who were promised something. */
final class Findings {
    private static final int MOST = 50;

    private final List<String> all = new ArrayList<>();
    private String place = "";

    /** Where it is now, such as in which round. */
    synchronized void at(String where) {
        place = where;
    }

    synchronized void add(String finding) {
        if (all.size() < MOST) {
            all.add(place + ": " + finding);
        }
    }

    void expect(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            add(otherwise.get());
        }
    }

    synchronized List<String> all() {
        return List.copyOf(all);
    }
}
