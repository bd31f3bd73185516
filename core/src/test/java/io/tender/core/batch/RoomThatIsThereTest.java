package io.tender.core.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.model.batch.HyperNode;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.NetworkTopology;
import io.tender.model.batch.Node;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SubGroupPolicy;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.Chance;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.PluginSetup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where there is room for what a gang needs, it starts, however its tasks differ: all ways to place them are counted out, and if one
 * of them will do, a session has to find one.
 */
class RoomThatIsThereTest {
    private static final int CASES = 1_500;
    private static final List<String> ROLES = List.of("a", "b");

    /** What makes the cases hard. */
    private enum Kind {
        SIZES,
        ROLES,
        NEIGHBOURS,
        GROUPS,
        DOMAINS,
        GROUPS_IN_DOMAINS,
        SELECTED,
        APART,
        STARTED,
        BESIDE,
        BESIDE_IN_ROLES,
        AWAY
    }

    @ParameterizedTest
    @EnumSource
    void a_gang_starts_if_there_is_any_way_to_place_what_it_needs(Kind kind) {
        prove(kind, kind.name().hashCode());
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void a_gang_starts_in_many_more_cases_too(Kind kind) {
        for (int seed = 1; seed <= 40; seed++) {
            prove(kind, seed);
        }
    }

    private static void prove(Kind kind, int seed) {
        Random random = new Random(seed);
        int possible = 0;
        int impossible = 0;
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < CASES; i++) {
            Case one = new Case(random, kind);
            Map<TaskId, Integer> placed = one.session();
            if (one.isPossible()) {
                possible++;
                if (placed.isEmpty()) {
                    waiting.add(one.story());
                }
            } else {
                impossible++;
            }
            assertThat(placed.isEmpty() || one.isWhole(placed))
                    .as("seed " + seed + one.story() + "\nplaced " + placed)
                    .isTrue();
        }
        assertThat(waiting).as("seed " + seed).isEmpty();
        assertThat(Math.min(possible, impossible))
                .as("cases that prove something")
                .isGreaterThan(CASES / 20);
    }

    /** More than can be counted out: here it is known from the start how the tasks fit. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16, 40})
    void a_gang_of_many_sizes_starts_though_it_leaves_next_to_no_room(int nodes) {
        for (int i = 0; i < 40; i++) {
            Random random = new Random(i * 31L + nodes);
            BatchCluster cluster = new BatchCluster();
            cluster.putQueue(Queue.builder("q").build());
            List<TaskTemplate> templates = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                cluster.putNode(
                        Node.builder("n" + node, ResourceList.parse("cpu=16")).build());
                for (int left = 15; left > 0; ) {
                    int size = Math.min(left, 1 + random.nextInt(9));
                    templates.add(TaskTemplate.builder("a", ResourceList.parse("cpu=" + size))
                            .build());
                    left -= size;
                }
            }
            Collections.shuffle(templates, random);
            List<Task> tasks = new ArrayList<>();
            for (TaskTemplate template : templates) {
                int number = tasks.size();
                tasks.add(new Task(new TaskId("t" + number), "t" + number, number, template, Instant.EPOCH));
            }
            Job job = Job.builder(new JobId("default", "gang"))
                    .queue("q")
                    .minAvailable(tasks.size())
                    .tasks(tasks)
                    .build();
            cluster.submit(job);
            cluster.setPhase(job.id(), JobPhase.INQUEUE);
            assertThat(session(cluster).binds()).as("case " + i).hasSize(tasks.size());
        }
    }

    private static SessionResult session(BatchCluster cluster) {
        List<List<SeatedPlugin>> tiers = List.of(
                List.of(seat("priority"), seat("gang")),
                List.of(seat("predicates"), seat("nodeorder"), seat("network-topology-aware")));
        List<ActionChoice> actions =
                Stream.of("enqueue", "allocate").map(ActionChoice::new).toList();
        try (BatchEngine engine = new BatchEngine(tiers, actions, SearchSettings.USUAL)) {
            return engine.run(cluster.snapshot(), new Cycle("s", 1, Instant.EPOCH, Chance.seeded(1)));
        }
    }

    private static SeatedPlugin seat(String name) {
        return BuiltInPlugins.factories().stream()
                .filter(factory -> factory.name().equals(name))
                .map(factory -> new SeatedPlugin(
                        name, factory.create(new Arguments(Map.of()), new PluginSetup(name, false)), Set.of()))
                .findFirst()
                .orElseThrow();
    }

    /** A few nodes in two domains, and a job of which all waits. */
    private static final class Case {
        private final Random random;
        private final Kind kind;
        private final BatchCluster cluster = new BatchCluster();
        private final int[] room;
        private final Job job;
        private final Map<TaskId, String> groups = new HashMap<>();
        private final Map<TaskId, Integer> running = new HashMap<>();
        private String said = "";

