package io.tender.daemon.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.batch.life.LifeAction;
import io.tender.core.batch.life.LifePhase;
import io.tender.core.services.TaskView;
import io.tender.core.services.UpdateState;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskReport;
import io.tender.daemon.master.Change;
import io.tender.daemon.master.MasterRefusal;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.batch.JobId;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is applied together is applied whole or not at all, and what cannot be says why. */
class WorkDeskTest {
    private static final JobId TRAIN = new JobId("default", "train");

    private final Workshop shop = new Workshop();

    private static String job(int replicas, String more) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: train, annotations: {scheduling.k8s.io/group-name: gang}}
                spec:
                  %s
                  minAvailable: 1
                  tasks:
                  - name: worker
                    replicas: %d
                    template: {spec: {containers: [{command: [x], resources: {requests: {cpu: 1}}}]}}
                """.formatted(more, replicas);
    }

    private static String group(int members, String queue) {
        return """
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: PodGroup
                metadata: {name: gang}
                spec: {minMember: %d, queue: %s}
                """.formatted(members, queue);
    }

    private static String queue(String name, String spec, String state) {
        return """
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: Queue
                metadata: {name: %s}
                spec: {%s}
                status: {state: %s}
                """.formatted(name, spec, state);
    }

    private static String service(int instances) {
        return service(instances, "serve");
    }

    private static String service(int instances, String command) {
        return """
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: hello}
                spec: {role: www, instances: %d, resources: {cpu: 1, memory: 64Mi, disk: 1Mi}, command: %s}
                """.formatted(instances, command);
    }

    private static void assertRefused(ThrowingCallable order, MasterRefusal.Kind kind, String... words) {
        assertThatThrownBy(order)
                .isInstanceOfSatisfying(
                        MasterRefusal.class,
                        refusal -> assertThat(refusal.kind()).isEqualTo(kind))
                .hasMessageContainingAll(words);
    }

    private static List<String> reasons(ApplyOutcome outcome) {
        assertThat(outcome).isInstanceOf(ApplyOutcome.Refused.class);
        return ((ApplyOutcome.Refused) outcome).reasons();
    }

    // Together

    @Test
    void a_group_and_its_job_grow_together_though_neither_could_alone() {
        shop.apply(group(2, "default"), job(2, ""));
        assertThat(reasons(shop.apply(group(4, "default")).getFirst()).getFirst())
                .contains("minAvailable 4 of 2");

        assertThat(shop.apply(group(4, "default"), job(4, "")))
                .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(ApplyOutcome.Changed.class));

        assertThat(shop.desk.views().jobs().getFirst().state().tasks()).hasSize(4);
    }

    @Test
    void one_that_is_refused_leaves_everything_as_it_was() {
        shop.apply(group(2, "default"), job(2, ""), queue("q", "weight: 1", "Open"), service(2));
        List<Change> before = shop.kept();

        List<ApplyOutcome> outcomes = shop.apply(
                queue("q", "weight: 7", "Open"),
                queue("new", "weight: 1", "Open"),
                group(3, "default"),
                job(2, "maxRetry: 5"),
                service(100_000));

        assertThat(outcomes.get(0)).isEqualTo(new ApplyOutcome.Withheld());
        assertThat(outcomes.get(1)).isEqualTo(new ApplyOutcome.Withheld());
        assertThat(outcomes.get(2)).isEqualTo(new ApplyOutcome.Withheld());
        assertThat(reasons(outcomes.get(3)).getFirst()).contains("minAvailable 3 of 2");
        assertThat(reasons(outcomes.get(4)).getFirst()).contains("so many instances");
        assertThat(shop.kept()).isEqualTo(before);
        assertThat(shop.desk.views().queues()).hasSize(2);
        assertThat(shop.apply(group(2, "default"), job(2, ""))).containsOnly(new ApplyOutcome.Unchanged());
    }

    @Test
    void a_service_whose_update_is_refused_keeps_the_one_under_way() {
        shop.apply(service(2));
        shop.apply(service(3, "serve-anew"));

        reasons(shop.apply(service(100_000)).getFirst());

        assertThat(shop.desk
                        .views()
                        .services()
                        .getFirst()
                        .update()
                        .orElseThrow()
                        .state()
                        .isOver())
                .isFalse();
    }

    private UpdateState updateOfService() {
        return shop.desk.views().services().getFirst().update().orElseThrow().state();
    }

    @Test
    void an_update_is_paused_also_over_a_restart_and_resumed_and_aborted() {
        shop.apply(service(2));
        JobKey hello = JobKey.parse("www/prod/hello");
        assertRefused(
                () -> shop.desk.command(hello, UpdateAction.PAUSE), MasterRefusal.Kind.CONFLICT, "not being updated");
        shop.apply(service(2, "serve-anew"));
        shop.desk.command(hello, UpdateAction.PAUSE);
        shop.settle();
        assertThat(updateOfService()).isEqualTo(UpdateState.ROLL_FORWARD_PAUSED);

        shop.restart();
        shop.settle();
        assertThat(updateOfService()).isEqualTo(UpdateState.ROLL_FORWARD_PAUSED);
        assertThat(shop.desk.views().services().getFirst().tasks())
                .as("one instance is new, and the other is still what it was")
                .extracting(TaskView::config)
                .hasSize(2)
                .doesNotHaveDuplicates();

        shop.desk.command(hello, UpdateAction.RESUME);
        shop.settle();
        assertThat(updateOfService()).isEqualTo(UpdateState.ROLLING_FORWARD);

        shop.desk.command(hello, UpdateAction.ABORT);
        shop.settle();
        assertThat(updateOfService()).isEqualTo(UpdateState.ABORTED);
    }

    private List<TaskView> tasksOfService() {
        return shop.desk.views().services().getFirst().tasks();
    }

    private long placed() {
        return tasksOfService().stream()
                .filter(task -> task.agent().isPresent())
                .count();
    }

    @Test
    void another_number_of_instances_is_no_update_and_all_begin_or_end_at_once() {
        shop.agent("a1", "cpus:16;mem:16384;disk:16384");
        shop.agent("a2", "cpus:16;mem:16384;disk:16384");
        shop.apply(service(1));
        shop.pass(Duration.ofSeconds(2));

        shop.apply(service(6));
        assertThat(tasksOfService()).hasSize(6);
        for (int i = 0; i < 30; i++) {
            shop.pass(Duration.ofSeconds(1));
        }
        assertThat(placed()).isEqualTo(6);
        assertThat(shop.desk.views().services().getFirst().update()).isEmpty();

        shop.apply(service(2));
        assertThat(tasksOfService().stream()
                        .filter(task -> task.state() == TaskState.KILLING)
                        .map(task -> task.instance().instance()))
                .containsExactly(2, 3, 4, 5);
        shop.restart();
        assertThat(tasksOfService().stream()
                        .filter(task -> task.state() != TaskState.KILLING)
                        .map(task -> task.instance().instance()))
                .as("kept in the same turn")
                .containsExactly(0, 1);
    }

    @Test
    void new_instances_are_kept_from_the_turn_they_are_asked_for_in() {
        shop.apply(service(1));
        shop.apply(service(4));
        shop.restart();
        assertThat(tasksOfService()).hasSize(4);
        assertThat(shop.desk.views().services().getFirst().update()).isEmpty();
    }

    @Test
    void more_instances_after_an_update_that_was_given_up_are_like_those_that_are_there() {
        shop.apply(service(2));
        shop.apply(service(2, "serve-anew"));
        shop.desk.command(JobKey.parse("www/prod/hello"), UpdateAction.PAUSE);
        shop.apply(service(3, "serve-anew"));
        assertThat(updateOfService()).as("still paused").isEqualTo(UpdateState.ROLL_FORWARD_PAUSED);
        shop.desk.command(JobKey.parse("www/prod/hello"), UpdateAction.ABORT);
        shop.settle();
        List<TaskView> before = tasksOfService();

        shop.apply(service(4, "serve-anew"));

        assertThat(updateOfService()).as("nothing is tried again").isEqualTo(UpdateState.ABORTED);
        assertThat(tasksOfService()).startsWith(before.getFirst()).hasSize(4);
        assertThat(tasksOfService().getLast().config())
                .isEqualTo(before.getLast().config());
        assertThat(shop.desk
                        .explain(new DocumentId("Service", "www/prod/hello"), Optional.empty())
                        .summary())
                .contains("The last update was aborted");
    }

    /** What the agent says became of the only task of the service, which has a place by then. */
    private void report(RunState state) {
        TaskView task = tasksOfService().getFirst();
        shop.master.report(new TaskReport(
                new TaskKey(new FrameworkId("services"), task.id()),
                task.agent().orElseThrow(),
                state,
                UUID.randomUUID(),
                Instant.EPOCH,
                "",
                "",
                Optional.empty()));
        shop.pass(Duration.ofSeconds(5));
    }

    /** The new task of the only instance fails, so that the update is on its way back. */
    private void goBack() {
        shop.agent("a", "cpus:2;mem:4096;disk:4096");
        shop.apply(service(1));
        shop.pass(Duration.ofSeconds(5));
        report(RunState.RUNNING);
        shop.apply(service(1, "serve-anew"));
        report(RunState.KILLED);
        report(RunState.FAILED);
        assertThat(updateOfService()).isEqualTo(UpdateState.ROLLING_BACK);
    }

    @Test
    void another_number_of_instances_is_refused_while_an_update_goes_back() {
        goBack();
        List<Change> before = shop.kept();

        assertThat(reasons(shop.apply(service(2, "serve-anew")).getFirst()).getFirst())
                .contains("is going back to what it was", "wait until it is ROLLED_BACK");

        assertThat(shop.kept()).isEqualTo(before);
        assertThat(updateOfService()).isEqualTo(UpdateState.ROLLING_BACK);
        assertThat(shop.apply(service(1, "serve-better")).getFirst())
                .as("another config takes the place of what failed")
                .isInstanceOf(ApplyOutcome.Changed.class);
    }

    @Test
    void why_an_update_went_back_is_still_known_after_a_restart() {
        goBack();
        report(RunState.RUNNING);
        shop.pass(Duration.ofMinutes(1));
        assertThat(updateOfService()).isEqualTo(UpdateState.ROLLED_BACK);

        shop.restart();

        assertThat(shop.desk
                        .explain(new DocumentId("Service", "www/prod/hello"), Optional.empty())
                        .summary())
                .contains("The last update was rolled back since the new task of instance 0 became FAILED");
    }

    /** As stores have it that were written before why an update ended was kept: the word alone. */
    private void keepWordAlone(UpdateState state) {
        shop.master.putDocument("ServiceUpdate", "www/prod/hello", "\"" + state + "\"");
    }

    @Test
    void an_update_that_went_back_before_the_reason_was_kept_is_still_known_to_have_gone_back() {
        goBack();
        report(RunState.RUNNING);
        shop.pass(Duration.ofMinutes(1));
        List<TaskView> before = tasksOfService();
        keepWordAlone(UpdateState.ROLLED_BACK);

        shop.restart();

        assertThat(shop.desk
                        .explain(new DocumentId("Service", "www/prod/hello"), Optional.empty())
                        .summary())
                .contains("The last update was rolled back: instances have the config from before it.");
        assertThat(shop.desk.views().services().getFirst().update())
                .as("nothing is tried again")
                .isEmpty();
        assertThat(tasksOfService().getFirst().config())
                .isEqualTo(before.getFirst().config());
    }

    @Test
    void an_update_that_was_paused_before_the_reason_was_kept_is_still_paused() {
        shop.apply(service(2));
        shop.apply(service(2, "serve-anew"));
        shop.desk.command(JobKey.parse("www/prod/hello"), UpdateAction.PAUSE);
        shop.settle();
        keepWordAlone(UpdateState.ROLL_FORWARD_PAUSED);

        shop.restart();

        assertThat(updateOfService()).isEqualTo(UpdateState.ROLL_FORWARD_PAUSED);
    }

    // Queues

    @Test
    void a_group_does_not_lead_past_a_closed_or_unknown_queue() {
        shop.apply(queue("shut", "weight: 1", "Open"), queue("open", "weight: 1", "Open"), group(1, "open"));
        shop.apply(queue("shut", "weight: 1", "Closed"));

        assertThat(reasons(shop.apply(group(1, "shut")).getFirst()).getFirst()).contains("takes no work");
        assertThat(reasons(shop.apply(group(1, "opne")).getFirst()).getFirst()).contains("not there", "'open'");

        shop.apply(queue("open", "weight: 1", "Closed"));
        assertThat(reasons(shop.apply(job(1, "")).getFirst()).getFirst()).contains("'open'", "takes no work");

        shop.desk.delete(QueueDocument.id("open"));
        shop.settle();
        assertThat(reasons(shop.apply(job(1, "")).getFirst()).getFirst()).contains("'open'", "not there");
        assertThat(shop.desk.views().jobs()).isEmpty();
    }

    @Test
    void a_group_is_not_deleted_when_its_job_would_fall_into_a_closed_queue() {
        shop.apply(queue("a", "weight: 1", "Open"), queue("b", "weight: 1", "Open"));
        shop.apply(group(1, "a"), job(1, "queue: b"));
        shop.apply(queue("b", "weight: 1", "Closed"));
        List<Change> before = shop.kept();

        assertRefused(
                () -> shop.desk.delete(PodGroupDocument.id(new JobId("default", "gang"))),
                MasterRefusal.Kind.CONFLICT,
                "'b'",
                "takes no work");

        assertThat(shop.kept()).isEqualTo(before);
        assertThat(shop.desk.views().groups()).hasSize(1);
    }

    @Test
    void queues_cannot_be_above_themselves() {
        List<ApplyOutcome> ring = shop.apply(
                queue("a", "parent: c", "Open"), queue("b", "parent: a", "Open"), queue("c", "parent: b", "Open"));
        assertThat(ring)
                .allSatisfy(outcome -> assertThat(reasons(outcome).getFirst()).contains("above itself", "a"));

        shop.apply(queue("a", "parent: root", "Open"), queue("b", "parent: a", "Open"));
        assertThat(reasons(shop.apply(queue("a", "parent: b", "Open")).getFirst())
                        .getFirst())
                .contains("a below b below a");
        assertThat(reasons(shop.apply(queue("root", "parent: b", "Open")).getFirst())
                        .getFirst())
                .contains("root below b below a below root");
    }

    // Over a restart

    @Test
    void what_a_changed_group_made_of_a_job_is_so_after_a_restart() {
        shop.apply(group(2, "default"), job(4, ""));
        shop.apply(group(3, "default"));
        shop.restart();

        shop.agent("a", "cpus:2;mem:4096");
        shop.pass(Duration.ofSeconds(3));
        assertThat(shop.desk.views().jobs().getFirst().state().runs())
                .as("two have room, three are needed")
                .isEmpty();

        assertThat(shop.apply(group(2, "default"))).doesNotContain(new ApplyOutcome.Unchanged());
        shop.pass(Duration.ofSeconds(10));
        assertThat(shop.desk.views().jobs().getFirst().state().runs()).hasSize(2);
    }

    @Test
    void what_waits_for_its_time_waits_on_after_a_restart() {
        shop.apply(job(2, "policies: [{event: PodPending, action: AbortJob, timeout: 60s}]"));
        assertThat(shop.desk.views().jobs().getFirst().state().delayed()).hasSize(2);
        assertThat(shop.kept())
                .filteredOn(change ->
                        change instanceof Change.DocumentPut put && put.kind().equals("JobDelay"))
                .as("each for itself, so that one that is done costs no more than itself")
                .hasSize(2);
        shop.restart();

        assertThat(shop.desk.views().jobs().getFirst().state().delayed()).hasSize(2);
        shop.pass(Duration.ofSeconds(61));

        assertThat(shop.desk.views().jobs().getFirst().state().phase()).isEqualTo(LifePhase.ABORTED);
        assertThat(shop.kept())
                .noneMatch(change ->
                        change instanceof Change.DocumentPut put && put.kind().equals("JobDelay"));
    }

    // Actions

    @Test
    void actions_that_would_do_nothing_are_refused_with_what_holds() {
        shop.apply(job(1, ""));
        assertRefused(
                () -> shop.desk.command(TRAIN, LifeAction.RESUME_JOB), MasterRefusal.Kind.CONFLICT, "Pending", "to do");
        shop.desk.command(TRAIN, LifeAction.TERMINATE_JOB);
        shop.settle();

        for (LifeAction action : List.of(LifeAction.RESTART_JOB, LifeAction.ABORT_JOB, LifeAction.RESUME_JOB)) {
            assertRefused(
                    () -> shop.desk.command(TRAIN, action),
                    MasterRefusal.Kind.CONFLICT,
                    "Terminated",
                    action.word(),
                    "apply the job again");
        }
        assertRefused(() -> shop.desk.restart(TRAIN, "worker-0"), MasterRefusal.Kind.CONFLICT, "Terminated");
    }

    @Test
    void a_job_that_was_stopped_only_goes_on() {
        shop.apply(job(1, ""));
        shop.desk.command(TRAIN, LifeAction.ABORT_JOB);
        shop.settle();
        assertRefused(
                () -> shop.desk.command(TRAIN, LifeAction.RESTART_JOB), MasterRefusal.Kind.CONFLICT, "resume it first");

        shop.desk.command(TRAIN, LifeAction.RESUME_JOB);
        shop.settle();

        assertThat(shop.desk.views().jobs().getFirst().state().phase()).isEqualTo(LifePhase.PENDING);
    }

    @Test
    void instances_that_are_not_there_are_not_restarted() {
        shop.apply(service(2));

        assertRefused(
                () -> shop.desk.restart(JobKey.parse("www/prod/hello"), List.of(1, 7)),
                MasterRefusal.Kind.UNKNOWN,
                "[1, 7]",
                "one of 0, 1");
    }

    // Explanations

    @ParameterizedTest
    @CsvSource({"worker-1", "worker-", "other-0", "worker"})
    void what_is_no_task_is_not_explained(String task) {
        shop.apply(job(1, ""), service(1));

        assertRefused(
                () -> shop.desk.explain(JobDocument.id(TRAIN), Optional.of(task)),
                MasterRefusal.Kind.UNKNOWN,
                "worker",
                "to do");
        assertRefused(
                () -> shop.desk.explain(new DocumentId("Service", "www/prod/hello"), Optional.of(task)),
                MasterRefusal.Kind.UNKNOWN,
                "www/prod/hello",
                "one of 0");
    }

    @Test
    void one_instance_of_a_service_is_explained_by_its_number() {
        shop.apply(service(2));

        assertThat(shop.desk
                        .explain(new DocumentId("Service", "www/prod/hello"), Optional.of("1"))
                        .places())
                .singleElement()
                .satisfies(place -> assertThat(place.task()).endsWith("/1"));
    }

    @Test
    void without_offers_it_is_said_why_there_are_none() {
        shop.apply(job(1, ""), service(1));
        shop.pass(Duration.ofSeconds(5));
        assertThat(summary())
                .contains("1 of 1 tasks wait: no offers were held: there are no agents")
                .doesNotContain("of nothing");
        assertThat(shop.desk
                        .explain(new DocumentId("Service", "www/prod/hello"), Optional.empty())
                        .refusals())
                .singleElement()
                .satisfies(no -> assertThat(no.reason()).contains("there are no agents"));

        shop.agent("a", "cpus:2;mem:4096");
        shop.master.unreachable(new AgentId("a"), "gone");
        shop.pass(Duration.ofSeconds(5));
        assertThat(summary()).contains("none of the 1 agents can be reached");

        shop.agent("a", "cpus:2;mem:4096");
        shop.master.operator().deactivate(new AgentId("a"));
        shop.pass(Duration.ofSeconds(5));
        assertThat(summary()).contains("all 1 agents are deactivated or drained");
    }

    /** Of an extender that nobody runs, asked at this verb, in sessions of gangs. */
    private static String asking(String verb) {
        return """
                actions: "enqueue, allocate"
                tiers:
                - plugins:
                  - name: gang
                  - name: extender
                    arguments:
                      extender.urlPrefix: http://127.0.0.1:1
                      extender.%s: x
                      extender.retries: 0
                      extender.breaker: false
                """.formatted(verb);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"queueOverusedVerb", "jobReadyVerb", "prioritizeVerb", "allocateFuncVerb", "onSessionOpenVerb"})
    void what_an_extender_keeps_waiting_says_so_first_also_while_no_offers_are_held(String verb) {
        shop.schedule(asking(verb));
        shop.agent("a", "cpus:2;mem:4096");
        shop.agent("b", "cpus:2;mem:4096");
        shop.apply(job(2, ""));
        shop.pass(Duration.ofSeconds(5));
        for (int second = 0; second < 20; second++) {
            shop.pass(Duration.ofSeconds(1));
            assertThat(summary()).startsWith("2 of 2 tasks wait: Extender 'extender' refused the connection.");
        }

        shop.master.unreachable(new AgentId("a"), "gone");
        shop.master.unreachable(new AgentId("b"), "gone");
        shop.pass(Duration.ofSeconds(5));
        assertThat(summary()).contains("none of the 2 agents can be reached");
    }

    @Test
    void the_share_of_a_job_s_queue_is_told_beside_that_of_its_role() {
        shop.agent("a", "cpus:2;mem:4096");
        shop.apply(job(1, ""));
        shop.pass(Duration.ofSeconds(5));

        assertThat(shop.desk.explain(JobDocument.id(TRAIN), Optional.empty()).shares())
                .extracting(Explanation.Share::whose)
                .containsExactly("role batch", "queue default");
        Explanation.Share queue = shop.desk
                .explain(JobDocument.id(TRAIN), Optional.empty())
                .shares()
                .getLast();
        assertThat(queue.share()).isPositive();
        assertThat(queue.used()).contains("cpu=");
        assertThat(queue.limit()).isEmpty();
    }

    private String summary() {
        return shop.desk.explain(JobDocument.id(TRAIN), Optional.empty()).summary();
    }
}
