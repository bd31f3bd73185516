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
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.Chance;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps the second look at a gang within bounds, and what others have to say about the way it finds. */
class GangSearchTest {
    private static final JobId GANG = new JobId("d", "gang");

    private final BatchCluster cluster = new BatchCluster();
    private final Map<String, Integer> asked = new HashMap<>();
    private final List<SeatedPlugin> own = new ArrayList<>();

    GangSearchTest() {
        cluster.putQueue(Queue.builder(Queue.DEFAULT).build());
    }

    private void nodes(String... sizes) {
        for (int i = 0; i < sizes.length; i++) {
            cluster.putNode(Node.builder("n" + (i + 1), ResourceList.parse("cpu=" + sizes[i]))
                    .build());
        }
    }

    /** A job that needs all of its tasks, in this order. */
    private void job(String name, String... sizes) {
        job(name, 0, sizes);
    }

    private void job(String name, int priority, String... sizes) {
        job(Queue.DEFAULT, name, priority, sizes);
    }

    private void job(String queue, String name, int priority, String... sizes) {
        List<Task> tasks = new ArrayList<>();
        for (String size : sizes) {
            TaskTemplate template =
                    TaskTemplate.builder("r", ResourceList.parse("cpu=" + size)).build();
            String task = name + "-" + tasks.size();
            tasks.add(new Task(new TaskId(task), task, tasks.size(), template, Instant.EPOCH));
        }
        cluster.submit(Job.builder(new JobId("d", name))
                .queue(queue)
                .priority(priority)
                .tasks(tasks)
                .build());
    }

    private static String[] hardToFill() {
        String[] nodes = new String[20];
        Arrays.fill(nodes, "1");
        return nodes;
    }