        Case(Random random, Kind kind) {
            this.random = random;
            this.kind = kind;
            room = new int[2 + random.nextInt(kind == Kind.SELECTED || looksAtOthers() ? 4 : 2)];
            for (int i = 0; i < room.length; i++) {
                room[i] = 1 + random.nextInt(6);
                cluster.putNode(Node.builder("n" + i, ResourceList.parse("cpu=" + room[i]))
                        .labels(Map.of("zone", zone(i), "node", "n" + i))
                        .build());
            }
            for (String zone : List.of("near", "far")) {
                List<String> nodes = Stream.iterate(0, i -> i < room.length, i -> i + 1)
                        .filter(i -> zone(i).equals(zone))
                        .map(i -> "n" + i)
                        .toList();
                cluster.putHyperNode(new HyperNode(zone, 1, "", nodes, List.of()));
            }
            cluster.putQueue(Queue.builder("q").build());
            job = job();
            cluster.submit(job);
            cluster.setPhase(job.id(), JobPhase.INQUEUE);
            start();
        }

        /** Some of it runs already, though not what it needs. */
        private void start() {
            for (Task task : job.tasks()) {
                int node = random.nextInt(room.length);
                running.put(task.id(), node);
                boolean may =
                        kind == Kind.STARTED && random.nextInt(3) == 0 && fits(running, node) && !isWhole(running);
                if (may) {
                    cluster.setTask(task.id(), TaskStatus.RUNNING, "n" + node, Instant.EPOCH);
                } else {
                    running.remove(task.id());
                }
            }
        }

        private static String zone(int node) {
            return node == 0 ? "near" : "far";
        }

