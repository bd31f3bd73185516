package io.tender.core.batch.plugin;

import io.tender.model.batch.GoDuration;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.SessionData;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Every now and then, moves tasks off nodes that are too busy, if there are others with little to do. */
final class ReschedulingPlugin implements BatchPlugin {
    private static final String LOW_NODE_UTILIZATION = "lowNodeUtilization";

    private final Duration interval;
    private final List<LowNodeUtilization> strategies = new ArrayList<>();
    private Instant lastRun = Instant.MIN;

    ReschedulingPlugin(Arguments arguments) {
        interval = duration(arguments, "interval");
        Duration period = duration(arguments, "metricsPeriod");
        Object all = arguments.structure("strategies").orElse(List.of(Map.of("name", LOW_NODE_UTILIZATION)));
        if (!(all instanceof List<?> list)) {
            arguments.problem("strategies", all, "a list of strategies, each with a name and params");
            return;
        }
        for (Object entry : list) {
            Section strategy = Section.inside(arguments, "strategies", entry);
            Object name = strategy.value("name").orElse("");
            // Read in any case: of a strategy that is unknown, its params are not another mistake.
            Object given = strategy.value("params").orElse(Map.of());
            if (name.equals(LOW_NODE_UTILIZATION)) {
                Section params = Section.inside(arguments, "strategies.params", given);
                strategies.add(new LowNodeUtilization(arguments, params, period));
                params.finish();
            } else {
                arguments.problem("strategies.name", name, LOW_NODE_UTILIZATION + ", the only strategy there is");
            }
            strategy.finish();
        }
    }

    private static Duration duration(Arguments arguments, String name) {
        String text = arguments.text(name, "5m");
        Optional<Duration> given = GoDuration.parse(text).filter(Duration::isPositive);
        if (given.isEmpty()) {
            arguments.problem(name, "the text '" + text + "'", "a length of time such as 5m");
        }
        return given.orElse(Duration.ofMinutes(5));
    }

    @Override
    public Set<SessionData> needs() {
        return Set.of(SessionData.USAGE);
    }

    @Override
    public Hooks open(SessionView session) {
        return Hooks.none().victimTasks(running -> choose(session, running));
    }

    private List<TaskView> choose(SessionView session, List<TaskView> running) {
        Instant now = session.now();
        if (now.isBefore(lastRun) || Duration.between(lastRun, now).compareTo(interval) < 0) {
            return List.of();
        }
        Set<TaskView> victims = new LinkedHashSet<>();
        for (LowNodeUtilization strategy : strategies) {
            victims.addAll(strategy.choose(session, running));
        }
        if (!victims.isEmpty()) {
            // A session that found nothing to move, perhaps since it saw few nodes, does not keep the next from
            // looking.
            lastRun = now;
        }
        return List.copyOf(victims);
    }
}
