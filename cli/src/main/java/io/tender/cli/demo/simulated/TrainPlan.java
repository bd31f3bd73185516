package io.tender.cli.demo.simulated;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.Chance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The jobs of the batch framework: every few seconds a gang, small, large or elastic in turn, in one of two queues. A large
 * one asks for more than is ever free at once, so it has to wait until enough has come together.
 */
record TrainPlan(DemoPlan plan, Chance chance) {

    private static final Duration BETWEEN_JOBS = Duration.ofSeconds(6);
    private static final Duration SHORTEST_TASK = Duration.ofSeconds(16);
    private static final Duration LONGEST_TASK = Duration.ofSeconds(32);

    private static final int MOST_WAITING = 3;

    static final String RESEARCH = "research";
    static final String NIGHTLY = "nightly";

    /** What a gang is for; how many tasks it has, and how many of them it cannot start without. */
    private enum Kind {
        SMALL("tune", RESEARCH, "cpu=2 memory=2Gi") {
            @Override
            int tasks(int agents) {
                return Math.max(2, agents / 10);
            }
        },
        LARGE("train", RESEARCH, "cpu=2 memory=4Gi") {
            @Override
            int tasks(int agents) {
                return Math.max(2, agents / 4);
            }
        },
        ELASTIC("sweep", NIGHTLY, "cpu=1 memory=1Gi") {
            @Override
            int tasks(int agents) {
                return Math.max(2, agents / 4);
            }

            @Override
            int least(int agents) {
                return Math.max(1, tasks(agents) / 4);
            }
        };

        private final String title;
        private final String queue;
        private final String request;

        Kind(String title, String queue, String request) {
            this.title = title;
            this.queue = queue;
            this.request = request;
        }

        abstract int tasks(int agents);

        int least(int agents) {
            return tasks(agents);
        }
    }

    static List<Queue> queues() {
        return List.of(
                Queue.builder(RESEARCH).weight(2).build(),
                Queue.builder(NIGHTLY).weight(1).build());
    }

    /** The job that is due in a step, if one is and not too many wait; the first comes with the first step. */
    Optional<Job> due(long step, long waiting, Instant now) {
        long steps = BETWEEN_JOBS.dividedBy(DemoPlan.STEP);
        return (step - 1) % steps == 0 && waiting < MOST_WAITING
                ? Optional.of(job((step - 1) / steps, now))
                : Optional.empty();
    }

    private Job job(long number, Instant now) {
        Kind[] kinds = Kind.values();
        Kind kind = kinds[(int) ((number + 1) % kinds.length)];
        String name = String.format(Locale.ROOT, "%s-%02d", kind.title, number + 1);
        // The label tells the example extender what belongs together.
        TaskTemplate template = TaskTemplate.builder("worker", ResourceList.parse(kind.request))
                .labels(new TreeMap<>(Map.of("spread", name)))
                .build();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < kind.tasks(plan.agents()); i++) {
            String task = String.format(Locale.ROOT, "%s-worker-%03d", name, i);
            tasks.add(new Task(new TaskId(task), task, i, template, now));
        }
        return Job.builder(new JobId("demo", name))
                .queue(kind.queue)
                .minAvailable(kind.least(plan.agents()))
                .created(now)
                .tasks(tasks)
                .build();
    }

    /** How long a task works. */
    Duration length(TaskId task) {
        return Appetite.between(SHORTEST_TASK, LONGEST_TASK, chance.draw(Chance.key(task.value())));
    }
}
