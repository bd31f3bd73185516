package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskState;
import io.tender.model.service.Tier;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an offer set says about the offers it leaves out. */
class ObjectionsTest {
    private static final JobKey IMPORTANT = JobKey.parse("www/prod/important");
    private static final JobKey VICTIM = JobKey.parse("www/prod/victim");
    private static final String[] SETTINGS = {
        "suppress_when_idle=false",
        "max_schedule_penalty=1secs",
        "preemption_delay=1mins",
        "preemption_slot_search_initial_delay=1secs",
        "preemption_slot_search_interval=10secs",
        "offer_reservation_duration=30secs"
    };

    /** Leaves everything out for the important job, and nothing for others. */
    private static class Picky extends WaitingSetTest.Odd {
        private final Map<Long, Map<OfferId, Objection>> said = new HashMap<>();
        private final boolean hopeless;
        boolean broken;

        Picky(boolean hopeless) {
            super(false);
            this.hopeless = hopeless;
        }

        @Override
        public Iterable<HostOffer> getOrdered(OfferQuery query) {
            if (!query.group().job().equals(IMPORTANT)) {
                return super.getOrdered(query);
            }
            Map<OfferId, Objection> objections = new HashMap<>();
            held.keySet().forEach(id -> objections.put(id, new Objection("ssd-first", "no ssd", hopeless)));
            said.put(query.attempt(), objections);
            return List.of();
        }

        @Override
        public Map<OfferId, Objection> objections(long attempt) {
            if (broken) {
                throw new IllegalStateException("lost");
            }
            return said.getOrDefault(attempt, Map.of());
        }
    }

    private static TaskConfig job(JobKey key) {
        return Stage.config(key.toString(), "cpus:4;mem:128;disk:64");
    }

    private static void offer(Stage stage) {
        stage.offer("a", "cpus:4;mem:8192;disk:10000");
    }

    private static Map<String, Integer> why(Stage stage) {
        return stage.scheduler.why(stage.task(IMPORTANT, 0).id()).orElseThrow().reasons();
    }

    @Test
    void whoever_asks_why_a_task_waits_hears_who_objects_and_why() {
        Picky set = new Picky(true);
        Stage stage = new Stage(Stage.settings(SETTINGS), setup -> set);
        offer(stage);
        stage.offer("b", "cpus:4;mem:8192;disk:10000");
        stage.submit(job(IMPORTANT), 1).tick();
        assertThat(why(stage)).isEqualTo(Map.of("Left out by the offer set: ssd-first: no ssd", 2));

        set.broken = true;
        stage.pass(Duration.ofSeconds(5));
        assertThat(why(stage)).isEqualTo(Map.of("Left out by the offer set", 2));
        assertThat(stage.metric("offer_set_failures")).isPositive();
    }

    @Test
    void reasons_are_cut_to_a_length_that_can_be_read() {
        assertThat(new Objection("x", "y".repeat(1_000), false).reason())
                .hasSize(Objection.LONGEST_REASON)
                .endsWith("…");
    }

    /** Room was made once, since nobody could know; the set saw the room, and said that it never helps. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_machine_that_is_hopeless_for_a_group_is_not_emptied_for_it_again(boolean hopeless) {
        Stage stage = new Stage(Stage.settings(SETTINGS), setup -> new Picky(hopeless));
        offer(stage);
        stage.submit(job(VICTIM), 1).tick().allRunning();
        stage.submit(job(IMPORTANT).withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofSeconds(75));
        assertThat(stage.task(VICTIM, 0).state()).isEqualTo(TaskState.PREEMPTING);
        stage.report(stage.task(VICTIM, 0).id(), TaskState.KILLED);
        offer(stage);
        stage.pass(Duration.ofSeconds(10));
        assertThat(stage.agents(IMPORTANT)).isEqualTo("-");

        // What was kept for it goes to the victim's successor, which is left in peace.
        stage.pass(Duration.ofMinutes(1)).allRunning();
        assertThat(stage.agents(VICTIM)).isEqualTo("a");
        stage.pass(Duration.ofMinutes(5));
        assertThat(stage.metric("preemptor_tasks_preempted_non_prod") == 1).isEqualTo(hopeless);
    }

    /** As a service does that orders offers over HTTP: it has no words for why it leaves something out. */
    @Test
    void a_machine_that_was_emptied_for_a_group_and_is_left_out_without_a_word_is_not_emptied_for_it_again() {
        Stage stage = new Stage(Stage.settings(SETTINGS), setup -> new Picky(false) {
            @Override
            public Map<OfferId, Objection> objections(long attempt) {
                return Map.of();
            }
        });
        offer(stage);
        stage.submit(job(VICTIM), 1).tick().allRunning();
        stage.submit(job(IMPORTANT).withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofSeconds(75));
        assertThat(stage.task(VICTIM, 0).state()).isEqualTo(TaskState.PREEMPTING);
        stage.report(stage.task(VICTIM, 0).id(), TaskState.KILLED);
        offer(stage);
        stage.pass(Duration.ofMinutes(1)).allRunning();
        assertThat(stage.agents(VICTIM)).isEqualTo("a");

        stage.pass(Duration.ofMinutes(5));

        assertThat(stage.agents(VICTIM)).isEqualTo("a");
        assertThat(stage.metric("preemptor_tasks_preempted_non_prod")).isEqualTo(1);

        // Half an hour later it is tried once more: the service may think otherwise by then.
        stage.pass(Duration.ofMinutes(30));
        assertThat(stage.metric("preemptor_tasks_preempted_non_prod")).isEqualTo(2);
    }
}
