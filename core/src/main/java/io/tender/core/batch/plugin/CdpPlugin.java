package io.tender.core.batch.plugin;

import io.tender.model.batch.GoDuration;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Leaves a task alone for a while after it was placed, so that work is not thrown away as soon as it begins. */
final class CdpPlugin implements BatchPlugin {
    private static final String COOLDOWN = "volcano.sh/cooldown-time";

    @Override
    public Hooks open(SessionView session) {
        return Hooks.none()
                .preemptable((evictor, evictees) -> settled(evictees, session.now()))
                .reclaimable((evictor, evictees) -> settled(evictees, session.now()));
    }

    private static Victims settled(List<TaskView> evictees, Instant now) {
        List<TaskView> victims = new ArrayList<>(evictees.size());
        for (TaskView evictee : evictees) {
            Duration cooldown = cooldown(evictee.template());
            if (cooldown.isZero() || !now.isBefore(evictee.started().orElse(now).plus(cooldown))) {
                victims.add(evictee);
            }
        }
        return victims.isEmpty()
                ? Victims.none("every task there was placed so recently that it is left alone")
                : Victims.of(victims);
    }

    private static Duration cooldown(TaskTemplate template) {
        String text = template.annotations().get(COOLDOWN);
        if (text == null) {
            text = template.labels().getOrDefault(COOLDOWN, "");
        }
        return GoDuration.parse(text).filter(Duration::isPositive).orElse(Duration.ZERO);
    }
}
