package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.spi.offers.BindQuery;
import io.tender.spi.offers.Objection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** An offer set that has a say in what starts. */
class BindingTest {
    private static final JobKey OTHER = JobKey.parse("www/prod/other");

    private final class Binder extends WaitingSetTest.Odd {
        Binder() {
            super(true);
        }

        @Override
        public boolean binds(TaskGroupKey group, ResourceBundle request) {
            return interested;
        }

        @Override
        public Map<TaskId, Objection> bind(BindQuery query) {
            bound.add(query);
            return say.apply(query);
        }
    }

    private final List<BindQuery> bound = new ArrayList<>();
    private boolean interested = true;
    private Function<BindQuery, Map<TaskId, Objection>> say = query -> Map.of();
    private Stage stage = stage();

    private Stage stage(String... settings) {
        List<String> all = new ArrayList<>(List.of("enable_preemptor=false", "offer_set_answer_timeout=5secs"));
        all.addAll(List.of(settings));
        return new Stage(Stage.settings(all.toArray(String[]::new)), setup -> new Binder());
    }

    private static Map<TaskId, Objection> refuse(BindQuery query, int... which) {
        Map<TaskId, Objection> refused = new HashMap<>();
        for (int i : which) {
            refused.put(query.tasks().get(i), new Objection("gpu", "no device", false));
        }
        return refused;
    }

    /** One job with one task, for which a place was found and nothing was said yet. */
    private OfferId placed() {
        OfferId offer = stage.offer("a");
        stage.submit(Stage.small(), 1).tick().answerAll();
        assertThat(bindsAsked()).isEqualTo(1);
        return offer;
    }

    private long bindsAsked() {
        return stage.questions.stream()
                .filter(question -> question.set() instanceof Errand)
                .count();
    }

    /** Has the set answer what it was asked. */
    private void answer() {
        List<Stage.Question> asked = List.copyOf(stage.questions);
        stage.questions.clear();
        for (Stage.Question question : asked) {
            List<HostOffer> order = new ArrayList<>();
            question.set().getOrdered(question.query()).forEach(order::add);
            question.answer().ordered(order);
        }
    }

    private TaskState state() {
        return stage.task(0).state();
    }

    private Map<String, Integer> why() {
        return stage.scheduler.why(stage.task(0).id()).orElseThrow().reasons();
    }

    @Test
    void a_task_starts_once_the_set_has_bound_it() {
        OfferId offer = placed();
        assertThat(stage.launched).isEmpty();
        assertThat(state()).isEqualTo(TaskState.ASSIGNED);

        answer();
        assertThat(stage.accepted.get(offer)).hasSize(1);
        assertThat(stage.declined).isEmpty();
        BindQuery query = bound.getFirst();
        assertThat(query.tasks()).containsExactly(stage.task(0).id());
        assertThat(query.offer().agent()).isEqualTo(new AgentId("a"));
        assertThat(query.request().cpuMillis()).isEqualTo(1000);
        assertThat(stage.metric("offer_set_binds")).isEqualTo(1);
        assertThat(stage.metric("offer_set_not_bound")).isZero();
    }

    @Test
    void nobody_else_gets_the_offer_meanwhile_and_everybody_else_goes_on() {
        placed();
        stage.submit(Stage.config(OTHER.toString(), "cpus:1;mem:128;disk:64"), 1)
                .passMillis(100);
        assertThat(stage.task(OTHER, 0).state()).isEqualTo(TaskState.PENDING);

        stage.offer("b");
        stage.pass(Duration.ofSeconds(3));
        answer();
        answer();
        assertThat(stage.agents()).isEqualTo("a");
        assertThat(stage.agents(OTHER)).isEqualTo("b");
        assertThat(stage.launched).hasSize(2);
    }

    @Test
    void who_is_not_interested_is_not_asked() {
        interested = false;
        stage.offer("a");
        stage.submit(Stage.small(), 1).tick().answerAll();
        assertThat(stage.launched).hasSize(1);
        assertThat(stage.questions).isEmpty();
    }

