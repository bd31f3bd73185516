package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing is held for jobs that something else than room keeps back, and nothing for ever. */
class HeldInVainTest {
    private static final String CONF = """
            actions: "enqueue, allocate"
            tiers:
            - plugins:
              - name: gang
            - plugins:
              - name: proportion
            """;

    private final ManualHost host = new ManualHost(1);
    private final RecordingMaster master = new RecordingMaster();
    private final BatchEngine engine =
            SchedulerConf.read("test", CONF, 1, BatchPlugins.ofClassPath()).engine();
    private final BatchScheduler scheduler = new BatchScheduler(
            "test",
            host,
            master,
            Sessions.atOnce(() -> engine),
            BatchSettings.steady(Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(5), 10),
            BatchListener.NONE);

    private int offers;

    @AfterEach
    void close() {
        engine.close();
    }

    private void queue(String capability) {
        scheduler
                .cluster()
                .putQueue(Queue.builder(Queue.DEFAULT)
                        .capability(ResourceList.parse(capability))
                        .build());
    }

    private static Job.Builder job(String name, int tasks, String request) {
        TaskTemplate template =
                TaskTemplate.builder("worker", ResourceList.parse(request)).build();
        List<Task> made = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            made.add(new Task(new TaskId(name + "-" + i), name + "-" + i, i, template, Instant.EPOCH));
        }
        return Job.builder(new JobId("default", name)).minAvailable(tasks).tasks(made);
    }

    private void offer(String agent, String resources) {
        offers++;
        scheduler.offers(List.of(
                HostOffer.of(new OfferId("o" + offers), new AgentId(agent), agent, Resources.parse(resources))));
    }

    private void pass(int seconds) {
        host.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void nothing_is_held_for_a_job_that_is_not_admitted_though_there_is_room_for_it() {
        queue("cpu=1");
        scheduler.submit(
                job("job", 1, "cpu=2").minResources(ResourceList.parse("cpu=2")).build());
        offer("a", "cpus:4;mem:1024");
        pass(1);
        assertThat(master.take()).containsExactly("decline [o1]", "suppress");

        // It is tried again after a while, without a word from anybody.
        pass(5);
        assertThat(master.take()).containsExactly("revive");
        offer("a", "cpus:4;mem:1024");
        pass(1);
        assertThat(master.take()).containsExactly("decline [o2]", "suppress");

        // And at once when something changes that may help it.
        queue("cpu=2");
        pass(1);
        assertThat(master.take()).containsExactly("revive");
        offer("a", "cpus:4;mem:1024");
        pass(1);
        assertThat(master.launches).hasSize(1);
    }

    @Test
    void nothing_is_held_for_a_queue_that_has_all_it_may_have_until_it_has_less() {
        queue("cpu=2");
        scheduler.submit(job("first", 1, "cpu=2").build());
        offer("a", "cpus:2;mem:1024");
        pass(1);
        scheduler.status(TaskStatus.of(new TaskId("first-0.1"), TaskState.RUNNING));
        master.take();

        scheduler.submit(job("second", 1, "cpu=2").build());
        offer("b", "cpus:2;mem:1024");
        pass(1);
        assertThat(master.take()).contains("decline [o2]", "suppress");

        scheduler.status(TaskStatus.of(new TaskId("first-0.1"), TaskState.FINISHED));
        assertThat(master.take()).containsExactly("revive");
        offer("b", "cpus:2;mem:1024");
        pass(1);
        assertThat(master.launches).hasSize(2);
    }

    @Test
    void offers_are_held_for_a_job_that_is_not_admitted_for_lack_of_room() {
        queue("cpu=100");
        scheduler.submit(
                job("job", 2, "cpu=4").minResources(ResourceList.parse("cpu=8")).build());
        offer("a", "cpus:4;mem:1024");
        pass(5);
        assertThat(scheduler.heldOffers()).isEqualTo(1);

        offer("b", "cpus:4;mem:1024");
        pass(1);
        assertThat(master.launches).hasSize(2);
    }

    @Test
    void one_that_is_kept_back_does_not_keep_room_from_others() {
        queue("cpu=4");
        scheduler.submit(job("barred", 1, "cpu=8")
                .minResources(ResourceList.parse("cpu=8"))
                .build());
        offer("a", "cpus:8;mem:1024");
        pass(1);
        assertThat(master.take()).containsExactly("decline [o1]", "suppress");

        scheduler.submit(job("small", 1, "cpu=1").build());
        assertThat(master.take()).containsExactly("revive");
        offer("a", "cpus:8;mem:1024");
        pass(1);
        assertThat(master.take()).contains("accept [o2] for [small-0.1]", "suppress");
    }

    @Test
    void the_longer_nothing_comes_of_offers_the_longer_they_are_left_to_others() {
        queue("cpu=1000");
        scheduler.submit(job("giant", 100, "cpu=4").build());
        for (int i = 0; i < 6; i++) {
            offer("a", "cpus:4;mem:1024");
            pass(60);
            pass((int) Math.ceil(master.refusals.getLast()));
        }
        assertThat(master.refusals).hasSize(6).isSorted().startsWith(15.0).endsWith(60.0);

        // Whoever comes now is not made to wait for what another one did in vain.
        scheduler.submit(job("small", 2, "cpu=4").build());
        offer("a", "cpus:4;mem:1024");
        pass(60);
        assertThat(master.refusals).endsWith(15.0);
    }

    /** Three agents of which each is offered again as soon as its refusal ends; in the beginning they come far apart. */
    @Test
    void offers_that_come_far_apart_come_to_be_in_hand_together() {
        queue("cpu=1000");
        scheduler.submit(job("gang", 3, "cpu=4").build());
        pass(600);
        SortedMap<Integer, List<String>> arrivals =
                new TreeMap<>(Map.of(0, List.of("a"), 40, List.of("b"), 80, List.of("c")));
        Map<String, String> agents = new HashMap<>();
        master.take();
        for (int second = 0; second < 600 && master.launches.isEmpty(); second++) {
            for (String agent : arrivals.getOrDefault(second, List.of())) {
                offer(agent, "cpus:4;mem:1024");
                agents.put("o" + offers, agent);
            }
            pass(1);
            int back = second + 1 + (master.refusals.isEmpty() ? 0 : (int) Math.ceil(master.refusals.getLast()));
            for (String call : master.take()) {
                agents.forEach((offer, agent) -> {
                    if (call.startsWith("decline ") && call.matches(".*\\b" + offer + "\\b.*")) {
                        arrivals.computeIfAbsent(back, any -> new ArrayList<>()).add(agent);
                    }
                });
            }
        }
        assertThat(master.launches).hasSize(3);
    }

    private void agent(String name, String total) {
        scheduler.agentTotal(new AgentId(name), Resources.parse(total));
    }

    /** All of two agents are offered, a session sees it, and gives it back for good. */
    private void isGivenBackForGood() {
        offer("a", "cpus:4;mem:1024");
        offer("b", "cpus:4;mem:1024");
        pass(1);
        assertThat(master.take()).containsExactly("decline [o1]", "decline [o2]", "suppress");
        pass(600);
        assertThat(master.take()).as("asked for meanwhile").isEmpty();
        assertThat(scheduler.heldOffers()).isZero();
    }

    @Test
    void nothing_is_held_for_a_gang_that_all_agents_together_could_not_take_until_others_come() {
        agent("a", "cpus:4;mem:1024");
        agent("b", "cpus:4;mem:1024");
        queue("cpu=1000");
        scheduler.submit(job("giant", 3, "cpu=4").build());
        isGivenBackForGood();
        assertThat(scheduler.why(new JobId("default", "giant")))
                .as("why it waits")
                .isPresent();

        agent("c", "cpus:2;mem:1024");
        assertThat(master.take()).as("not enough yet").isEmpty();

        agent("c", "cpus:4;mem:1024");
        assertThat(master.take()).containsExactly("revive");
        for (String name : List.of("a", "b", "c")) {
            offer(name, "cpus:4;mem:1024");
        }
        pass(1);
        assertThat(master.launches).hasSize(3);
    }

    @Test
    void enough_in_all_is_no_room_for_a_gang_if_too_few_of_its_tasks_have_a_place() {
        agent("a", "cpus:5;mem:1024");
        agent("b", "cpus:5;mem:1024");
        queue("cpu=1000");
        scheduler.submit(job("bulky", 3, "cpu=3").build());
        isGivenBackForGood();
    }

    @Test
    void a_gang_of_which_one_task_is_too_large_for_every_agent_holds_nothing_for_the_others() {
        agent("a", "cpus:4;mem:1024");
        agent("b", "cpus:4;mem:1024");
        queue("cpu=1000");
        List<Task> tasks = new ArrayList<>(job("odd", 2, "cpu=1").build().tasks());
        tasks.add(new Task(
                new TaskId("odd-2"),
                "odd-2",
                2,
                TaskTemplate.builder("giant", ResourceList.parse("cpu=5")).build(),
                Instant.EPOCH));
        scheduler.submit(Job.builder(new JobId("default", "odd"))
                .minAvailable(3)
                .tasks(tasks)
                .build());
        isGivenBackForGood();
    }

    @Test
    void nothing_is_held_for_a_role_of_which_too_few_have_a_place() {
        agent("a", "cpus:4;mem:1024");
        agent("b", "cpus:4;mem:1024");
        queue("cpu=1000");
        List<Task> tasks = new ArrayList<>(job("roles", 4, "cpu=1").build().tasks());
        for (int i = 4; i < 7; i++) {
            tasks.add(new Task(
                    new TaskId("roles-" + i),
                    "roles-" + i,
                    i,
                    TaskTemplate.builder("server", ResourceList.parse("cpu=3")).build(),
                    Instant.EPOCH));
        }
        scheduler.submit(Job.builder(new JobId("default", "roles"))
                .minAvailable(4)
                .roleMinimums(Map.of("server", 3))
                .tasks(tasks)
                .build());
        isGivenBackForGood();
    }

    @Test
    void tasks_that_ask_for_nothing_are_not_too_many_for_any_agent() {
        agent("a", "cpus:4;mem:1024");
        queue("cpu=1000");
        scheduler.submit(job("modest", 30, "").build());
        offer("a", "cpus:4;mem:1024");
        pass(1);
        assertThat(scheduler.lastSawOffers()).isTrue();
        assertThat(scheduler.cluster().hasTooLarge()).isFalse();
    }

    @Test
    void an_agent_that_left_may_make_a_gang_too_large_that_was_not() {
        agent("a", "cpus:4;mem:1024");
        agent("b", "cpus:4;mem:1024");
        queue("cpu=1000");
        scheduler.submit(job("pair", 2, "cpu=4").build());
        offer("a", "cpus:4;mem:1024");
        pass(30);
        assertThat(scheduler.heldOffers()).as("held for the gang").isEqualTo(1);

        scheduler.agentLost(new AgentId("b"));
        pass(6);

        assertThat(master.take()).containsExactly("decline [o1]", "suppress");
    }

    @Test
    void a_job_that_is_made_smaller_is_tried_again() {
        agent("a", "cpus:4;mem:1024");
        agent("b", "cpus:4;mem:1024");
        queue("cpu=1000");
        scheduler.submit(job("giant", 3, "cpu=4").build());
        isGivenBackForGood();

        scheduler.change(job("giant", 2, "cpu=4").build());
        assertThat(master.take()).containsExactly("revive");
    }

    @Test
    void one_that_never_fits_does_not_keep_room_from_others() {
        agent("a", "cpus:4;mem:1024");
        agent("b", "cpus:4;mem:1024");
        queue("cpu=1000");
        scheduler.submit(job("giant", 3, "cpu=4").build());
        isGivenBackForGood();

        scheduler.submit(job("small", 1, "cpu=1").build());
        assertThat(master.take()).containsExactly("revive");
        offer("a", "cpus:4;mem:1024");
        offer("b", "cpus:4;mem:1024");
        pass(1);
        assertThat(master.take()).contains("accept [o3] for [small-0.1]", "decline [o4]", "suppress");
    }

    @Test
    void nothing_is_held_for_a_job_whose_admission_wants_more_than_all_agents_have() {
        agent("a", "cpus:4;mem:1024");
        agent("b", "cpus:4;mem:1024");
        queue("cpu=10");
        scheduler.submit(job("job", 1, "cpu=1")
                .minResources(ResourceList.parse("cpu=12"))
                .build());
        offer("a", "cpus:4;mem:1024");
        pass(1);
        assertThat(master.take()).containsExactly("decline [o1]", "suppress");
    }

    @Test
    void whoever_is_not_told_what_agents_have_holds_offers_as_before() {
        queue("cpu=1000");
        scheduler.submit(job("giant", 3, "cpu=4").build());
        offer("a", "cpus:4;mem:1024");
        pass(30);
        assertThat(scheduler.heldOffers()).isEqualTo(1);
    }
}
