package io.tender.cli;

import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.Verdict;

/** A batch plugin that a test puts into a jar; nothing fits anywhere. */
public final class NothingFits implements BatchPluginFactory, BatchPlugin {

    @Override
    public String name() {
        return "nothing-fits";
    }

    @Override
    public BatchPlugin create(Arguments arguments, PluginSetup setup) {
        return this;
    }

    @Override
    public Hooks open(SessionView session) {
        return Hooks.none().predicate((task, node) -> Verdict.never("nothing fits"));
    }
}
