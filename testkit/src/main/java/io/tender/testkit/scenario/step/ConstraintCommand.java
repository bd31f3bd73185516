package io.tender.testkit.scenario.step;

import java.util.List;
import java.util.SortedMap;

/** What happens to offer constraints by themselves. */
public sealed interface ConstraintCommand extends Command {

    /** @param groups per role, the groups, each a list of constraints; text, because reading them may fail on purpose */
    record Define(SortedMap<String, List<List<String>>> groups) implements ConstraintCommand {}
}
