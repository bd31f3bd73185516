package io.tender.core.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.Chance;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.PluginSetup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where enough could be spared for a gang to start, it is, no more than that, and no other gang is broken for it. All tasks are of one
 * size, so what could be spared can be counted.
 */
class RoomThatCouldBeMadeTest {
    private static final int CASES = 1_500;
    private static final Instant NOW = Instant.EPOCH.plusSeconds(100);
    private static final List<String> ROLES = List.of("a", "b");

    @ParameterizedTest
    @CsvSource({"preempt, 1", "reclaim, 2", "gangpreempt, 3", "gangreclaim, 4"})
    void a_gang_for_which_enough_can_be_spared_gets_it(String action, long seed) {
        Random random = new Random(seed);
        int feasible = 0;
        for (int i = 0; i < CASES; i++) {
            Case one = new Case(random, action);
            if (one.isFeasible()) {
                feasible++;
                one.play(seed);
            }
        }
        assertThat(feasible).as("cases that prove something").isGreaterThan(CASES / 10);
    }

    @Test
    void a_gang_for_which_there_is_room_starts_whichever_of_its_tasks_come_first() {
        Random random = new Random(5);
        int free = 0;
        for (int i = 0; i < CASES; i++) {
            Case one = new Case(random, "allocate");
            if (one.isFree()) {
                free++;
                one.start();
            }
        }
        assertThat(free).as("cases that prove something").isGreaterThan(CASES / 10);
    }

    /** Nodes full of jobs with something to spare, and a gang that waits. */
    private static final class Case {
        private final Random random;
        private final String action;
        private final boolean reclaims;
        private final BatchCluster cluster = new BatchCluster();
        private final TreeMap<String, Integer> free = new TreeMap<>();
        private final List<Job> others = new ArrayList<>();
        private final StringBuilder story = new StringBuilder();
        private final int share;
        private final int rest;
        private final Job gang;

        Case(Random random, String action) {
            this.random = random;
            this.action = action;
            this.reclaims = action.endsWith("reclaim");
            int nodes = 1 + random.nextInt(3);
            int cores = 2 + random.nextInt(4);
            for (int i = 0; i < nodes; i++) {
                cluster.putNode(Node.builder("n" + i, ResourceList.parse("cpu=" + cores))
                        .build());
                free.put("n" + i, cores);
            }
            share = 1 + random.nextInt(nodes * cores);
            rest = Math.max(1, nodes * cores - share);
            cluster.putQueue(queue("q1", share));
            cluster.putQueue(queue("q2", rest));
            for (int i = 0; i < 4; i++) {
                run(job("other" + i, reclaims ? "q1" : "q2", random.nextInt(3)));
            }
            gang = job("gang", "q2", 5);
            cluster.submit(gang);
            cluster.setPhase(gang.id(), JobPhase.INQUEUE);
            tell(gang);
            story.append("free ")
                    .append(free)
                    .append(", deserved ")
                    .append(share)
                    .append(" and ")
                    .append(rest);
        }

        private static Queue queue(String name, int deserved) {
            return Queue.builder(name)
                    .deserved(ResourceList.parse("cpu=" + deserved))
                    .build();
        }

        private Job job(String name, String queue, int priority) {
            boolean roles = random.nextInt(3) == 0;
            List<Task> tasks = new ArrayList<>();
            int many = 1 + random.nextInt(4);
            int few = roles ? 1 + random.nextInt(3) : 0;
            tasks(tasks, name, "a", many);
            tasks(tasks, name, "b", few);
            int least = 1 + random.nextInt(tasks.size());
            Job.Builder job = Job.builder(new JobId("default", name))
                    .queue(queue)
                    .priority(priority)
                    .minAvailable(least)
                    .tasks(tasks);
            if (roles) {
                int ofA = random.nextInt(Math.min(many, least) + 1);
                job.roleMinimums(Map.of("a", ofA, "b", random.nextInt(Math.min(few, least - ofA) + 1)));
            }
            return job.build();
        }

        private void tasks(List<Task> tasks, String job, String role, int count) {
            TaskTemplate template = TaskTemplate.builder(role, ResourceList.parse("cpu=1"))
                    .priority(random.nextInt(3))
                    .build();
            for (int i = 0; i < count; i++) {
                String name = job + "-" + role + "-" + i;
                tasks.add(new Task(new TaskId(name), name, i, template, Instant.EPOCH));
            }
        }

