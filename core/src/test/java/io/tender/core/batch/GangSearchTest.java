package io.tender.core.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Node;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

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
        List<Task> tasks = new ArrayList<>();
        for (String size : sizes) {
            TaskTemplate template =
                    TaskTemplate.builder("r", ResourceList.parse("cpu=" + size)).build();
            String task = name + "-" + tasks.size();
            tasks.add(new Task(new TaskId(task), task, tasks.size(), template, Instant.EPOCH));
        }
        cluster.submit(Job.builder(new JobId("d", name)).tasks(tasks).build());
    }

    private void plugin(Hooks hooks) {
        own.add(new SeatedPlugin("own", session -> hooks, Set.of()));
    }

    private SessionResult run() {
        BatchEngine engine = new BatchEngine(
                List.of(List.of(builtIn("priority"), builtIn("gang")), own),
                List.of(new ActionChoice("enqueue"), new ActionChoice("allocate")),
                SearchSettings.USUAL);
        return engine.run(cluster.snapshot(), new Cycle("s-1", 1, Instant.EPOCH, Chance.seeded(1)));
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
        String[] sizes = new String[60];
        String[] nodes = new String[60];
        for (int i = 0; i < sizes.length; i++) {
            // Each takes half of a node and a little: there is no way, but to be sure of it takes for ever.
            sizes[i] = "5" + (i % 10) + "0m";
            nodes[i] = i < 29 ? "1" : "499m";
        }
        nodes(nodes);
        job("gang", sizes);
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
}
