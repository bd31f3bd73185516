package io.tender.runtime.batch;

import io.tender.core.batch.BatchEngine;
import io.tender.runtime.yaml.YamlProblem;
import java.util.List;

/** The settings in force: replaced by good ones, kept when bad ones come. */
public final class LiveConf implements AutoCloseable {
    private final BatchPlugins plugins;
    private volatile InForce inForce;

    /** One set of settings: what sessions run with, and what is to be said of it. */
    private record InForce(BatchEngine engine, List<String> notices) {
        static InForce of(SchedulerConf conf) {
            return new InForce(conf.engine(), conf.notices());
        }
    }

    /** What became of new settings: in force if there is no problem, otherwise the old ones still are. */
    public record Reload(List<YamlProblem> problems, List<String> notices) {
        public boolean applied() {
            return problems.isEmpty();
        }
    }

    /** @throws ConfException if the first settings are bad: there are none to keep */
    public LiveConf(String name, String text, BatchPlugins plugins) {
        this.plugins = plugins;
        this.inForce = InForce.of(SchedulerConf.read(name, text, 1, plugins));
    }

    /** Good settings that are not in force yet. Whoever does not use them closes them. */
    public static final class Prepared implements AutoCloseable {
        private final InForce wanted;

        private Prepared(SchedulerConf conf) {
            this.wanted = InForce.of(conf);
        }

        /** What the settings say that has no effect here, and why. */
        public List<String> notices() {
            return wanted.notices();
        }

        /** What sessions would run with. */
        public BatchEngine engine() {
            return wanted.engine();
        }

        @Override
        public void close() {
            wanted.engine().close();
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
        BatchEngine before = inForce.engine();
        inForce = prepared.wanted;
        inForce.engine().replace(before);
    }

    /** What sessions run with; ask for it before each. */
    public BatchEngine engine() {
        return inForce.engine();
    }

    /** What the settings in force say that has no effect here, and why. May be asked from any thread. */
    public List<String> notices() {
        return inForce.notices();
    }

    @Override
    public void close() {
        inForce.engine().close();
    }
}
