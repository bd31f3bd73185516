package io.tender.testkit.batch;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Queues and jobs of all kinds: gangs, elastic ones, some with roles, some with tasks that ask for nothing. */
final class RandomJobs {
    private static final ResourceList NOTHING = ResourceList.empty();

    private final Random random;
    private final List<Queue> queues = new ArrayList<>();
    private int made;

    RandomJobs(Random random) {
        this.random = random;
        for (String name : List.of("red", "green", "blue")) {
            queues.add(Queue.builder(name)
                    .weight(1 + random.nextInt(4))
                    .capability(random.nextInt(3) == 0 ? amount(8 + random.nextInt(8), 16) : NOTHING)
                    .guarantee(random.nextInt(3) == 0 ? amount(1 + random.nextInt(2), 1) : NOTHING)
                    .deserved(amount(2 + random.nextInt(6), 8))
                    .reclaimable(random.nextInt(5) > 0)
                    .priority(random.nextInt(4) == 0 ? 1 : 0)
                    .build());
        }
    }

    List<Queue> queues() {
        return queues;
    }

    private static ResourceList amount(int cores, int gibibytes) {
        return ResourceList.parse("cpu=" + cores + " memory=" + gibibytes + "Gi");
    }

    Job next(Instant now) {
        JobId id = new JobId("ns" + random.nextInt(2), String.format("job%04d", made++));
        int size = 1 + random.nextInt(6);
        int priority = random.nextInt(3);
        boolean roles = random.nextInt(5) == 0 && size > 2;
        TaskTemplate usual = template("worker", request(), priority);
        TaskTemplate other =
                template("chief", random.nextInt(4) == 0 || !roles ? NOTHING : request(), priority + random.nextInt(2));
        boolean mixed = roles || random.nextInt(6) == 0;
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String name = id.name() + "-" + i;
            tasks.add(new Task(new TaskId(id.namespace() + "-" + name), name, i, mixed && i == 0 ? other : usual, now));
        }
        int least = random.nextBoolean() ? size : random.nextInt(size + 1);
        Job.Builder job = Job.builder(id)
                .queue(queues.get(random.nextInt(queues.size())).name())
                .priority(priority)
                .created(now)
                .minAvailable(least)
                .tasks(tasks);
        if (roles && least > 1) {
            // Some have more tasks of a role than it needs: these must not take the room of what the other needs.
            job.roleMinimums(Map.of("chief", 1, "worker", least == size ? size - 1 : least / 2));
        }
        if (random.nextBoolean()) {
            job.minResources(usual.request().times(least).without(ResourceList.PODS));
        }
        return job.build();
    }

    private TaskTemplate template(String role, ResourceList request, int priority) {
        return TaskTemplate.builder(role, request)
                .priority(priority)
                .preemptable(random.nextInt(6) > 0)
                .mayPreempt(random.nextInt(6) > 0)
                .build();
    }

    private ResourceList request() {
        return random.nextInt(8) == 0
                ? NOTHING
                : ResourceList.parse(
                        "cpu=" + 500 * (1 + random.nextInt(4)) + "m memory=" + 256 * (1 + random.nextInt(4)) + "Mi");
    }
}
