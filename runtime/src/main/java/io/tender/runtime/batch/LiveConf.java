package io.tender.runtime.batch;

import io.tender.core.batch.BatchEngine;
import io.tender.runtime.yaml.YamlProblem;
import java.util.List;

/** The settings in force: replaced by good ones, kept when bad ones come. */
public final class LiveConf implements AutoCloseable {
    private final BatchPlugins plugins;
    private BatchEngine engine;
    private final List<String> notices;

    /** What became of new settings: in force if there is no problem, otherwise the old ones still are. */
    public record Reload(List<YamlProblem> problems, List<String> notices) {
        public boolean applied() {
            return problems.isEmpty();
        }
    }

    /** @throws ConfException if the first settings are bad: there are none to keep */
    public LiveConf(String name, String text, BatchPlugins plugins) {
        this.plugins = plugins;
        Prepared first = prepare(name, text);
        this.engine = first.engine;
        this.notices = first.notices();
    }

    /** What the first settings say that has no effect here, and why. */
    public List<String> notices() {
        return notices;
    }

    /** Good settings that are not in force yet. Whoever does not use them closes them. */
    public static final class Prepared implements AutoCloseable {
        private final BatchEngine engine;
        private final List<String> notices;

        private Prepared(SchedulerConf conf) {
            this.engine = conf.engine();
            this.notices = conf.notices();
        }

        /** What the settings say that has no effect here, and why. */
        public List<String> notices() {
            return notices;
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    /** Puts new settings in force from the next session on; to be called between sessions. */
    public Reload reload(String name, String text) {
        try {
            Prepared prepared = prepare(name, text);
            use(prepared);
            return new Reload(List.of(), prepared.notices());
        } catch (ConfException bad) {
            return new Reload(bad.problems(), List.of());
        }
    }

    /**
     * Makes everything that new settings ask for, and changes nothing.
     *
     * @throws ConfException if anything is wrong with them
     */
    public Prepared prepare(String name, String text) {
        return new Prepared(SchedulerConf.read(name, text, 1, plugins));
    }

    /** Puts settings in force that were prepared; to be called between sessions. */
    public void use(Prepared prepared) {
        BatchEngine before = engine;
        engine = prepared.engine;
        before.close();
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
