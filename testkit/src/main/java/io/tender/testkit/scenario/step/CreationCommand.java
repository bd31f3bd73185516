package io.tender.testkit.scenario.step;

import java.util.List;

/** An allocator is asked for by name. */
public sealed interface CreationCommand extends Command {

    /** @param modules the sample modules that are registered meanwhile */
    record Create(String name, String roleSorter, String frameworkSorter, List<String> modules)
            implements CreationCommand {}
}
