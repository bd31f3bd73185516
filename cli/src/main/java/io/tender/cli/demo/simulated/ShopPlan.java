package io.tender.cli.demo.simulated;

import io.tender.core.services.ServiceScheduler;
import io.tender.core.services.ServiceSettings;
import io.tender.core.services.UpdateSettings;
import io.tender.core.services.UpdateStrategy;
import io.tender.model.service.Constraint;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import java.util.Optional;

/**
 * The jobs of the shop and what is done with them: two services that begin small, one of which is scaled up and the other
 * updated on the way.
 */
record ShopPlan(DemoPlan plan) {

    private static final double SCALE = 0.2;
    private static final double UPDATE = 0.7;
    private static final long WATCH_MILLIS = 1_000;

    private static final TaskConfig WEB = TaskConfig.of(
                    JobKey.parse("shop/prod/web"), ResourceBundle.of(1_000, 1_024, 64))
            .withConstraints(Constraint.limit(HostAttributes.HOST, 2));
    private static final TaskConfig SEARCH = TaskConfig.of(
                    JobKey.parse("shop/prod/search"), ResourceBundle.of(2_000, 4_096, 256))
            .withConstraints(Constraint.limit(HostAttributes.HOST, 1));

    /**
     * Aurora's defaults are for machines that others do not wait for: here nobody holds an offer for minutes, and one
     * attempt places as much of a job as a large cluster needs.
     */
    ServiceSettings settings() {
        return ServiceSettings.defaults()
                .with("min_offer_hold_time", "1secs")
                .with("offer_hold_jitter_window", "500ms")
                .with("initial_schedule_penalty", "200ms")
                .with("max_schedule_penalty", "1secs")
                .with("max_tasks_per_schedule_attempt", Integer.toString(Math.max(5, plan.agents() / 8)))
                .with("max_tasks_per_job", Integer.toString(2 * DemoPlan.MOST_AGENTS));
    }

    private int webAtFirst() {
        return Math.max(1, plan.agents() * 3 / 4);
    }

    private int webLater() {
        return webAtFirst() + Math.max(1, webAtFirst() / 2);
    }

    private int search() {
        return Math.max(1, plan.agents() / 4);
    }

    void begin(ServiceScheduler scheduler) {
        scheduler.submit(WEB, webAtFirst());
        scheduler.submit(SEARCH, search());
    }

    /** Does what is due in a step; returns what is worth telling of it. */
    Optional<String> act(long step, ServiceScheduler scheduler) {
        if (step == at(SCALE)) {
            scheduler.scale(WEB.job(), webLater());
            return Optional.of(WEB.job() + " is scaled from " + webAtFirst() + " to " + webLater() + " instances");
        }
        if (step == at(UPDATE)) {
            int together = Math.max(1, search() / 3);
            scheduler.startUpdate(
                    SEARCH.withMetadata("version", "2"),
                    search(),
                    UpdateSettings.defaults()
                            .with(new UpdateStrategy.Queue(together))
                            .watching(WATCH_MILLIS));
            return Optional.of(SEARCH.job() + " is updated, " + together + " of " + search() + " at a time");
        }
        return Optional.empty();
    }

    private long at(double part) {
        return Math.max(1, Math.round(plan.steps() * part));
    }
}