    /**
     * For twenty nodes of one core: of these three go on each, which are 993m at the most; so there is no way for a little more than that,
     * but to be sure of it takes for ever.
     */
    private static String[] hopeless() {
        String[] sizes = new String[60];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = (301 + 10 * (i % 7) + (i < 8 ? 10 : 0)) + "m";
        }
        return sizes;
    }

    private void plugin(Hooks hooks) {
        own.add(new SeatedPlugin("own", session -> hooks, Set.of()));
    }

    private SessionResult run() {
        return run(1, "enqueue", "allocate");
    }

    private SessionResult run(int session, String... actions) {
        BatchEngine engine = new BatchEngine(
                List.of(List.of(builtIn("priority"), builtIn("gang")), own),
                Arrays.stream(actions).map(ActionChoice::new).toList(),
                SearchSettings.USUAL);
        return engine.run(cluster.snapshot(), new Cycle("s-" + session, session, Instant.EPOCH, Chance.seeded(1)));
    }

    private static SeatedPlugin builtIn(String name) {
        return BuiltInPlugins.factories().stream()
                .filter(factory -> factory.name().equals(name))
                .map(factory -> new SeatedPlugin(
                        name, factory.create(Arguments.none(), new PluginSetup(name, false)), Set.of()))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> placed(SessionResult result) {
        return result.binds().stream()
                .map(bind -> bind.task() + " on " + bind.node())
                .sorted()
                .toList();
    }

    @Test
    void who_is_asked_last_may_refuse_the_way_that_was_found_and_another_is_looked_for() {
        nodes("4", "3", "4");
        job("gang", "1", "1", "1", "4");
        plugin(Hooks.none()
                .batchPredicate((task, nodes, enough) -> nodes.stream()
                        .map(node -> {
                            asked.merge(task.name() + " on " + node.name(), 1, Integer::sum);
                            boolean no =
                                    task.name().equals("gang-3") && node.name().equals("n1");
                            return no ? Verdict.never("not there") : Verdict.fits();
                        })
                        .toList())
                // The usual order uses the large nodes up.
                .nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU)));

        SessionResult result = run();

        assertThat(placed(result)).contains("gang-3 on n3").hasSize(4);
        assertThat(asked.getOrDefault("gang-3 on n1", 0)).isPositive();
    }

    @Test
    void the_one_node_that_will_do_is_tried_though_many_others_have_less_room_to_spare() {
        nodes("6", "6", "6", "6", "6", "6", "7");
        job("gang", "2", "6");
        plugin(Hooks.none()
                .predicate(new Predicate() {
                    @Override
                    public Verdict fits(TaskView task, NodeView node) {
                        boolean no =
                                task.name().equals("gang-1") && !node.name().equals("n7");
                        return no ? Verdict.never("another machine") : Verdict.fits();
                    }

                    @Override
                    public Reach reach(TaskView task) {
                        return Reach.MACHINE;
                    }
                })
                // The usual order uses the largest node up.
                .nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU)));

        assertThat(placed(run())).contains("gang-1 on n7").hasSize(2);
    }

    @Test
    void a_way_that_is_refused_while_it_is_made_leaves_nothing_behind() {
        nodes("4", "3");
        job("gang", "1", "1", "1", "4");
        job("later", "1", "1");
        plugin(Hooks.none()
                .nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU))
                .allocateHandler(task -> task.name().equals("gang-3") ? Answer.no("not that one") : Answer.ofYes()));

        SessionResult result = run();

        assertThat(placed(result)).hasSize(2).allMatch(bind -> bind.startsWith("later"));
    }

    @Test
    void a_gang_for_which_no_way_is_found_costs_a_bounded_number_of_questions_and_is_told_so() {
        nodes(hardToFill());
        job("gang", hopeless());
        job("later", "400m");
        int[] questions = new int[1];
        plugin(Hooks.none().predicate((task, node) -> {
            questions[0]++;
            return Verdict.fits();
        }));

        SessionResult result = run();

        assertThat(placed(result)).hasSize(1).allMatch(bind -> bind.startsWith("later"));
        assertThat(questions[0]).isLessThan(40_000);
        assertThat(result.explanations().job(GANG).orElseThrow().refusals())
                .extracting(Refusal::question)
                .contains("search");
    }

    @Test
    void a_gang_of_equal_tasks_is_not_looked_at_twice() {
        nodes("3", "3");
        job("gang", "2", "2", "2");
        int[] questions = new int[1];
        plugin(Hooks.none().predicate((task, node) -> {
            questions[0]++;
            return Verdict.fits();
        }));

        assertThat(placed(run())).isEmpty();

        assertThat(questions[0])
                .as("two nodes for each of two tasks at the most")
                .isLessThanOrEqualTo(4);
    }

    @Test
    void who_never_finds_a_gang_ready_is_asked_a_bounded_number_of_times() {
        nodes("4", "3", "4", "3", "4", "3");
        job("gang", "1", "1", "1", "4", "2", "3");
        int[] questions = new int[1];
        plugin(Hooks.none()
                .nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU))
                .jobReady(job -> {
                    questions[0]++;
                    return Answer.no("never");
                }));

        SessionResult result = run();

        assertThat(placed(result)).isEmpty();
        assertThat(questions[0]).isBetween(2, 80);
    }

    @Test
    void many_gangs_that_somebody_never_finds_ready_do_not_take_his_time_from_others() {
        nodes("4", "3", "4", "3", "4", "3");
        for (int i = 100; i < 200; i++) {
            job("gang" + i, "1", "1", "1", "4", "2", "3");
        }
        int[] questions = new int[1];
        plugin(Hooks.none()
                .nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU))
                .jobReady(job -> {
                    questions[0]++;
                    return Answer.no("never");
                }));

        assertThat(placed(run())).isEmpty();

        assertThat(questions[0]).as("each is asked about a few times").isBetween(100, 500);
    }

    @Test
    void nodes_that_are_not_for_a_gang_do_not_stand_in_the_way_of_those_that_are() {
        nodes("4", "4", "4", "4", "4", "4", "5", "3");
        job("gang", "1", "1", "1", "5");
        plugin(Hooks.none()
                .nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU))
                .predicate(new Predicate() {
                    @Override
                    public Verdict fits(TaskView task, NodeView node) {
                        boolean small = node.allocatable().millis(ResourceList.CPU) == 4_000;
                        return small ? Verdict.never("not for it") : Verdict.fits();
                    }

                    @Override
                    public Reach reach(TaskView task) {
                        return Reach.MACHINE;
                    }
                }));

        assertThat(placed(run())).hasSize(4).contains("gang-3 on n7");
    }

    @Test
    void a_task_without_requests_that_fits_nowhere_does_not_keep_a_gang_from_starting_that_is_ready_without_it() {
        nodes("4", "3");
        List<Task> tasks = new ArrayList<>(tasks(
                1, TaskTemplate.builder("part", ResourceList.parse("cpu=1")).build()));
        tasks.addAll(tasks(
                1, TaskTemplate.builder("whole", ResourceList.parse("cpu=4")).build()));
        tasks.addAll(tasks(
                1,
                labelled("launcher", "pods=1")
                        .nodeSelector(Map.of("not", "there"))
                        .build()));
        tasks.addAll(tasks(1, beside("launcher", "worker", "cpu=1").build()));
        cluster.submit(Job.builder(GANG).minAvailable(3).tasks(tasks).build());
        own.add(builtIn("predicates"));
        // The usual order uses the large node up.
        plugin(Hooks.none().nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU)));

        assertThat(placed(run())).containsExactly("part-0 on n2", "whole-0 on n1");
    }

    @Test
    void a_gang_that_is_one_place_short_is_not_told_that_there_may_be_a_way() {
        String[] nodes = new String[19];
        Arrays.fill(nodes, "5");
        String[] sizes = new String[21];
        Arrays.fill(sizes, "4");
        sizes[0] = "1";
        nodes(nodes);
        job("gang", sizes);

        SessionResult result = run();

        assertThat(placed(result)).isEmpty();
        assertThat(result.explanations().job(GANG).orElseThrow().refusals())
                .extracting(Refusal::question)
                .doesNotContain("search");
    }

    /** A launcher of one core, which comes last, and workers of four that have to be in its zone. */
    private void launcherAndWorkers(String name, int workers) {
        PodAffinity.Term launcher =
                new PodAffinity.Term(Selector.labels(Map.of("role", "launcher")), "zone", List.of());
        TaskTemplate worker = TaskTemplate.builder("worker", ResourceList.parse("cpu=4"))
                .podAffinity(new PodAffinity(List.of(launcher), List.of(), List.of(), List.of()))
                .build();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            tasks.add(new Task(new TaskId(name + "-" + i), name + "-" + i, i, worker, Instant.EPOCH));
        }
        TaskTemplate last = TaskTemplate.builder("launcher", ResourceList.parse("cpu=1"))
                .labels(Map.of("role", "launcher"))
                .build();
        tasks.add(new Task(new TaskId(name + "-launcher"), name + "-launcher", workers, last, Instant.EPOCH));
        cluster.submit(Job.builder(new JobId("d", name)).tasks(tasks).build());
    }

    private void zoned(String name, String size, String zone) {
        cluster.putNode(Node.builder(name, ResourceList.parse("cpu=" + size + " pods=1000"))
                .labels(Map.of("zone", zone))
                .build());
    }

    @Test
    void those_who_have_to_be_beside_others_wait_for_them_though_these_come_last() {
        zoned("n1", "3000", "z");
        launcherAndWorkers("large", 600);
        own.add(builtIn("predicates"));

        SessionResult result = run();

        assertThat(placed(result)).hasSize(601);
    }

    private static List<Task> tasks(int number, TaskTemplate template) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            String name = template.role() + "-" + i;
            tasks.add(new Task(new TaskId(name), name, i, template, Instant.EPOCH));
        }
        return tasks;
    }

    /** Tasks that have to be in the zone of those of another role. */
    private static TaskTemplate.Builder beside(String other, String role, String request) {
        PodAffinity.Term term = new PodAffinity.Term(Selector.labels(Map.of("role", other)), "zone", List.of());
        return TaskTemplate.builder(role, ResourceList.parse(request))
                .podAffinity(new PodAffinity(List.of(term), List.of(), List.of(), List.of()));
    }

    private static TaskTemplate.Builder labelled(String role, String request) {
        return TaskTemplate.builder(role, ResourceList.parse(request)).labels(Map.of("role", role));
    }

    @Test
    void those_to_be_beside_whom_the_gang_can_do_without_leave_their_room_to_those_it_needs() {
        for (int i = 0; i < 6; i++) {
            zoned("a" + i, "3", "A");
        }
        for (int i = 0; i < 11; i++) {
            zoned("b" + i, "2", "B");
        }
        List<Task> tasks = new ArrayList<>(tasks(20, labelled("ps", "cpu=2").build()));
        tasks.addAll(tasks(20, beside("ps", "worker", "cpu=1").build()));
        cluster.submit(Job.builder(GANG)
                .minAvailable(21)
                .roleMinimums(Map.of("ps", 1, "worker", 20))
                .tasks(tasks)
                .build());
        own.add(builtIn("predicates"));
        // The usual order takes a node of the zone that is too small for all.
        plugin(Hooks.none().nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU)));

        assertThat(placed(run()))
                .filteredOn(bind -> bind.startsWith("worker"))
                .hasSize(20)
                .allMatch(bind -> bind.contains(" on b"));
    }

    @Test
    void those_to_be_beside_whom_the_gang_could_do_without_come_first_where_others_of_it_need_them() {
        zoned("n1", "2", "one");
        zoned("n2", "2", "two");
        List<Task> tasks = new ArrayList<>(tasks(2, labelled("ps", "cpu=1").build()));
        tasks.addAll(tasks(2, beside("ps", "worker", "cpu=1").build()));
        cluster.submit(Job.builder(GANG)
                .minAvailable(3)
                .roleMinimums(Map.of("worker", 2))
                .tasks(tasks)
                .build());
        own.add(builtIn("predicates"));
        // The usual order uses one of the nodes up.
        plugin(Hooks.none().nodeOrder((task, node) -> -node.idle().millis(ResourceList.CPU)));

        assertThat(placed(run())).hasSize(4);
    }

    @Test
    void the_zone_with_room_for_all_is_found_among_many_where_only_the_first_of_them_has_room() {
        for (int zone = 0; zone < 200; zone++) {
            for (int i = 0; i < 5; i++) {
                zoned("n" + zone + "-" + i, zone == 150 || i == 0 ? "4" : "1", "z" + zone);
            }
        }
        launcherAndWorkers("gang", 4);
        own.add(builtIn("predicates"));
        // The usual order takes a node on which nobody else of them has room.
        plugin(Hooks.none().nodeOrder((task, node) -> -node.idle().millis(ResourceList.CPU)));

        assertThat(placed(run())).hasSize(5).allMatch(bind -> bind.contains(" on n150-"));
    }

    @Test
    void nodes_outside_of_all_zones_are_not_taken_for_one_with_much_room() {
        for (int i = 0; i < 100; i++) {
            cluster.putNode(
                    Node.builder("n" + i, ResourceList.parse("cpu=8 pods=100")).build());
        }
        zoned("z1", "3", "one");
        zoned("z2", "9", "two");
        List<Task> tasks =
                new ArrayList<>(tasks(1, labelled("launcher", "cpu=1").build()));
        tasks.addAll(tasks(4, beside("launcher", "worker", "cpu=2").build()));
        cluster.submit(Job.builder(GANG).tasks(tasks).build());
        own.add(builtIn("predicates"));

        assertThat(placed(run())).hasSize(5).allMatch(bind -> bind.endsWith(" on z2"));
    }

    @Test
    void gangs_that_their_queue_has_no_room_for_are_not_told_that_there_may_be_a_way_and_leave_the_tries_to_others() {
        String[] nodes = new String[50];
        Arrays.fill(nodes, "5");
        nodes(nodes);
        cluster.putNode(Node.builder("x1", ResourceList.parse("cpu=9")).build());
        cluster.putNode(Node.builder("x2", ResourceList.parse("cpu=8")).build());
        cluster.putQueue(
                Queue.builder("small").capability(ResourceList.parse("cpu=20")).build());
        String[] sizes = new String[16];
        Arrays.fill(sizes, "2");
        sizes[0] = "1";
        for (int i = 100; i < 200; i++) {
            job("small", "gang" + i, 0, sizes);
        }
        // The usual order uses the largest nodes up.
        job("z", "4", "4", "9");
        own.add(builtIn("capacity"));
        plugin(Hooks.none().nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU)));

        SessionResult result = run();

        assertThat(placed(result)).contains("z-2 on x1").hasSize(3);
        for (int i = 100; i < 200; i++) {
            Explanations.OfJob about =
                    result.explanations().job(new JobId("d", "gang" + i)).orElseThrow();
            assertThat(about.refusals()).extracting(Refusal::question).doesNotContain("search");
            assertThat(about.tasks().values())
                    .extracting(Refusal::reason)
                    .contains("queue 'small' would exceed its capability: cpu 21 of 20");
        }
    }

    @Test
    void thousands_of_nodes_that_are_not_for_a_gang_cost_it_no_tries() {
        for (int i = 0; i < 10_000; i++) {
            cluster.putNode(Node.builder("n" + i, ResourceList.parse("cpu=4")).build());
        }
        for (int size : new int[] {8, 6}) {
            cluster.putNode(Node.builder("gpu" + size, ResourceList.parse("cpu=" + size))
                    .labels(Map.of("gpu", "yes"))
                    .build());
        }
        List<Task> tasks = new ArrayList<>();
        for (String size : List.of("2", "2", "2", "8")) {
            TaskTemplate template = TaskTemplate.builder("r", ResourceList.parse("cpu=" + size))
                    .nodeSelector(Map.of("gpu", "yes"))
                    .build();
            String task = "gang-" + tasks.size();
            tasks.add(new Task(new TaskId(task), task, tasks.size(), template, Instant.EPOCH));
        }
        cluster.submit(Job.builder(GANG).tasks(tasks).build());
        own.add(builtIn("predicates"));
        plugin(Hooks.none().nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU)));

        assertThat(placed(run())).contains("gang-3 on gpu8").hasSize(4);
    }

    @Test
    void a_gang_that_has_to_be_close_together_comes_to_the_one_of_many_domains_where_there_is_a_way() {
        for (int rack = 0; rack < 40; rack++) {
            List<String> members = new ArrayList<>();
            for (int i = 0; i < (rack == 30 ? 40 : 20); i++) {
                members.add(node("n" + rack + "-" + i, "1"));
            }
            members.add(node("x1-" + rack, "4"));
            members.add(node("x2-" + rack, "3003m"));
            cluster.putHyperNode(new HyperNode("rack" + rack, 1, "", members, List.of()));
        }
        List<Task> tasks = new ArrayList<>();
        Stream.concat(Stream.of("1001m", "1001m", "1001m", "4"), Arrays.stream(hopeless()))
                .forEach(size -> {
                    TaskTemplate template = TaskTemplate.builder("r", ResourceList.parse("cpu=" + size))
                            .build();
                    String task = "gang-" + tasks.size();
                    tasks.add(new Task(new TaskId(task), task, tasks.size(), template, Instant.EPOCH));
                });
        cluster.submit(Job.builder(GANG)
                .topology(new NetworkTopology(true, OptionalInt.of(1), Optional.empty()))
                .tasks(tasks)
                .build());
        own.add(builtIn("network-topology-aware"));
        // The usual order uses the large nodes up.
        plugin(Hooks.none().nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU)));
        List<String> started = new ArrayList<>();
        for (int session = 1; session <= 10; session++) {
            started.addAll(placed(run(session, "enqueue", "allocate")));
        }

        assertThat(started).contains("gang-3 on x1-30");
    }

    private String node(String name, String size) {
        cluster.putNode(Node.builder(name, ResourceList.parse("cpu=" + size)).build());
        return name;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 9, 16})
    void another_domain_comes_first_in_each_session(int racks) {
        for (int rack = 0; rack < racks; rack++) {
            List<String> members = List.of(node("x1-" + rack, "4"), node("x2-" + rack, "3"));
            cluster.putHyperNode(new HyperNode("rack" + rack, 1, "", members, List.of()));
        }
        List<Task> tasks = new ArrayList<>(tasks(
                1, TaskTemplate.builder("part", ResourceList.parse("cpu=1")).build()));
        tasks.addAll(tasks(
                1, TaskTemplate.builder("whole", ResourceList.parse("cpu=4")).build()));
        cluster.submit(Job.builder(GANG)
                .topology(new NetworkTopology(true, OptionalInt.of(1), Optional.empty()))
                .tasks(tasks)
                .build());
        own.add(builtIn("network-topology-aware"));
        // The usual order uses the large nodes up.
        plugin(Hooks.none().nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU)));
        List<String> before = List.of();
        for (int session = 1; session <= 4; session++) {
            List<String> now = placed(run(session, "enqueue", "allocate"));
            assertThat(now).as("session " + session).hasSize(2).isNotEqualTo(before);
            before = now;
        }
    }

    @Test
    void gangs_that_are_tried_in_vain_in_each_session_do_not_keep_one_behind_them_from_starting() {
        nodes(hardToFill());
        cluster.putNode(Node.builder("x1", ResourceList.parse("cpu=4")).build());
        cluster.putNode(Node.builder("x2", ResourceList.parse("cpu=3003m")).build());
        for (int i = 10; i < 50; i++) {
            job("gang" + i, hopeless());
        }
        job("z", "1001m", "1001m", "1001m", "4");
        // The large nodes are for the last gang.
        plugin(Hooks.none()
                .nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU))
                .predicate((task, node) ->
                        node.name().startsWith("x") == task.job().id().name().equals("z")
                                ? Verdict.fits()
                                : Verdict.never("not for it")));
        List<String> started = new ArrayList<>();
        for (int session = 1; session <= 6; session++) {
            started.addAll(placed(run(session, "enqueue", "allocate")));
        }

        assertThat(started).contains("z-3 on x1");
    }

    @Test
    void a_gang_of_too_many_tasks_is_told_that_no_other_way_was_looked_for() {
        nodes("4", "3");
        String[] sizes = new String[502];
        Arrays.fill(sizes, "1");
        sizes[0] = "2";
        job("gang", sizes);

        assertThat(run().explanations().job(GANG).orElseThrow().refusals())
                .anyMatch(refusal ->
                        refusal.question().equals("search") && refusal.reason().contains("more than 500"));
    }

    @Test
    void nobody_is_evicted_for_a_way_that_somebody_refuses_who_is_asked_last() {
        nodes("4", "3");
        TaskTemplate low =
                TaskTemplate.builder("r", ResourceList.parse("cpu=2")).build();
        Task running = new Task(new TaskId("low-0"), "low-0", 0, low, Instant.EPOCH);
        JobId below = new JobId("d", "low");
        cluster.submit(
                Job.builder(below).minAvailable(0).tasks(List.of(running)).build());
        cluster.setPhase(below, JobPhase.RUNNING);
        cluster.setTask(running.id(), TaskStatus.RUNNING, "n1", Instant.EPOCH);
        job("gang", 5, "1", "1", "1", "4");
        plugin(Hooks.none()
                .nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU))
                .batchPredicate((task, nodes, enough) -> nodes.stream()
                        .map(node -> task.name().equals("gang-3") ? Verdict.never("nowhere") : Verdict.fits())
                        .toList()));

        assertThat(run(1, "enqueue", "allocate", "gangpreempt").evictions()).isEmpty();
    }

    @Test
    void who_refuses_a_placement_of_the_way_that_was_found_is_named() {
        nodes("4", "3");
        job("gang", "1", "1", "1", "4");
        plugin(Hooks.none()
                .nodeOrder((task, node) -> node.idle().millis(ResourceList.CPU))
                .allocateHandler(task -> task.name().equals("gang-3") ? Answer.no("not that one") : Answer.ofYes()));

        assertThat(run().explanations().job(GANG).orElseThrow().tasks().values())
                .extracting(Refusal::reason)
                .contains("not that one");
    }
}
