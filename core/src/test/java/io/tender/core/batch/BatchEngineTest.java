package io.tender.core.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.Chance;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What the engine makes of plugins, good and bad ones. */
class BatchEngineTest {
    private final BatchCluster cluster = new BatchCluster();
    private final List<List<SeatedPlugin>> tiers = new ArrayList<>();

    BatchEngineTest() {
        cluster.putQueue(Queue.builder(Queue.DEFAULT).build());
        tiers.add(new ArrayList<>(List.of(builtIn("priority"), builtIn("gang"))));
        tiers.add(new ArrayList<>());
    }

    private static SeatedPlugin builtIn(String name) {
        return BuiltInPlugins.factories().stream()
                .filter(factory -> factory.name().equals(name))
                .map(factory -> new SeatedPlugin(
                        name, factory.create(Arguments.none(), new PluginSetup(name, false)), Set.of()))
                .findFirst()
                .orElseThrow();
    }

    private void plugin(String name, Supplier<Hooks> hooks) {
        tiers.get(1).add(new SeatedPlugin(name, session -> hooks.get(), Set.of()));
    }

    private void nodes(int count, String size) {
        for (int i = 1; i <= count; i++) {
            cluster.putNode(Node.builder("n" + i, ResourceList.parse(size)).build());
        }
    }

