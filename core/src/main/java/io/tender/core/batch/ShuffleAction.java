package io.tender.core.batch;

import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.VictimTasks;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Evicts running tasks that a plugin wants moved. */
final class ShuffleAction implements Action {
    static final String NAME = "shuffle";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Work work) {
        Session session = work.session();
        List<SessionTask> running = new ArrayList<>();
        for (SessionNode node : session.nodes()) {
            for (SessionTask task : node.tasks()) {
                if (task.status() == TaskStatus.RUNNING) {
                    running.add(task);
                }
            }
        }
        Statement statement = session.statement();
        for (SessionTask task : chosen(session, running)) {
            statement.evict(task, "shuffled", "");
        }
        statement.commit();
    }

    private static List<SessionTask> chosen(Session session, List<SessionTask> running) {
        List<TaskView> views = List.copyOf(running);
        for (List<Voice<VictimTasks>> tier : session.choir().tiersOf(HookKind.VICTIM_TASKS)) {
            Set<TaskView> named = new LinkedHashSet<>();
            for (Voice<VictimTasks> voice : tier) {
                try {
                    named.addAll(voice.hook().choose(views));
                } catch (RuntimeException thrown) {
                    session.choir().fault(voice, HookKind.VICTIM_TASKS, thrown);
                }
            }
            List<SessionTask> chosen = running.stream().filter(named::contains).toList();
            if (!chosen.isEmpty()) {
                return chosen;
            }
        }
        return List.of();
    }
}
