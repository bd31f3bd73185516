package io.tender.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The words by which a person names one thing; commands mix them in. */
final class Naming {
    static final String KIND = "what it is, such as job or service";
    static final String NAME = "its name, if it is not part of the first word, as in job/default/train";

    @Parameters(index = "0", paramLabel = "KIND", description = KIND)
    private String kind;

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = NAME)
    private @Nullable String name;

    Thing thing() {
        return Thing.of(kind, name);
    }

    /** What was named has tasks. */
    Thing work() {
        return Thing.workOf(kind, name);
    }
}