    private void gang(String name, int size, String request) {
        TaskTemplate template =
                TaskTemplate.builder("worker", ResourceList.parse(request)).build();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            tasks.add(new Task(new TaskId(name + "-" + i), name + "-" + i, i, template, Instant.EPOCH));
        }
        cluster.submit(Job.builder(new JobId("d", name)).tasks(tasks).build());
    }

    private SessionResult run() {
        BatchEngine engine = new BatchEngine(
                tiers, List.of(new ActionChoice("enqueue"), new ActionChoice("allocate")), SearchSettings.USUAL);
        return engine.run(cluster.snapshot(), new Cycle("s-1", 1, Instant.EPOCH, Chance.seeded(1)));
    }

    private static List<String> placed(SessionResult result) {
        return result.binds().stream()
                .map(bind -> bind.task() + " on " + bind.node())
                .toList();
    }

    @Test
    void a_gang_starts_whole_or_not_at_all() {
        nodes(1, "cpu=3");
        gang("small", 3, "cpu=1");
        gang("large", 4, "cpu=1");

        SessionResult result = run();

        assertThat(placed(result)).containsExactly("small-0 on n1", "small-1 on n1", "small-2 on n1");
        assertThat(result.explanations()
                        .job(new JobId("d", "large"))
                        .orElseThrow()
                        .fits()
                        .values())
                .first()
                .hasToString("0/1 nodes fit: 1 scheduler: insufficient cpu");
    }

    @Test
    void a_plugin_that_cannot_say_its_reach_is_asked_each_time() {
        nodes(1, "cpu=1");
        gang("a", 1, "cpu=1");
        plugin(
                "broken",
                () -> Hooks.none().predicate(new Predicate() {
                    @Override
                    public Verdict fits(TaskView task, NodeView node) {
                        return Verdict.fits();
                    }

                    @Override
                    public Reach reach(TaskView task) {
                        throw new IllegalStateException("no idea");
                    }
                }));

        SessionResult result = run();

        assertThat(placed(result)).containsExactly("a-0 on n1");
        assertThat(result.faults()).extracting(Fault::plugin).contains("broken");
    }

    @Test
    void who_keeps_answers_for_the_session_is_asked_about_no_machine_that_labels_and_taints_exclude() {
        nodes(2, "cpu=3");
        cluster.putNode(Node.builder("tainted", ResourceList.parse("cpu=3"))
                .taints(List.of(new Taint("gpu", "", Taint.Effect.NO_SCHEDULE)))
                .build());
        gang("gang", 2, "cpu=1");
        List<String> asked = new ArrayList<>();
        tiers.get(1).add(builtIn("predicates"));
        plugin(
                "far",
                () -> Hooks.none().batchPredicate(new BatchPredicate() {
                    @Override
                    public List<Verdict> fits(TaskView task, List<NodeView> nodes, int enough) {
                        nodes.forEach(node -> asked.add(node.name()));
                        return nodes.stream().map(node -> Verdict.fits()).toList();
                    }

                    @Override
                    public Reach reach(TaskView task) {
                        return Reach.MACHINE;
                    }
                }));

        assertThat(placed(run())).hasSize(2);

        assertThat(asked).containsExactly("n1", "n2");
    }

    @Test
    @SuppressWarnings("NullAway") // a plugin that breaks its word
    void no_verdict_is_a_refusal() {
        nodes(1, "cpu=1");
        gang("a", 1, "cpu=1");
        plugin("silent", () -> Hooks.none().predicate((task, node) -> null));

        SessionResult result = run();

        assertThat(placed(result)).isEmpty();
        assertThat(result.faults()).extracting(Fault::plugin).contains("silent");
    }

    @Test
    void too_few_verdicts_do_not_keep_a_session_waiting() {
        nodes(3, "cpu=1");
        gang("a", 1, "cpu=1");
        plugin("lazy", () -> Hooks.none().batchPredicate((task, nodes, enough) -> List.of()));

        SessionResult result = run();

        assertThat(placed(result)).isEmpty();
        assertThat(result.explanations()
                        .job(new JobId("d", "a"))
                        .orElseThrow()
                        .fits()
                        .values())
                .singleElement()
                .asString()
                .contains("3 lazy: the plugin failed: got 0 verdicts about 3 nodes");
        assertThat(result.faults())
                .isNotEmpty()
                .allMatch(fault -> fault.plugin().equals("lazy"));
    }

    @Test
    void an_action_that_fails_leaves_the_others_their_turn() {
        nodes(1, "cpu=1");
        gang("a", 1, "cpu=1");
        plugin(
                "wild",
                () -> Hooks.none().jobEnqueued(job -> {
                    throw new IllegalStateException("not today");
                }));

        SessionResult result = run();

        assertThat(placed(result)).containsExactly("a-0 on n1");
        assertThat(result.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.message()).contains("not today"));
    }

    @Test
    void a_plugin_that_always_fails_does_not_fill_the_memory() {
        nodes(50, "cpu=4");
        gang("a", 100, "cpu=1");
        plugin(
                "noisy",
                () -> Hooks.none().nodeOrder((task, node) -> {
                    throw new IllegalStateException("again");
                }));

        assertThat(run().faults()).hasSize(100);
    }

    @Test
    void an_undone_placement_is_told_with_the_status_it_returns_to_and_its_node() {
        nodes(1, "cpu=2");
        gang("a", 3, "cpu=1");
        List<String> told = new ArrayList<>();
        plugin(
                "listener",
                () -> Hooks.none()
                        .deallocateHandler(task -> told.add(task.id() + " " + task.status() + " "
                                + task.node().map(NodeView::name).orElse("nowhere"))));

        assertThat(placed(run())).isEmpty();

        assertThat(told).containsExactly("a-1 PENDING n1", "a-0 PENDING n1");
    }

    @Test
    void a_gang_that_a_binder_breaks_does_not_start_and_is_told_so() {
        nodes(2, "cpu=2");
        gang("a", 3, "cpu=1");
        List<String> outcome = new ArrayList<>();
        plugin(
                "binder",
                () -> Hooks.none()
                        .binder((task, node) ->
                                Optional.of(Answer.of(!task.name().equals("a-1"), "device is broken")))
                        .outcomeListener((committed, aborted) -> {
                            committed.forEach(task -> outcome.add("committed " + task.name()));
                            aborted.forEach(task -> outcome.add("aborted " + task.name()));
                        }));

        SessionResult result = run();

        assertThat(placed(result)).isEmpty();
        assertThat(outcome).containsExactlyInAnyOrder("aborted a-0", "aborted a-1", "aborted a-2");
        assertThat(result.explanations()
                        .job(new JobId("d", "a"))
                        .orElseThrow()
                        .tasks()
                        .values())
                .anySatisfy(refusal -> {
                    assertThat(refusal.author()).isEqualTo("binder");
                    assertThat(refusal.reason()).isEqualTo("device is broken");
                });
    }

    @Test
    void a_scorer_that_fails_in_between_counts_for_no_node() {
        nodes(3, "cpu=2");
        gang("a", 4, "cpu=1");
        int[] calls = {0};
        plugin(
                "moody",
                () -> Hooks.none().batchNodeOrder(new BatchNodeOrder() {
                    @Override
                    public Scores score(TaskView task, List<NodeView> nodes) {
                        Map<String, Double> scores = new HashMap<>();
                        nodes.forEach(
                                node -> scores.put(node.name(), node.name().equals("n3") ? 100.0 : 1.0));
                        return ++calls[0] == 1 ? Scores.of(scores) : Scores.leftOut();
                    }

                    @Override
                    public Reach reach(TaskView task) {
                        return Reach.NODE;
                    }
                }));

        // The first goes where it is liked best; then nobody's word counts, and names decide.
        assertThat(placed(run())).containsExactly("a-0 on n3", "a-1 on n1", "a-2 on n1", "a-3 on n2");
        assertThat(calls[0]).isEqualTo(2);
    }

    @Test
    void nodes_that_cannot_be_ranked_are_not_chosen() {
        nodes(2, "cpu=2");
        gang("a", 1, "cpu=1");
        plugin("ranker", () -> Hooks.none().batchNodeOrder((task, nodes) -> Scores.failed("out of order")));

        SessionResult result = run();

        assertThat(placed(result)).isEmpty();
        assertThat(result.explanations()
                        .job(new JobId("d", "a"))
                        .orElseThrow()
                        .tasks()
                        .get(new TaskId("a-0")))
                .satisfies(refusal -> assertThat(refusal).hasToString("ranker: out of order"));
    }

    @Test
    void amounts_that_no_number_holds_are_refused_at_the_door() {
        nodes(1, "cpu=1");
        assertThatThrownBy(() -> gang("huge", 10_000, "memory=1Pi"))
                .hasMessageContaining("There cannot be that much of a resource.");
        gang("a", 1, "cpu=1");

        assertThat(placed(run())).containsExactly("a-0 on n1");
    }

    @Test
    void what_was_promised_only_is_told_as_not_committed() {
        nodes(1, "cpu=2");
        gang("old", 2, "cpu=1");
        cluster.setTask(new TaskId("old-0"), TaskStatus.RELEASING, "n1", Instant.EPOCH);
        cluster.setTask(new TaskId("old-1"), TaskStatus.RUNNING, "n1", Instant.EPOCH);
        gang("a", 1, "cpu=1");
        List<String> outcome = new ArrayList<>();
        plugin(
                "listener",
                () -> Hooks.none().outcomeListener((committed, aborted) -> {
                    committed.forEach(task -> outcome.add("committed " + task.name()));
                    aborted.forEach(task -> outcome.add("aborted " + task.name()));
                }));

        assertThat(placed(run())).isEmpty();
        assertThat(outcome).containsExactly("aborted a-0");
    }

    @Test
    void who_chooses_the_node_itself_is_heard_unless_that_is_switched_off() {
        nodes(2, "cpu=4");
        gang("a", 1, "cpu=1");
        BatchPlugin contrary = session -> Hooks.none()
                .nodeOrder((task, node) -> node.name().equals("n1") ? 100 : 0)
                .bestNode((task, scores) ->
                        Optional.of(scores.firstEntry().getValue().getFirst()));

        tiers.get(1).add(new SeatedPlugin("worst-first", contrary, Set.of()));
        assertThat(placed(run())).containsExactly("a-0 on n2");

        tiers.get(1).set(0, new SeatedPlugin("worst-first", contrary, Set.of("enableBestNode")));
        assertThat(placed(run())).containsExactly("a-0 on n1");
    }

    @Test
    void two_plugins_of_one_name_are_refused() {
        tiers.get(1).add(builtIn("gang"));

        assertThatThrownBy(this::run).hasMessageContaining("two plugins are called 'gang'");
    }

    @Test
    void one_plugin_that_cannot_be_closed_does_not_keep_the_others_open() {
        List<String> closed = new ArrayList<>();
        tiers.get(1).add(new SeatedPlugin("first", closing("first", closed, true), Set.of()));
        tiers.get(1).add(new SeatedPlugin("second", closing("second", closed, false), Set.of()));
        BatchEngine engine = new BatchEngine(tiers, List.of(), SearchSettings.USUAL);

        assertThatThrownBy(engine::close).hasMessage("stuck");

        assertThat(closed).containsExactly("second");
    }

    @Test
    void each_plugin_takes_over_from_the_one_of_its_name_before_that_is_closed() {
        List<String> events = new ArrayList<>();
        BatchEngine former = new BatchEngine(
                List.of(List.of(heir("a", "old a", events), heir("b", "old b", events), heir("c", "old c", events))),
                List.of(),
                SearchSettings.USUAL);
        BatchEngine next = new BatchEngine(
                List.of(
                        List.of(heir("c", "new c", events)),
                        List.of(heir("a", "new a", events), heir("d", "d", events))),
                List.of(),
                SearchSettings.USUAL);

        next.replace(former);

        assertThat(events)
                .containsExactly(
                        "new c after old c", "new a after old a", "old a closed", "old b closed", "old c closed");
    }

    @Test
    void a_plugin_that_cannot_take_over_neither_keeps_others_from_it_nor_the_former_ones_open() {
        List<String> events = new ArrayList<>();
        BatchPlugin broken = new BatchPlugin() {
            @Override
            public Hooks open(SessionView session) {
                return Hooks.none();
            }

            @Override
            public void succeed(BatchPlugin before) {
                throw new IllegalStateException("not mine");
            }
        };
        BatchEngine former = new BatchEngine(
                List.of(List.of(heir("a", "old a", events), heir("b", "old b", events))),
                List.of(),
                SearchSettings.USUAL);
        BatchEngine next = new BatchEngine(
                List.of(List.of(new SeatedPlugin("a", broken, Set.of()), heir("b", "new b", events))),
                List.of(),
                SearchSettings.USUAL);

        assertThatThrownBy(() -> next.replace(former)).hasMessage("not mine");

        assertThat(events).containsExactly("new b after old b", "old a closed", "old b closed");
    }

    private record Heir(String words, List<String> events) implements BatchPlugin {
        @Override
        public Hooks open(SessionView session) {
            return Hooks.none();
        }

        @Override
        public void succeed(BatchPlugin former) {
            events.add(words + " after " + (former instanceof Heir heir ? heir.words : former));
        }

        @Override
        public void close() {
            events.add(words + " closed");
        }
    }

    private static SeatedPlugin heir(String name, String words, List<String> events) {
        return new SeatedPlugin(name, new Heir(words, events), Set.of());
    }

    private static BatchPlugin closing(String name, List<String> closed, boolean fails) {
        return new BatchPlugin() {
            @Override
            public Hooks open(SessionView session) {
                return Hooks.none();
            }

            @Override
            public void close() {
                if (fails) {
                    throw new IllegalStateException("stuck");
                }
                closed.add(name);
            }
        };
    }
}