        private void run(Job job) {
            if (room() < job.tasks().size()) {
                return;
            }
            cluster.submit(job);
            others.add(job);
            tell(job);
            for (Task task : job.tasks()) {
                List<String> nodes = free.keySet().stream()
                        .filter(node -> free.getOrDefault(node, 0) > 0)
                        .toList();
                String node = nodes.get(random.nextInt(nodes.size()));
                free.merge(node, -1, Integer::sum);
                cluster.setTask(task.id(), TaskStatus.RUNNING, node, NOW);
                story.append("  ")
                        .append(task.name())
                        .append(" on ")
                        .append(node)
                        .append('\n');
            }
            cluster.setPhase(job.id(), JobPhase.RUNNING);
        }

        private void tell(Job job) {
            story.append(job.id())
                    .append(": ")
                    .append(job.minAvailable())
                    .append(" of ")
                    .append(job.tasks().size())
                    .append(", roles ")
                    .append(job.roleMinimums())
                    .append(", priority ")
                    .append(job.priority())
                    .append('\n');
        }

        private int room() {
            return free.values().stream().mapToInt(Integer::intValue).sum();
        }

        private static int count(List<Task> tasks, String role) {
            return (int) tasks.stream()
                    .filter(task -> task.template().role().equals(role))
                    .count();
        }

        private static int spare(Job job) {
            int inRoles = ROLES.stream()
                    .mapToInt(role ->
                            count(job.tasks(), role) - job.roleMinimums().getOrDefault(role, 0))
                    .sum();
            return Math.min(job.tasks().size() - job.minAvailable(), inRoles);
        }

        boolean isFeasible() {
            int spare = others.stream().mapToInt(Case::spare).sum();
            int held = others.stream().mapToInt(job -> job.tasks().size()).sum();
            int most = reclaims ? Math.min(spare, Math.max(0, held - share)) : spare;
            int need = gang.minAvailable();
            return room() < need && need <= room() + most && (!reclaims || need <= rest);
        }

        boolean isFree() {
            return room() >= gang.minAvailable();
        }

        void start() {
            Set<TaskId> started = new HashSet<>();
            session(6).binds().forEach(bind -> started.add(bind.task()));
            List<Task> there = gang.tasks().stream()
                    .filter(task -> started.contains(task.id()))
                    .toList();
            assertThat(isWhole(gang, there)).as(story + "\nstarted: " + started).isTrue();
            assertThat(there)
                    .as(story + "\nall there is room for")
                    .hasSize(Math.min(room(), gang.tasks().size()));
        }

        private SessionResult session(long seed) {
            List<List<SeatedPlugin>> tiers = List.of(
                    List.of(seat("priority"), seat("gang"), seat("conformance")),
                    List.of(seat("predicates"), seat("capacity"), seat("nodeorder")));
            List<ActionChoice> actions = Stream.of("enqueue", "allocate", action)
                    .distinct()
                    .map(ActionChoice::new)
                    .toList();
            try (BatchEngine engine = new BatchEngine(tiers, actions, SearchSettings.USUAL)) {
                return engine.run(cluster.snapshot(), new Cycle("s", 1, NOW, Chance.seeded(seed)));
            }
        }

        void play(long seed) {
            SessionResult result = session(seed);
            Set<TaskId> gone = new HashSet<>();
            result.evictions().forEach(evict -> gone.add(evict.task()));
            assertThat(gone).as(story + "\nwho goes").isNotEmpty();
            // Gangs take what a job can spare as a whole.
            assertThat(gone.size() <= gang.minAvailable() - room() || action.startsWith("gang"))
                    .as(story + "\nno more than needed: " + gone)
                    .isTrue();
            for (Job other : others) {
                List<Task> left = other.tasks().stream()
                        .filter(task -> !gone.contains(task.id()))
                        .toList();
                assertThat(isWhole(other, left) || (left.isEmpty() && action.startsWith("gang")))
                        .as(story + "\n" + other.id() + " is whole without " + gone)
                        .isTrue();
            }
        }

        private static boolean isWhole(Job job, List<Task> left) {
            return left.size() >= job.minAvailable()
                    && ROLES.stream()
                            .allMatch(role ->
                                    count(left, role) >= job.roleMinimums().getOrDefault(role, 0));
        }

        private static SeatedPlugin seat(String name) {
            return BuiltInPlugins.factories().stream()
                    .filter(factory -> factory.name().equals(name))
                    .map(factory -> new SeatedPlugin(
                            name, factory.create(new Arguments(Map.of()), new PluginSetup(name, false)), Set.of()))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
