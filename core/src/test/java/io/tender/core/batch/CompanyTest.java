package io.tender.core.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
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
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.PluginSetup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers that have to be beside their launcher, which is the last of their job. */
class CompanyTest {
    private final BatchCluster cluster = new BatchCluster();

    CompanyTest() {
        for (int i = 1; i <= 4; i++) {
            cluster.putNode(Node.builder("n" + i, ResourceList.parse("cpu=4 pods=100"))
                    .labels(Map.of("zone", i <= 2 ? "near" : "far"))
                    .build());
        }
        cluster.putQueue(
                Queue.builder("low").deserved(ResourceList.parse("cpu=1")).build());
        cluster.putQueue(
                Queue.builder("high").deserved(ResourceList.parse("cpu=15")).build());
    }

    private static Task task(String job, int number, TaskTemplate template) {
        String name = job + "-" + number;
        return new Task(new TaskId(name), name, number, template, Instant.EPOCH);
    }

    private Job.Builder gang(int workers) {
        return gang(workers, "cpu=1");
    }

    private Job.Builder gang(int workers, String launches) {
        PodAffinity.Term launcher =
                new PodAffinity.Term(Selector.labels(Map.of("role", "launcher")), "zone", List.of());
        TaskTemplate worker = TaskTemplate.builder("worker", ResourceList.parse("cpu=2"))
                .podAffinity(new PodAffinity(List.of(launcher), List.of(), List.of(), List.of()))
                .build();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            tasks.add(task("gang", i, worker));
        }
        tasks.add(task(
                "gang",
                workers,
                TaskTemplate.builder("launcher", ResourceList.parse(launches))
                        .labels(Map.of("role", "launcher"))
                        .build()));
        return Job.builder(new JobId("d", "gang")).queue("high").priority(5).tasks(tasks);
    }

    private void fill(String queue) {
        TaskTemplate one =
                TaskTemplate.builder("r", ResourceList.parse("cpu=1")).build();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            tasks.add(task("low", i, one));
        }
        JobId id = new JobId("d", "low");
        cluster.submit(Job.builder(id).queue(queue).minAvailable(0).tasks(tasks).build());
        cluster.setPhase(id, JobPhase.RUNNING);
        for (int i = 0; i < 16; i++) {
            cluster.setTask(new TaskId("low-" + i), TaskStatus.RUNNING, "n" + (1 + i / 4), Instant.EPOCH);
        }
    }

    private SessionResult run(String... actions) {
        List<List<SeatedPlugin>> tiers = List.of(
                List.of(builtIn("priority"), builtIn("gang")), List.of(builtIn("predicates"), builtIn("capacity")));
        try (BatchEngine engine =
                new BatchEngine(tiers, Stream.of(actions).map(ActionChoice::new).toList(), SearchSettings.USUAL)) {
            return engine.run(cluster.snapshot(), new Cycle("s", 1, Instant.EPOCH, Chance.seeded(1)));
        }
    }

    private static SeatedPlugin builtIn(String name) {
        return BuiltInPlugins.factories().stream()
                .filter(factory -> factory.name().equals(name))
                .map(factory -> new SeatedPlugin(
                        name, factory.create(Arguments.none(), new PluginSetup(name, false)), Set.of()))
                .findFirst()
                .orElseThrow();
    }

    /** The actions for gangs take all that a job can spare. */
    @ParameterizedTest
    @CsvSource({"preempt, 7", "reclaim, 7", "gangpreempt, 16", "gangreclaim, 15"})
    void room_is_made_for_all_of_them(String action, int victims) {
        assertThatRoomIsMade(action, gang(3).build(), victims);
    }

    @ParameterizedTest
    @CsvSource({"preempt, 6", "reclaim, 6"})
    void room_is_made_for_those_who_have_to_be_beside_a_launcher_that_asks_for_nothing(String action, int victims) {
        assertThatRoomIsMade(action, gang(3, "pods=1").build(), victims);
    }

    private void assertThatRoomIsMade(String action, Job gang, int victims) {
        fill(action.endsWith("reclaim") ? "low" : "high");
        cluster.submit(gang);
        cluster.setPhase(gang.id(), JobPhase.INQUEUE);

        SessionResult result = run("enqueue", "allocate", action);

        assertThat(result.promised()).hasSize(4);
        assertThat(result.evictions()).hasSize(victims);

        for (Decision decision : result.decisions()) {
            switch (decision) {
                case Decision.Evict evict ->
                    cluster.setTask(evict.task(), TaskStatus.SUCCEEDED, evict.node(), Instant.EPOCH);
                case Decision.Nominate nominate -> cluster.nominate(nominate.task(), nominate.node());
                default -> {}
            }
        }
        assertThat(run("enqueue", "allocate", action).binds()).as("they start").hasSize(4);
    }

    @Test
    void what_a_job_has_beyond_its_gang_is_placed_beside_them_in_the_same_session() {
        cluster.submit(gang(3).minAvailable(2).build());

        assertThat(run("enqueue", "allocate").binds()).hasSize(4);
    }

    @Test
    void a_launcher_that_asks_for_nothing_is_placed_with_those_who_have_to_be_beside_it() {
        cluster.submit(gang(4, "pods=1").build());

        assertThat(run("enqueue", "allocate", "backfill").binds()).hasSize(5);
    }

    @Test
    void a_launcher_that_asks_for_nothing_goes_where_there_is_room_for_those_who_have_to_be_beside_it() {
        cluster.putNode(Node.builder("a", ResourceList.parse("cpu=3"))
                .labels(Map.of("zone", "small"))
                .build());
        cluster.submit(gang(4, "pods=1").build());

        assertThat(run("enqueue", "allocate", "backfill").binds())
                .hasSize(5)
                .extracting(Decision.Bind::node)
                .doesNotContain("a");
    }
}
