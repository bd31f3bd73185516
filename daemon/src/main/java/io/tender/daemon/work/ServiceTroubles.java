package io.tender.daemon.work;

import io.tender.extender.offers.Spell;
import io.tender.model.service.TaskGroupKey;
import io.tender.spi.AllocatorHost;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log when an offer set, or the placing of tasks, begins to fail and when it is well again. */
final class ServiceTroubles {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceTroubles.class);
    private static final String WITHOUT =
            "the native order serves, or nothing is placed where an extender must not be passed over";
    private static final Duration CALM = Duration.ofSeconds(30);

    private final Spell ofSet;
    private final Spell ofAttempts;

    ServiceTroubles(AllocatorHost host) {
        this.ofSet = spell(host);
        this.ofAttempts = spell(host);
    }

    private static Spell spell(AllocatorHost host) {
        Instant origin = host.now();
        return new Spell(() -> Duration.between(origin, host.now()).toNanos(), CALM);
    }

    void setFailed(Throwable cause) {
        switch (ofSet.failed()) {
            case FAILS -> LOG.warn("The offer set fails; whenever it does, {}", WITHOUT, cause);
            case FAILS_AGAIN ->
                LOG.warn(
                        "The offer set fails again; whenever it does, {}. Said again once it has not failed for {} s",
                        WITHOUT,
                        CALM.toSeconds(),
                        cause);
            case NONE, BACK, STEADY -> {}
        }
    }

    void setAnswered() {
        switch (ofSet.answered()) {
            case BACK -> LOG.info("The offer set answers again; failures before: {}", ofSet.failures());
            case STEADY ->
                LOG.info(
                        "The offer set has not failed for {} s; failures before: {}",
                        CALM.toSeconds(),
                        ofSet.failures());
            case NONE, FAILS, FAILS_AGAIN -> {}
        }
    }

    void attemptBroke(TaskGroupKey group, Throwable cause) {
        switch (ofAttempts.failed()) {
            case FAILS -> LOG.warn("An attempt to place tasks of '{}' broke and is made again", group.job(), cause);
            case FAILS_AGAIN ->
                LOG.warn(
                        "An attempt to place tasks of '{}' broke again and is made again. Said again once none has for {} s",
                        group.job(),
                        CALM.toSeconds(),
                        cause);
            case NONE, BACK, STEADY -> {}
        }
    }

    /** A task was placed. */
    void placed() {
        switch (ofAttempts.answered()) {
            case BACK -> LOG.info("Tasks are placed again; broken attempts before: {}", ofAttempts.failures());
            case STEADY ->
                LOG.info(
                        "No attempt to place tasks has broken for {} s; broken attempts before: {}",
                        CALM.toSeconds(),
                        ofAttempts.failures());
            case NONE, FAILS, FAILS_AGAIN -> {}
        }
    }
}
