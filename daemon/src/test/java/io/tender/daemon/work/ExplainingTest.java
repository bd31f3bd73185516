package io.tender.daemon.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.core.batch.life.JobLives;
import io.tender.core.batch.life.LifeListener;
import io.tender.core.services.TaskView;
import io.tender.core.services.UpdateState;
import io.tender.core.services.UpdateView;
import io.tender.core.services.Waiting;
import io.tender.model.AgentId;
import io.tender.model.Attribute;
import io.tender.model.Filters;
import io.tender.model.Resources;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.model.service.Veto;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.runtime.batch.SchedulerConf;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Why work is where it is, or why it has no place. */
class ExplainingTest {
    private static final JobId JOB = new JobId("default", "train");

    /** Takes launches and nothing else. */
    private static final class Launches implements Master {
        final Map<TaskId, AgentId> agents = new HashMap<>();

        @Override
        public void accept(List<OfferId> offers, List<Launch> launches, Filters filters) {
            launches.forEach(launch -> agents.put(launch.task(), launch.agent()));
        }

        @Override
        public void decline(List<OfferId> offers, Filters filters) {}

        @Override
        public void suppress() {}

        @Override
        public void revive() {}

        @Override
        public void kill(TaskId task) {}

        @Override
        public void reconcile(List<TaskId> tasks) {}

        @Override
        public void acceptInverseOffer(AgentId agent) {}
    }

    private final ManualHost host = new ManualHost(1);
    private final Launches master = new Launches();
    private final JobLives lives = new JobLives(host, LifeListener.NONE);
    private final Map<AgentId, ResourceList> empty = new TreeMap<>();
    private BatchEngine engine = engine(SchedulerConf.USUAL);
    private final BatchScheduler scheduler = scheduler();

    private static BatchEngine engine(String conf) {
        return SchedulerConf.read("test", conf, 1, BatchPlugins.ofClassPath()).engine();
    }

    private BatchScheduler scheduler() {
        BatchScheduler made = new BatchScheduler(
                "test",
                host,
                master,
                Sessions.atOnce(() -> engine),
                BatchSettings.steady(Duration.ofSeconds(1), Duration.ofMinutes(10), Duration.ofSeconds(5), 10),
                lives.ears());
        made.cluster().putQueue(Queue.builder("default").build());
        lives.drive(made);
        return made;
    }

    private void apply(String cpu, String zone) {
        apply("train", cpu, zone);
    }