        private Job job() {
            List<TaskTemplate> templates = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                templates.add(template());
            }
            List<Task> tasks = new ArrayList<>();
            int count = 2 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                TaskTemplate template = templates.get(random.nextInt(templates.size()));
                Task task = new Task(new TaskId("t" + i), "t" + i, i, template, Instant.EPOCH);
                tasks.add(task);
                Optional.ofNullable(template.labels().get("group")).ifPresent(name -> groups.put(task.id(), name));
            }
            int least = 1 + random.nextInt(count);
            Job.Builder made = Job.builder(new JobId("default", "gang"))
                    .queue("q")
                    .minAvailable(least)
                    .tasks(tasks);
            if (kind == Kind.ROLES || kind == Kind.STARTED || kind == Kind.BESIDE_IN_ROLES) {
                int ofA = random.nextInt(Math.min(least, count(tasks, "a")) + 1);
                int ofB = random.nextInt(Math.min(least - ofA, count(tasks, "b")) + 1);
                made.roleMinimums(Map.of("a", ofA, "b", ofB));
            }
            Optional<NetworkTopology> close =
                    Optional.of(new NetworkTopology(true, OptionalInt.of(1), Optional.empty()));
            if (kind == Kind.GROUPS || kind == Kind.GROUPS_IN_DOMAINS) {
                made.subGroups(List.of(new SubGroupPolicy(
                        "p",
                        Selector.EVERYTHING,
                        List.of("group"),
                        1 + random.nextInt(2),
                        random.nextInt(3),
                        kind == Kind.GROUPS ? Optional.empty() : close)));
            }
            if (kind == Kind.DOMAINS) {
                made.topology(close.orElseThrow());
            }
            return made.build();
        }

        private TaskTemplate template() {
            String role = ROLES.get(random.nextInt(ROLES.size()));
            String group = "g" + random.nextInt(3);
            Map<String, String> labels =
                    hasGroups() && random.nextInt(4) > 0 ? Map.of("role", role, "group", group) : Map.of("role", role);
            TaskTemplate.Builder template = TaskTemplate.builder(
                            role, ResourceList.parse("cpu=" + (1 + random.nextInt(4))))
                    .labels(labels)
                    .priority(random.nextInt(3));
            if (kind == Kind.NEIGHBOURS && role.equals("a")) {
                PodAffinity.Term others = new PodAffinity.Term(Selector.labels(labels), "zone", List.of());
                template.podAffinity(new PodAffinity(List.of(others), List.of(), List.of(), List.of()));
            }
            if (kind == Kind.APART && role.equals("a")) {
                PodAffinity.Term others = new PodAffinity.Term(Selector.labels(labels), "node", List.of());
                template.podAffinity(new PodAffinity(List.of(), List.of(others), List.of(), List.of()));
            }
            if (looksAtOthers() && role.equals("a")) {
                PodAffinity.Term others = new PodAffinity.Term(
                        Selector.labels(Map.of("role", "b")), random.nextBoolean() ? "zone" : "node", List.of());
                template.podAffinity(
                        kind != Kind.AWAY
                                ? new PodAffinity(List.of(others), List.of(), List.of(), List.of())
                                : new PodAffinity(List.of(), List.of(others), List.of(), List.of()));
            }
            if (kind == Kind.SELECTED && random.nextBoolean()) {
                template.nodeSelector(Map.of("zone", random.nextInt(3) == 0 ? "near" : "far"));
            }
            return template.build();
        }

        /** Whether tasks of one role want to be beside those of the other, or away from them. */
        private boolean looksAtOthers() {
            return kind == Kind.BESIDE || kind == Kind.BESIDE_IN_ROLES || kind == Kind.AWAY;
        }

        private boolean hasGroups() {
            return kind == Kind.GROUPS || kind == Kind.GROUPS_IN_DOMAINS;
        }

        private static int count(List<Task> tasks, String role) {
            return (int) tasks.stream().filter(task -> task.role().equals(role)).count();
        }

        /** Where a session places what, by number of the node. */
        Map<TaskId, Integer> session() {
            SessionResult result = RoomThatIsThereTest.session(cluster);
            said = result.explanations().job(job.id()).stream()
                    .map(about -> "\n  said " + about.refusals() + about.tasks() + about.fits() + result.faults())
                    .collect(Collectors.joining());
            Map<TaskId, Integer> placed = new HashMap<>(running);
            result.binds()
                    .forEach(bind ->
                            placed.put(bind.task(), Integer.parseInt(bind.node().substring(1))));
            return result.binds().isEmpty() ? Map.of() : placed;
        }

        /** Whether any of all ways to place its tasks makes it whole. */
        boolean isPossible() {
            return isPossible(new HashMap<>(running), 0);
        }

        private boolean isPossible(Map<TaskId, Integer> placed, int task) {
            if (task == job.tasks().size()) {
                return isWhole(placed);
            }
            TaskId id = job.tasks().get(task).id();
            if (isPossible(placed, task + 1)) {
                return true;
            }
            if (running.containsKey(id)) {
                return false;
            }
            for (int node = 0; node < room.length; node++) {
                placed.put(id, node);
                if (fits(placed, node) && isPossible(placed, task + 1)) {
                    return true;
                }
                placed.remove(id);
            }
            return false;
        }

        private boolean fits(Map<TaskId, Integer> placed, int node) {
            long used = 0;
            for (Task task : job.tasks()) {
                if (placed.getOrDefault(task.id(), -1) == node) {
                    used += task.request().millis(ResourceList.CPU);
                }
            }
            return used <= 1000L * room[node];
        }

        boolean isWhole(Map<TaskId, Integer> placed) {
            List<Task> there = job.tasks().stream()
                    .filter(task -> placed.containsKey(task.id()))
                    .toList();
            return there.size() >= job.minAvailable()
                    && ROLES.stream()
                            .allMatch(role ->
                                    count(there, role) >= job.roleMinimums().getOrDefault(role, 0))
                    && (looksAtOthers() ? areAsOthersAllow(placed, there) : areTogether(placed, there))
                    && groupsAreWhole(placed, there);
        }

        private boolean areAsOthersAllow(Map<TaskId, Integer> placed, List<Task> there) {
            return there.stream().allMatch(task -> {
                PodAffinity affinity = task.template().podAffinity();
                return affinity.required().stream().allMatch(term -> hasBeside(term, task, placed, there))
                        && affinity.requiredAnti().stream().noneMatch(term -> hasBeside(term, task, placed, there));
            });
        }

        private static boolean hasBeside(
                PodAffinity.Term term, Task task, Map<TaskId, Integer> placed, List<Task> there) {
            int node = placed.getOrDefault(task.id(), -1);
            return there.stream()
                    .filter(other -> term.selector().matches(other.template().labels()))
                    .map(other -> placed.getOrDefault(other.id(), -1))
                    .anyMatch(other -> term.topologyKey().equals("node")
                            ? other == node
                            : zone(other).equals(zone(node)));
        }

        private boolean areTogether(Map<TaskId, Integer> placed, List<Task> there) {
            List<Task> social = there.stream()
                    .filter(task -> kind == Kind.DOMAINS
                            || !task.template().podAffinity().required().isEmpty())
                    .toList();
            List<Task> apart = there.stream()
                    .filter(task ->
                            !task.template().podAffinity().requiredAnti().isEmpty())
                    .toList();
            return zones(placed, social) <= 1
                    && apart.stream()
                                    .map(task -> placed.getOrDefault(task.id(), -1))
                                    .distinct()
                                    .count()
                            == apart.size()
                    && there.stream()
                            .allMatch(task -> zone(placed.getOrDefault(task.id(), -1))
                                    .equals(task.template()
                                            .nodeSelector()
                                            .getOrDefault("zone", zone(placed.getOrDefault(task.id(), -1)))));
        }

        private long zones(Map<TaskId, Integer> placed, List<Task> tasks) {
            return tasks.stream()
                    .map(task -> zone(placed.getOrDefault(task.id(), -1)))
                    .distinct()
                    .count();
        }

        private boolean groupsAreWhole(Map<TaskId, Integer> placed, List<Task> there) {
            if (!hasGroups()) {
                return true;
            }
            SubGroupPolicy policy = job.subGroups().getFirst();
            Map<String, List<Task>> placedGroups = there.stream()
                    .filter(task -> groups.containsKey(task.id()))
                    .collect(Collectors.groupingBy(task -> groups.getOrDefault(task.id(), "")));
            return placedGroups.size() >= policy.minGroups()
                    && placedGroups.values().stream()
                            .allMatch(group -> group.size() >= policy.size()
                                    && (kind == Kind.GROUPS || zones(placed, group) == 1));
        }

        String story() {
            StringBuilder story = new StringBuilder("nodes of " + Arrays.toString(room) + ", at least "
                    + job.minAvailable() + ", roles " + job.roleMinimums() + ", groups " + job.subGroups());
            for (Task task : job.tasks()) {
                story.append("\n  ").append(task.name()).append(' ').append(task.template());
            }
            return story.append(said).toString();
        }
    }
}
