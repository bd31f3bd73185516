package io.tender.runtime.batch;

import io.tender.core.batch.BatchEngine;
import io.tender.runtime.yaml.YamlProblem;
import java.util.List;

/** The settings in force: replaced by good ones, kept when bad ones come. */
public final class LiveConf implements AutoCloseable {
    private final BatchPlugins plugins;
    private BatchEngine engine;

    /** What became of new settings: in force if there is no problem, otherwise the old ones still are. */
    public record Reload(List<YamlProblem> problems, List<String> notices) {
        public boolean applied() {
            return problems.isEmpty();
        }
    }

    /** @throws ConfException if the first settings are bad: there are none to keep */
    public LiveConf(String name, String text, BatchPlugins plugins) {
        this.plugins = plugins;
        this.engine = SchedulerConf.read(name, text, 1, plugins).engine();
    }

    /** Puts new settings in force from the next session on; to be called between sessions. */
    public Reload reload(String name, String text) {
        SchedulerConf conf;
        try {
            conf = SchedulerConf.read(name, text, 1, plugins);
        } catch (ConfException bad) {
            return new Reload(bad.problems(), List.of());
        }
        BatchEngine before = engine;
        engine = conf.engine();
        before.close();
        return new Reload(List.of(), conf.notices());
    }

    /** What sessions run with; ask for it before each. */
    public BatchEngine engine() {
        return engine;
    }

    @Override
    public void close() {
        engine.close();
    }
}
