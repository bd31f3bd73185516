package io.tender.cli;

import org.jspecify.annotations.Nullable;

/** The one thing a person means: in two words, {@code job train}, or in one, {@code job/default/train}. */
record Thing(Kind kind, String name) {
    static Thing of(String first, @Nullable String second) {
        int slash = first.indexOf('/');
        if (second != null) {
            if (slash >= 0) {
                throw UserError.usage("There are two names for one thing.")
                        .got("'" + first + "' and '" + second + "'")
                        .expected("'" + first + "' alone, or '" + first.substring(0, slash) + " NAME'")
                        .toDo("leave one of them away");
            }
            return new Thing(Kind.of(first), second);
        }
        if (slash < 0) {
            throw UserError.usage("Which of the " + Kind.of(first).word() + " is meant?")
                    .got("'" + first + "' alone")
                    .expected("a name behind it: '" + first + " NAME' or '" + first + "/NAME'")
                    .toDo("name one; 'tender get " + Kind.of(first).word() + "' lists them");
        }
        return new Thing(Kind.of(first.substring(0, slash)), first.substring(slash + 1));
    }

    /** A job or a service, which are the things that have tasks. */
    static Thing workOf(String first, @Nullable String second) {
        Thing thing = of(first, second);
        if (thing.kind != Kind.JOBS && thing.kind != Kind.SERVICES) {
            throw UserError.usage("That is nothing with tasks of its own.")
                    .got("one of the " + thing.kind.word())
                    .expected("a job or a service")
                    .toDo("name one; 'tender get jobs' and 'tender get services' list them");
        }
        return thing;
    }

    String path() {
        return kind.path(name);
    }
}
