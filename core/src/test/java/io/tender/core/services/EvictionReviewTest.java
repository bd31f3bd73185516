package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.Tier;
import io.tender.spi.offers.EvictionQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** An offer set that has a say in who is evicted. */
class EvictionReviewTest {
    private static final JobKey IMPORTANT = JobKey.parse("www/prod/important");
    private static final String[] SETTINGS = {
        "suppress_when_idle=false",
        "max_schedule_penalty=1secs",
        "preemption_delay=1mins",
        "preemption_slot_search_initial_delay=1secs",
        "preemption_slot_search_interval=10secs",
        "offer_reservation_duration=30secs",
        "offer_set_answer_timeout=30secs"
    };

    private static final class Reviewer extends WaitingSetTest.Odd {
        private final Function<EvictionQuery, Map<AgentId, Set<TaskId>>> says;
        private final List<EvictionQuery> reviewed = new ArrayList<>();

        Reviewer(Function<EvictionQuery, Map<AgentId, Set<TaskId>>> says) {
            super(false);
            this.says = says;
        }

        @Override
        public boolean reviewsEvictions() {
            return true;
        }

        @Override
        public Map<AgentId, Set<TaskId>> evictable(EvictionQuery query) {
            reviewed.add(query);
            return says.apply(query);
        }
    }

    private final Stage stage;
    private final Reviewer reviewer;

    EvictionReviewTest() {
        reviewer = new Reviewer(query -> say.apply(query));
        stage = new Stage(Stage.settings(SETTINGS), setup -> reviewer);
        occupy("a", "v1", 2);
        occupy("a", "v2", 2);
        occupy("b", "w", 4);
        stage.submit(
                Stage.config(IMPORTANT.toString(), "cpus:2;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofSeconds(75));
    }

    private Function<EvictionQuery, Map<AgentId, Set<TaskId>>> say = EvictionQuery::unchanged;

    private void occupy(String agent, String victim, int cpus) {
        stage.offer(agent, "cpus:" + cpus + ";mem:8192;disk:10000");
        stage.submit(Stage.config("www/prod/" + victim, "cpus:" + cpus + ";mem:128;disk:64"), 1)
                .tick()
                .allRunning();
    }

    private void answer() {
        List<Stage.Question> asked = List.copyOf(stage.questions);
        stage.questions.clear();
        for (Stage.Question question : asked) {
            question.set().getOrdered(question.query()).forEach(offer -> {});
            question.answer().ordered(List.of());
        }
    }

    private List<String> evicted() {
        return List.of("v1", "v2", "w").stream()
                .filter(job -> stage.task(JobKey.parse("www/prod/" + job), 0).state() == TaskState.PREEMPTING)
                .toList();
    }

    private static TaskId id(EvictionQuery query, String job) {
        return query.candidates().stream()
                .flatMap(candidate -> candidate.evictable().stream())
                .filter(task -> task.config().job().name().equals(job))
                .findFirst()
                .orElseThrow()
                .id();
    }

    @Test
    void nobody_is_evicted_before_it_was_asked_and_it_is_asked_once() {
        stage.pass(Duration.ofSeconds(3));

        assertThat(evicted()).isEmpty();
        assertThat(stage.questions).hasSize(1);
        answer();
        assertThat(evicted()).as("the first machine, and no more than needed").hasSize(1);
        EvictionQuery query = reviewer.reviewed.getFirst();
        assertThat(query.group().job()).isEqualTo(IMPORTANT);
        assertThat(query.candidates().getFirst().machine().agent()).isEqualTo(new AgentId("a"));
        assertThat(query.candidates().getFirst().victims()).hasSize(1);
        assertThat(query.candidates().getFirst().evictable()).hasSize(2);
        assertThat(stage.metric("offer_set_eviction_reviews")).isEqualTo(1);
    }

    @Test
    void whom_it_spares_is_not_evicted_and_another_of_the_machine_may_be() {
        say = query -> Map.of(new AgentId("a"), Set.of(id(query, "v2")));
        answer();
        assertThat(evicted()).containsExactly("v2");
    }

    @Test
    void a_machine_that_it_does_not_name_is_left_alone() {
        say = query -> Map.of();
        answer();
        assertThat(evicted()).isEmpty();
        assertThat(stage.metric("preemptor_slots_refused")).isPositive();

        // It is asked again with the slots that are found next.
        say = EvictionQuery::unchanged;
        stage.pass(Duration.ofSeconds(20));
        answer();
        assertThat(evicted()).hasSize(1);
    }

    @Test
    void who_may_not_be_evicted_is_not_whatever_it_says() {
        say = query -> Map.of(new AgentId("a"), Set.of(new TaskId("somebody-else")));
        answer();
        assertThat(evicted()).isEmpty();
    }

    @Test
    void while_it_fails_nobody_is_evicted() {
        stage.questions.getFirst().answer().failed(new IllegalStateException("no idea"));

        assertThat(evicted()).isEmpty();
        assertThat(stage.metric("offer_set_failures")).isEqualTo(1);
        assertThat(stage.troubles).anyMatch(trouble -> trouble.contains("no idea"));
    }

    @Test
    void an_answer_that_comes_too_late_evicts_nobody() {
        List<Stage.Question> late = List.copyOf(stage.questions);
        stage.questions.clear();
        stage.pass(Duration.ofSeconds(31));
        assertThat(stage.metric("offer_set_timeouts")).isEqualTo(1);

        late.getFirst().set().getOrdered(late.getFirst().query());
        late.getFirst().answer().ordered(List.of());

        assertThat(evicted()).isEmpty();
    }
}