    private void apply(String name, String cpu, String zone) {
        String text = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec:
                  tasks:
                  - name: worker
                    replicas: 2
                    template:
                      spec:
                        nodeSelector: {zone: %s}
                        containers: [{command: [x], resources: {requests: {cpu: %s}}}]
                """.formatted(name, zone, cpu);
        JobDocument job = (JobDocument)
                new Documents(Map.of()).read("f", text).documents().getFirst().document();
        lives.apply(job.spec());
    }

    private void offer(String agent, String zone) {
        scheduler.offers(List.of(new HostOffer(
                new OfferId("o-" + agent),
                new AgentId(agent),
                agent,
                Resources.parse("cpus:4;mem:4096"),
                HostAttributes.of(agent, Attribute.parseAll("zone:" + zone)),
                MaintenanceMode.NONE,
                Optional.empty())));
    }

    private Explanation explain(Optional<TaskId> only) {
        return Explaining.job(
                lives.spec(JOB).orElseThrow(),
                lives.state(JOB).orElseThrow(),
                only,
                scheduler.why(JOB),
                Optional.empty(),
                Optional.empty(),
                run -> Optional.ofNullable(master.agents.get(run)),
                new TooLarge(empty, scheduler.ignored()),
                List.of(new Explanation.Share("queue default", 0.25, 1, "cpu=4", "", "cpu=100")));
    }

    @Test
    void a_job_that_runs_says_where() {
        apply("1", "z1");
        offer("a1", "z1");
        host.advance(Duration.ofSeconds(2));
        master.agents.keySet().stream()
                .sorted()
                .forEach(task -> scheduler.status(TaskStatus.of(task, TaskState.RUNNING)));
        host.advance(Duration.ofSeconds(1));

        Explanation explanation = explain(Optional.empty());

        assertThat(explanation.state()).isEqualTo("Running");
        assertThat(explanation.summary()).isEqualTo("2 of 2 tasks run (enough tasks run).");
        assertThat(explanation.places())
                .containsExactly(
                        new Explanation.Place("worker-0", "running", "a1", ""),
                        new Explanation.Place("worker-1", "running", "a1", ""));
        assertThat(explanation.refusals()).isEmpty();
    }

    @Test
    void a_job_that_waits_says_who_refused_it_and_what_would_help() {
        apply("8", "z1");
        offer("a1", "z1");
        offer("a2", "z2");
        host.advance(Duration.ofSeconds(2));

        Explanation explanation = explain(Optional.empty());

        assertThat(explanation.state()).isEqualTo("Pending");
        assertThat(explanation.refusals()).anySatisfy(no -> {
            assertThat(no.reason()).isEqualTo("insufficient cpu, even if the node were empty");
            assertThat(no.author()).isEqualTo("scheduler");
            assertThat(no.hope()).isFalse();
            assertThat(no.among()).isEqualTo(2);
        });
        assertThat(explanation.summary())
                .isEqualTo("2 of 2 tasks wait: insufficient cpu, even if the node were empty.");
        assertThat(explanation.advice())
                .containsExactly(
                        "add larger agents, or ask for less",
                        "waiting will not help: no agent as it is could ever take it");
        assertThat(ExplanationText.render(explanation))
                .startsWith("Job 'default/train': Pending\n")
                .contains("Who refused:")
                .contains("[scheduler]")
                .contains("queue default  share 25.0%, uses cpu=4, at most cpu=100")
                .contains("What would help:");
    }

    @Test
    void what_an_extender_that_fails_refuses_may_change() {
        engine = engine("""
                actions: "enqueue, allocate"
                tiers:
                - plugins:
                  - {name: gang}
                  - name: extender
                    arguments:
                      extender.urlPrefix: http://127.0.0.1:1/queues
                      extender.predicateVerb: fit
                      extender.retries: 0
                      extender.breaker: false
                """);
        apply("1", "z1");
        offer("a1", "z1");
        host.advance(Duration.ofSeconds(2));

        Explanation explanation = explain(Optional.empty());

        assertThat(explanation.summary())
                .startsWith("2 of 2 tasks wait: Extender 'extender' refused the connection.")
                .endsWith("correct its endpoint.");
        assertThat(explanation.advice())
                .containsExactly("see why the extender fails (tender extenders, and the log); it is asked again in each"
                        + " session");
    }

    @Test
    void what_is_left_to_an_extender_is_no_want_of_agents() {
        engine = engine("""
                actions: "enqueue, allocate"
                tiers:
                - plugins:
                  - {name: gang}
                  - name: extender
                    arguments:
                      extender.dialect: kube
                      extender.urlPrefix: http://127.0.0.1:1/scheduler
                      extender.filterVerb: filter
                      extender.managedResources: [{name: example.com/fpga, ignoredByScheduler: true}]
                      extender.retries: 0
                      extender.breaker: false
                """);
        apply("1, example.com/fpga: 1", "z1");
        offer("a1", "z1");
        empty.put(new AgentId("a1"), ResourceList.parse("cpu=4,memory=64Gi"));
        host.advance(Duration.ofSeconds(2));

        Explanation explanation = explain(Optional.empty());

        assertThat(explanation.summary()).startsWith("2 of 2 tasks wait: Extender 'extender' refused the connection.");
        assertThat(explanation.refusals())
                .noneSatisfy(no -> assertThat(no.author()).isEqualTo(TooLarge.AUTHOR));
        assertThat(explanation.advice()).noneSatisfy(words -> assertThat(words).contains("add"));
    }

    @Test
    void a_job_for_which_nobody_is_evicted_says_who_would_not_have_it() {
        engine = engine("""
                actions: "enqueue, allocate, preempt"
                tiers:
                - plugins: [{name: priority}, {name: gang}]
                """);
        apply("first", "2", "z1");
        offer("a1", "z1");
        host.advance(Duration.ofSeconds(2));
        master.agents.keySet().stream()
                .sorted()
                .forEach(task -> scheduler.status(TaskStatus.of(task, TaskState.RUNNING)));
        host.advance(Duration.ofSeconds(1));
        apply("2", "z1");
        host.advance(Duration.ofSeconds(2));

        Explanation explanation = explain(Optional.empty());

        assertThat(explanation.refusals()).anySatisfy(no -> {
            assertThat(no.author()).isEqualTo("priority");
            assertThat(no.reason()).isEqualTo("nobody is evicted for it: no task there has a lower priority");
        });
    }

    @Test
    void a_job_that_no_agent_could_take_says_so_before_any_is_asked() {
        apply("8", "z1");
        empty.put(new AgentId("a1"), ResourceList.parse("cpu=4,memory=64Gi"));
        empty.put(new AgentId("a2"), ResourceList.parse("cpu=6,memory=64Gi"));

        Explanation explanation = explain(Optional.empty());

        assertThat(explanation.summary())
                .isEqualTo(
                        "2 of 2 tasks wait: insufficient cpu (8 asked for, the largest agent has 6), even if the node"
                                + " were empty.");
        assertThat(explanation.refusals().getFirst().task()).isEqualTo("worker-0 and 1 more");
        assertThat(explanation.advice())
                .containsExactly(
                        "add larger agents, or ask for less",
                        "waiting will not help: no agent as it is could ever take it");
    }

    @Test
    void a_gang_that_all_agents_together_could_not_take_says_so_and_nothing_of_queues() {
        apply("3", "z1");
        empty.put(new AgentId("a1"), ResourceList.parse("cpu=4,memory=64Gi"));
        empty.put(new AgentId("a2"), ResourceList.parse("cpu=1500m,memory=64Gi"));
        offer("a1", "z1");
        host.advance(Duration.ofSeconds(2));

        Explanation explanation = explain(Optional.empty());

        assertThat(explanation.summary())
                .isEqualTo(
                        "2 of 2 tasks wait: insufficient cpu (2 tasks must start together and ask for at least 6, all"
                                + " agents together have 5500m), even if all agents were empty.");
        assertThat(explanation.advice())
                .containsExactly("add agents, or ask for less: smaller requests, fewer tasks, or a lower minAvailable");

        empty.put(new AgentId("a2"), ResourceList.parse("cpu=2,memory=64Gi"));

        Explanation scattered = explain(Optional.empty());
        assertThat(scattered.summary())
                .isEqualTo("2 of 2 tasks wait: no room for all at once: 2 tasks must start together, and 1 of them can,"
                        + " even if all agents were empty.");
        assertThat(scattered.advice()).isEqualTo(explanation.advice());

        empty.put(new AgentId("a2"), ResourceList.parse("cpu=3,memory=64Gi"));

        assertThat(explain(Optional.empty()).summary()).doesNotContain("all agents");
    }

    @Test
    void enough_of_each_on_different_agents_is_not_enough() {
        apply("8, memory: 2Gi", "z1");
        empty.put(new AgentId("a1"), ResourceList.parse("cpu=8,memory=1Mi"));
        empty.put(new AgentId("a2"), ResourceList.parse("cpu=1,memory=64Gi"));

        assertThat(explain(Optional.empty()).refusals().getFirst().reason())
                .startsWith("no agent has all of cpu 8, memory ")
                .endsWith(" together, even if the node were empty");
    }

    @Test
    void what_was_said_of_a_queue_before_anything_waited_is_no_reason() {
        apply("1", "z1");
        Instant before = host.now();
        offer("a1", "z1");
        host.advance(Duration.ofSeconds(2));

        assertThat(master.agents).hasSize(2);
        assertThat(scheduler.whyQueue("default", before)).isPresent();
        assertThat(scheduler.whyQueue("default", host.now().plusMillis(1))).isEmpty();
    }

    @Test
    void a_new_taint_counts_before_the_agent_is_offered_anew() {
        apply("1", "z1");
        offer("a1", "z1");
        List<Attribute> tainted = new ArrayList<>(Attribute.parseAll("zone:z1"));
        tainted.addAll(Taint.attributes("gpu:NoSchedule"));
        scheduler.attributesChanged(new AgentId("a1"), HostAttributes.of("a1", tainted));
        host.advance(Duration.ofSeconds(2));

        assertThat(master.agents).isEmpty();
        assertThat(explain(Optional.empty()).advice())
                .contains("tolerate the taint, or take it off the agent (tender taint)");
    }

    @Test
    void one_task_can_be_asked_about() {
        apply("1", "nowhere");
        offer("a1", "z1");
        host.advance(Duration.ofSeconds(2));

        Explanation explanation = explain(Optional.of(new TaskId("default.train.worker.0")));

        assertThat(explanation.subject()).isEqualTo("Task 'default.train.worker.0'");
        assertThat(explanation.state()).isEqualTo("waiting");
        assertThat(explanation.places()).hasSize(1);
        assertThat(explanation.refusals()).anySatisfy(no -> {
            assertThat(no.author()).isEqualTo("predicates");
            assertThat(no.reason()).contains("labels are not what node selector");
        });
        assertThat(explanation.advice())
                .contains("change nodeSelector or affinity, or give an agent the labels they ask for");
    }

    @Test
    void an_explanation_can_be_given_out_as_json() {
        apply("1", "z1");

        String json = JsonMapper.shared().writeValueAsString(explain(Optional.empty()));

        assertThat(json).contains("\"subject\":\"Job 'default/train'\"").contains("\"shares\":[{");
    }

    private static Optional<String> words(UpdateState state, int done, int waiting, Optional<String> failure) {
        TreeSet<Integer> none = new TreeSet<>();
        TreeSet<Integer> ready = new TreeSet<>(List.of(0, 1, 2).subList(0, done));
        TreeSet<Integer> left = new TreeSet<>(List.of(3, 4, 5).subList(0, waiting));
        return UpdateWords.of(new UpdateView(JobKey.parse("www/prod/hello"), state, left, none, ready, none, failure));
    }

    @Test
    void a_service_says_how_its_update_goes_and_why_it_was_given_up() {
        Optional<String> failure = Optional.of("the new task of instance 0 became FAILED");
        assertThat(words(UpdateState.ROLLING_FORWARD, 1, 3, Optional.empty()))
                .contains("An update is under way: 1 of 4 instances are done.");
        assertThat(words(UpdateState.ROLLED_BACK, 1, 0, failure))
                .hasValueSatisfying(said -> assertThat(said)
                        .contains("rolled back since the new task of instance 0 became FAILED", "from before it"));
        assertThat(words(UpdateState.FAILED, 1, 0, failure))
                .hasValueSatisfying(said -> assertThat(said).contains("given up since", "as it left them"));
        assertThat(words(UpdateState.ROLLED_FORWARD, 3, 0, Optional.empty())).isEmpty();
        Explanation placed = new Explanation("s", "placed", "All is well.", List.of(), List.of(), List.of(), List.of());
        assertThat(placed.saying(Optional.of("More.")).summary()).isEqualTo("All is well. More.");
        assertThat(placed.saying(Optional.empty())).isEqualTo(placed);
    }

    @Test
    void a_service_task_without_a_place_says_why() {
        TaskConfig config =
                TaskConfig.of(JobKey.parse("www/prod/hello"), ResourceBundle.parse("cpus:1;mem:128;disk:64"));
        TaskView task = new TaskView(
                new TaskId("t1"),
                new InstanceKey(config.job(), 0),
                config,
                TaskState.PENDING,
                0,
                Optional.empty(),
                new TreeMap<>(),
                0);
        Waiting waiting = new Waiting(
                task.id(),
                TaskState.PENDING,
                5_000,
                2_000,
                3,
                new TreeMap<>(Map.of("Insufficient: cpu", 2, "Constraint not satisfied: rack", 1)),
                List.of(new Veto(Veto.Reason.INSUFFICIENT, "cpu", 1, Veto.FILTER)),
                List.of("The offer set failed."));

        Explanation one = Explaining.service(task, Optional.of(waiting), Optional.empty(), Optional.empty(), List.of());
        Explanation all = Explaining.service(
                "www/prod/hello",
                new ArrayList<>(List.of(task)),
                Map.of(task.id(), waiting),
                Map.of(),
                Optional.empty(),
                List.of());

        assertThat(one.summary()).isEqualTo("Insufficient: cpu; tried again in 2 s. The offer set failed.");
        assertThat(one.refusals())
                .extracting(no -> no.agents() + " of " + no.among() + ": " + no.reason())
                .containsExactly("1 of 3: Constraint not satisfied: rack", "2 of 3: Insufficient: cpu");
        assertThat(one.advice())
                .containsExactly(
                        "change the constraint, or give an agent the attribute it asks for",
                        "wait for tasks to end, add agents, or ask for less");
        assertThat(all.summary())
                .isEqualTo("0 of 1 instances have a place; the others wait: Insufficient: cpu. The offer set failed.");
    }

    private static List<String> adviceOnOffers(String reason) {
        TaskConfig config =
                TaskConfig.of(JobKey.parse("www/prod/hello"), ResourceBundle.parse("cpus:1;mem:128;disk:64"));
        TaskView task = new TaskView(
                new TaskId("t1"),
                new InstanceKey(config.job(), 0),
                config,
                TaskState.PENDING,
                0,
                Optional.empty(),
                new TreeMap<>(),
                0);
        Waiting waiting = new Waiting(
                task.id(), TaskState.PENDING, 5_000, 2_000, 3, new TreeMap<>(Map.of(reason, 3)), List.of(), List.of());
        List<String> one = Explaining.service(task, Optional.of(waiting), Optional.empty(), Optional.empty(), List.of())
                .advice();
        List<String> all = Explaining.service(
                        "www/prod/hello",
                        new ArrayList<>(List.of(task)),
                        Map.of(task.id(), waiting),
                        Map.of(),
                        Optional.empty(),
                        List.of())
                .advice();
        assertThat(all).isEqualTo(one);
        return one;
    }

    /** Only what is offered was looked at: other machines may be full now, and as they are asked for. */
    @Test
    void of_a_service_it_is_never_said_that_waiting_will_not_help() {
        assertThat(adviceOnOffers("Offer without CPU or RAM"))
                .containsExactly("wait for agents with free cpus and memory");
        assertThat(adviceOnOffers("Constraint not satisfied: rack"))
                .containsExactly("change the constraint, or give an agent the attribute it asks for");
        assertThat(adviceOnOffers("Host drained for maintenance"))
                .containsExactly("wait for the maintenance to end, or add agents");
        assertThat(adviceOnOffers("Host reserved by preemption"))
                .containsExactly("wait until those have their place for whom the machine is kept");
        assertThat(adviceOnOffers("Left out by the offer set: kube-offer-set: insufficient quota"))
                .containsExactly(
                        "see what orders the offers, and why it leaves them out (tender extenders); it is asked again with"
                                + " each try");
        assertThat(adviceOnOffers("Not bound: kube-offer-set: port taken"))
                .containsExactly("see why the extender would not bind it; it is asked again with each try");
    }
}
