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
        if (ofSet.failed()) {
            LOG.warn(
                    "The offer set fails; whenever it does, the native order serves. Said again once it has not failed for"
                            + " {} s",
                    CALM.toSeconds(),
                    cause);
        }
    }

    void setAnswered() {
        long failures = ofSet.answered();
        if (failures > 0) {
            LOG.info("The offer set answers without a failure again, after {}", failures);
        }
    }

    void attemptBroke(TaskGroupKey group, Throwable cause) {
        if (ofAttempts.failed()) {
            LOG.warn(
                    "An attempt to place tasks of '{}' broke and is made again. Said again once none has for {} s",
                    group.job(),
                    CALM.toSeconds(),
                    cause);
        }
    }

    /** A task was placed. */
    void placed() {
        long failures = ofAttempts.answered();
        if (failures > 0) {
            LOG.info("Tasks are placed without a broken attempt again, after {}", failures);
        }
    }
}