    @Test
    void a_refused_task_waits_again_with_the_reason_and_its_offer_goes_back_at_once() {
        OfferId offer = placed();
        say = query -> refuse(query, 0);
        answer();

        assertThat(state()).isEqualTo(TaskState.PENDING);
        assertThat(why()).isEqualTo(Map.of("Not bound: gpu: no device", 1));
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().pendingReason())
                .isEqualTo("Not bound: gpu: no device");
        assertThat(stage.launched).isEmpty();
        assertThat(stage.declined).containsExactly(offer);
        assertThat(stage.filters).containsExactly(Filters.ofSeconds(0));
        assertThat(stage.metric("offer_set_not_bound")).isEqualTo(1);

        // Not before the penalty is over.
        stage.offer("a");
        stage.passMillis(500);
        assertThat(stage.questions).isEmpty();
        say = query -> Map.of();
        stage.pass(Duration.ofSeconds(3)).answerAll();
        answer();
        assertThat(stage.launched).hasSize(1);
        assertThat(bound.getLast().tasks())
                .as("the same task as before")
                .isEqualTo(bound.getFirst().tasks());
    }

    @Test
    void of_several_tasks_on_an_offer_only_the_refused_wait() {
        stage = stage("max_tasks_per_offer=3");
        stage.offer("a");
        stage.submit(Stage.small(), 3).tick().answerAll();
        say = query -> refuse(query, 1);
        answer();

        assertThat(bound).hasSize(1);
        assertThat(stage.launched).hasSize(2);
        assertThat(stage.agents()).isEqualTo("a - a");
        assertThat(stage.declined).isEmpty();
    }

    @Test
    void each_offer_of_an_attempt_is_asked_about_by_itself_and_the_group_goes_on_when_all_are_settled() {
        for (String agent : List.of("a", "b", "c")) {
            stage.offer(agent);
        }
        stage.submit(Stage.small(), 4).tick().answerAll();
        assertThat(bindsAsked()).isEqualTo(3);
        Stage.Question last = stage.questions.removeLast();
        answer();
        assertThat(stage.launched).hasSize(2);

        stage.offer("d");
        stage.pass(Duration.ofSeconds(2));
        assertThat(stage.questions).as("its group is not tried again yet").isEmpty();
        stage.questions.add(last);
        answer();
        stage.tick().answerAll();
        answer();
        assertThat(stage.agents()).isEqualTo("a b c d");
    }

    @Test
    void while_it_fails_nothing_starts() {
        OfferId offer = placed();
        stage.questions.getFirst().answer().failed(new IllegalStateException("no idea"));

        assertThat(state()).isEqualTo(TaskState.PENDING);
        assertThat(why().keySet()).singleElement().asString().contains("Not bound: offer set", "no idea");
        assertThat(stage.declined).containsExactly(offer);
        assertThat(stage.metric("offer_set_failures")).isEqualTo(1);
        assertThat(stage.troubles).contains("set: no idea");
    }

    @Test
    void an_answer_that_is_not_there_in_time_is_no_and_stays_so() {
        OfferId offer = placed();
        List<Stage.Question> late = List.copyOf(stage.questions);
        stage.questions.clear();
        stage.pass(Duration.ofSeconds(5));

        assertThat(state()).isEqualTo(TaskState.PENDING);
        assertThat(why().keySet()).singleElement().asString().contains("offer_set_answer_timeout");
        assertThat(stage.metric("offer_set_timeouts")).isEqualTo(1);
        assertThat(stage.declined).containsExactly(offer);

        stage.questions.addAll(late);
        answer();
        assertThat(stage.launched).isEmpty();
        assertThat(stage.declined).containsExactly(offer);
    }

    @Test
    void an_offer_that_is_rescinded_meanwhile_is_not_used_and_its_task_waits_until_the_set_has_answered() {
        OfferId offer = placed();
        stage.scheduler.rescinded(offer);
        stage.offer("b");
        stage.pass(Duration.ofSeconds(2));
        assertThat(state()).isEqualTo(TaskState.ASSIGNED);

        answer();
        assertThat(state()).isEqualTo(TaskState.PENDING);
        assertThat(stage.accepted).isEmpty();
        assertThat(stage.declined).isEmpty();
        stage.pass(Duration.ofSeconds(3)).answerAll();
        answer();
        assertThat(stage.agents()).isEqualTo("b");
        assertThat(stage.metric("offer_accept_races")).isEqualTo(1);
    }

    @Test
    void an_agent_that_is_lost_meanwhile_takes_its_offer_and_its_task_with_it() {
        placed();
        TaskId first = stage.task(0).id();
        stage.scheduler.agentLost(new AgentId("a"));
        answer();

        assertThat(stage.accepted).isEmpty();
        assertThat(stage.declined).isEmpty();
        assertThat(stage.task(0).id()).as("there is another in its place").isNotEqualTo(first);
    }

    @Test
    void a_master_that_comes_back_is_not_asked_about_what_it_has_never_heard_of() {
        placed();
        stage.scheduler.disconnected();
        stage.scheduler.connected();
        assertThat(stage.reconciled).isEmpty();

        answer();
        assertThat(state()).isEqualTo(TaskState.PENDING);
        assertThat(stage.accepted).isEmpty();
        assertThat(stage.declined).isEmpty();
    }

    @Test
    void a_task_that_is_killed_meanwhile_is_not_started_and_ends() {
        OfferId offer = placed();
        stage.scheduler.kill(Stage.JOB);
        answer();

        assertThat(stage.launched).isEmpty();
        assertThat(stage.declined).containsExactly(offer);
        assertThat(stage.scheduler.tasks(Stage.JOB)).isEmpty();
        assertThat(stage.states).endsWith("0 KILLING -> KILLED");
    }

    @Test
    void an_offer_is_not_declined_for_its_age_while_it_is_kept() {
        stage = stage("min_offer_hold_time=2secs", "offer_hold_jitter_window=1ms");
        OfferId offer = placed();
        stage.pass(Duration.ofSeconds(4));
        answer();
        assertThat(stage.accepted).containsKey(offer);
        assertThat(stage.declined).isEmpty();
    }

    @Test
    void what_else_the_agent_offers_meanwhile_is_an_offer_of_its_own() {
        OfferId first = placed();
        OfferId second = stage.offer("a");
        assertThat(stage.scheduler.heldOffers()).extracting(HostOffer::id).containsExactly(second);
        answer();
        assertThat(stage.accepted).containsOnlyKeys(first);
        assertThat(stage.declined).isEmpty();
    }

    @Test
    void a_task_whose_machine_is_kept_by_an_update_is_bound_too() {
        stage = stage("enable_update_affinity=true");
        placed();
        answer();
        stage.allRunning().offer("a");
        stage.scheduler.startUpdate(Stage.config("cpus:0.5;mem:128;disk:64"), 1, UpdateSettings.defaults());
        stage.report(0, TaskState.KILLED).tick();

        assertThat(bindsAsked()).isEqualTo(1);
        answer();
        assertThat(bound).hasSize(2);
        assertThat(stage.agents()).isEqualTo("a");
        assertThat(stage.launched).hasSize(2);
    }

    @Test
    void a_scheduler_that_is_closed_hears_nothing() {
        placed();
        stage.scheduler.close();
        answer();
        assertThat(stage.accepted).isEmpty();
        assertThat(stage.declined).isEmpty();
    }

    @Test
    void a_listener_that_throws_costs_neither_the_offer_nor_the_group_its_next_attempt() {
        OfferId offer = placed();
        stage.brokenListener = TaskState.PENDING;
        say = query -> refuse(query, 0);
        answer();
        assertThat(stage.declined).containsExactly(offer);
        assertThat(stage.troubles).anyMatch(trouble -> trouble.contains("the listener is out of order"));
    }

    @Test
    void a_master_that_cannot_be_told_loses_the_task_and_not_the_offer() {
        OfferId offer = placed();
        stage.brokenAccepts = 1;
        answer();
        assertThat(stage.declined).containsExactly(offer);
        assertThat(stage.states).contains("0 ASSIGNED -> LOST");
    }
}
