package io.tender.testkit.scenario.step;

import java.util.List;

/** What the service of the sorter {@code http} does from now on. */
public sealed interface SorterServiceCommand extends Command {

    /** It answers, and how. */
    sealed interface Answer extends SorterServiceCommand {}

    /** It names these roles and frameworks first, and the others as it was asked about them. */
    record First(List<String> names) implements Answer {
        public First {
            names = List.copyOf(names);
        }
    }

    /** It says exactly this. */
    record Say(int status, String body) implements Answer {}

    record Down() implements SorterServiceCommand {}

    record Back() implements SorterServiceCommand {}
}
