package io.tender.cli.demo.simulated;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.cli.demo.SessionSettings;
import io.tender.core.batch.BatchEngine;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.volcano.ExtenderPluginFactory;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the demo's sessions with an extender among the plugins, and how asking it goes.
 *
 * <p>Sessions wait for its answers while the demo's clock stands still, so how fast it is decides nothing.
 */
final class Extension implements AutoCloseable {

    private static final String NAME = "demo.yaml";

    private final String by;
    private final String settings;
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final CallCount calls = new CallCount();
    private final Optional<String> absence;

    private Extension(String by, String settings, Optional<String> absence) {
        this.by = by;
        this.settings = settings;
        this.absence = absence;
    }

    /** @param patience how long an answer may take before things go on as if it had not been asked */
    static Extension by(String url, List<String> verbs, Duration patience) {
        return new Extension(url, SessionSettings.extended(url, verbs, patience), Optional.empty());
    }

    /** Nobody can be asked, for that reason. */
    static Extension none(String why) {
        return new Extension("nobody", SessionSettings.alone(), Optional.of(why));
    }

    /** @throws io.tender.runtime.batch.ConfException if it cannot be asked like this */
    BatchEngine engine() {
        ClientSurroundings surroundings = ClientSurroundings.system(registry).withRecorder(calls);
        BatchPlugins plugins = BatchPlugins.builtIn().with(new ExtenderPluginFactory(surroundings));
        return SchedulerConf.read(NAME, settings, 1, plugins).engine();
    }

    long calls() {
        return calls.calls();
    }

    long failed() {
        return calls.failed();
    }

    /** Whether there is an extender, and it answered when it was last asked. */
    boolean answers() {
        return absence.isEmpty() && !calls.isFailing();
    }

    double medianMillis() {
        return calls.medianMillis();
    }

    String by() {
        return by;
    }

    /** What is wrong, from the moment something is. */
    Optional<String> trouble() {
        if (absence.isPresent() || calls.failed() == 0) {
            return absence;
        }
        return Optional.of("The extender at " + by
                + " did not answer every question; where it did not, gangs were placed without it. "
                + calls.firstFailure());
    }

    @Override
    public void close() {
        registry.close();
    }
}
