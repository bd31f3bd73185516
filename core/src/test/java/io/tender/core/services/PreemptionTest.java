package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.service.Constraint;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskState;
import io.tender.model.service.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreemptionTest {
    private static final JobKey IMPORTANT = JobKey.parse("www/prod/important");

    private static Stage stage(String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "suppress_when_idle=false",
                "max_schedule_penalty=1secs",
                "preemption_delay=1mins",
                "preemption_slot_search_initial_delay=1secs",
                "preemption_slot_search_interval=10secs",
                "offer_reservation_duration=30secs"));
        settings.addAll(List.of(more));
        return Stage.set(settings.toArray(String[]::new));
    }

    private static TaskConfig job(String name, String resources) {
        return Stage.config("www/prod/" + name, resources);
    }

    /** One machine whose tasks have these CPUs, by instance. */
    private static Stage occupied(Stage stage, String... victims) {
        for (String victim : victims) {
            String[] parts = victim.split(":", -1);
            stage.offer("a", "cpus:" + parts[1] + ";mem:8192;disk:10000");
            stage.submit(job(parts[0], "cpus:" + parts[1] + ";mem:128;disk:64"), 1)
                    .tick()
                    .allRunning();
        }
        return stage;
    }

    private static TaskState state(Stage stage, String job) {
        return stage.task(JobKey.parse("www/prod/" + job), 0).state();
    }

    @ParameterizedTest
    @CsvSource({
        // candidate tier, priority, role; victim tier, priority, role; may evict
        "preferred,0,www,preemptible,0,www,true",
        "preferred,0,www,preemptible,9,other,true",
        "preferred,0,www,revocable,9,other,true",
        "preferred,5,www,preferred,4,www,true",
        "preferred,5,www,preferred,5,www,false",
        "preferred,5,www,preferred,4,other,false",
        "preemptible,5,www,preferred,1,www,false",
        "preemptible,5,www,preemptible,1,www,true",
        "preemptible,5,www,preemptible,1,other,false",
        "revocable,5,www,preemptible,1,www,true",
        "preemptible,0,www,revocable,0,www,false"
    })
    void who_may_evict_whom(
            String tier,
            int priority,
            String role,
            String victimTier,
            int victimPriority,
            String victimRole,
            boolean may) {
        TaskConfig candidate = Stage.config(role + "/prod/c", "cpus:1;mem:1;disk:1")
                .withTier(Tier.of(tier))
                .withPriority(priority);
        TaskConfig victim = Stage.config(victimRole + "/prod/v", "cpus:1;mem:1;disk:1")
                .withTier(Tier.of(victimTier))
                .withPriority(victimPriority);

        assertThat(Victims.mayEvict(candidate, victim)).isEqualTo(may);
    }

    @Test
    void a_more_important_task_evicts_after_its_delay_and_takes_the_place_when_it_is_offered() {
        Stage stage = occupied(stage(), "v:4");
        stage.submit(job("important", "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofSeconds(59));
        assertThat(state(stage, "v")).isEqualTo(TaskState.RUNNING);

        stage.pass(Duration.ofSeconds(15));
        assertThat(state(stage, "v")).isEqualTo(TaskState.PREEMPTING);
        assertThat(stage.scheduler.reservedFor(new AgentId("a")))
                .hasValueSatisfying(group -> assertThat(group.job()).isEqualTo(IMPORTANT));
        assertThat(stage.metric("preemptor_tasks_preempted_non_prod")).isEqualTo(1);

        stage.report(stage.task(JobKey.parse("www/prod/v"), 0).id(), TaskState.KILLED);
        stage.offer("a", "cpus:4;mem:8192;disk:10000");
        stage.pass(Duration.ofSeconds(2));
        assertThat(stage.agents(IMPORTANT)).isEqualTo("a");
        assertThat(stage.scheduler.reservedFor(new AgentId("a"))).isEmpty();
    }

    @Test
    void a_kept_machine_is_not_given_to_others_until_its_time_is_up_to_the_millisecond() {
        // Rounding a reservation down to whole minutes would make 30 seconds none.
        Stage stage = occupied(stage(), "v:4");
        stage.submit(job("important", "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofSeconds(75));
        stage.report(stage.task(JobKey.parse("www/prod/v"), 0).id(), TaskState.KILLED);
        // Too little for whom it is kept, and enough for somebody else.
        stage.offer("a", "cpus:3;mem:8192;disk:10000");
        stage.submit(job("other", "cpus:1;mem:128;disk:64"), 1);
        stage.pass(Duration.ofSeconds(10));
        assertThat(stage.agents(JobKey.parse("www/prod/other"))).isEqualTo("-");
        assertThat(stage.scheduler
                        .why(stage.task(JobKey.parse("www/prod/other"), 0).id())
                        .orElseThrow()
                        .reasons())
                .containsKey("Host reserved by preemption");

        stage.pass(Duration.ofSeconds(20));
        assertThat(stage.agents(JobKey.parse("www/prod/other"))).isEqualTo("a");
    }

    @Test
    void reservation_durations_are_not_rounded_to_minutes() {
        VirtualHost host = new VirtualHost(key -> key);
        Reservations reservations = new Reservations(new Agenda(host), 30_500);
        reservations.keep(new AgentId("a"), new TaskGroupKey(Stage.small()));
        host.advance(Duration.ofMillis(30_499));
        assertThat(reservations.size()).isEqualTo(1);
        host.advance(Duration.ofMillis(1));
        assertThat(reservations.size()).isZero();
    }

    @Test
    void no_victim_is_taken_that_is_not_needed() {
        // The largest is tried first and is not enough; together with the next it is, but the next alone would do.
        Stage stage = stage();
        stage.offer("a", "cpus:4;mem:512;disk:10000");
        stage.submit(job("wide", "cpus:4;mem:512;disk:64"), 1).tick().allRunning();
        stage.offer("a", "cpus:2;mem:8192;disk:10000");
        stage.submit(job("deep", "cpus:2;mem:8192;disk:64"), 1).tick().allRunning();
        stage.submit(job("important", "cpus:1;mem:8000;disk:64").withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofSeconds(75));

        assertThat(state(stage, "wide")).isEqualTo(TaskState.RUNNING);
        assertThat(state(stage, "deep")).isEqualTo(TaskState.PREEMPTING);
    }

    @Test
    void what_the_machine_offers_counts_too() {
        Stage stage = occupied(stage(), "small:1", "large:4");
        stage.offer("a", "cpus:2;mem:8192;disk:10000");
        stage.submit(job("important", "cpus:3;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofSeconds(75));

        assertThat(state(stage, "large")).isEqualTo(TaskState.PREEMPTING);
        assertThat(state(stage, "small")).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void revocable_cpus_of_a_victim_are_of_no_use_to_a_task_that_needs_firm_ones() {
        Stage stage = stage();
        stage.offer("a", "cpus{REV}:4;mem:8192;disk:10000");
        stage.submit(job("spare", "cpus:4;mem:128;disk:64").withTier(Tier.REVOCABLE), 1)
                .tick()
                .allRunning();
        stage.submit(job("important", "cpus:2;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofMinutes(3));

        assertThat(state(stage, "spare")).isEqualTo(TaskState.RUNNING);
        assertThat(stage.metric("preemptor_unmatched_tasks")).isPositive();
    }

    @Test
    void constraints_are_kept_by_preemption() {
        Stage stage = occupied(stage(), "v:4");
        stage.submit(
                job("important", "cpus:4;mem:128;disk:64")
                        .withTier(Tier.PREFERRED)
                        .withConstraints(Constraint.oneOf("rack", "elsewhere")),
                1);
        stage.pass(Duration.ofMinutes(3));

        assertThat(state(stage, "v")).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void a_slot_that_no_longer_holds_is_not_used() {
        Stage stage = occupied(stage("max_schedule_penalty=50secs", "initial_schedule_penalty=50secs"), "v:4");
        stage.submit(job("important", "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofSeconds(85));
        stage.scheduler.kill(JobKey.parse("www/prod/v"));
        stage.pass(Duration.ofSeconds(30));

        assertThat(stage.metric("preemptor_slot_validation_failed")).isEqualTo(1);
        assertThat(stage.metric("preemptor_slot_validation_successful")).isZero();
    }

    @Test
    void nobody_is_evicted_when_preemption_is_off() {
        Stage stage = occupied(stage("enable_preemptor=false"), "v:4");
        stage.submit(job("important", "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofMinutes(10));

        assertThat(state(stage, "v")).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void groups_take_turns_so_that_a_large_one_does_not_take_all_machines() {
        Stage stage = stage("preemption_reservation_max_batch_size=1", "max_tasks_per_schedule_attempt=1");
        for (int i = 0; i < 2; i++) {
            stage.offer("m" + i, "cpus:4;mem:8192;disk:10000");
            stage.submit(job("v" + i, "cpus:4;mem:128;disk:64"), 1).tick().allRunning();
        }
        stage.submit(job("many", "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), 5);
        stage.submit(job("few", "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofSeconds(75));

        assertThat(stage.scheduler
                        .reservedFor(new AgentId("m0"))
                        .orElseThrow()
                        .job()
                        .name())
                .isEqualTo("many");
        assertThat(stage.scheduler
                        .reservedFor(new AgentId("m1"))
                        .orElseThrow()
                        .job()
                        .name())
                .isEqualTo("few");
    }

    /** Machines with one task each, all taken. */
    private static void fill(Stage stage, String prefix, int machines, Tier tier) {
        for (int i = 0; i < machines; i++) {
            stage.offer(prefix + i, "cpus:4;mem:8192;disk:10000");
            stage.submit(job(prefix + i, "cpus:4;mem:128;disk:64").withTier(tier), 1)
                    .tick()
                    .allRunning();
        }
    }

    @Test
    void a_machine_that_is_of_no_use_to_a_group_is_looked_at_once_per_run_however_many_tasks_wait() {
        Stage stage = stage("max_schedule_penalty=1hrs", "initial_schedule_penalty=1hrs");
        fill(stage, "a", 20, Tier.PREFERRED);
        fill(stage, "b", 10, Tier.PREEMPTIBLE);
        stage.submit(job("many", "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), 10);
        stage.pass(Duration.ofSeconds(65));

        assertThat(stage.metric("preemptor_slot_search_successful_for_prod")).isEqualTo(10);
        assertThat(stage.metric("preemptor_slot_search_machines")).isEqualTo(30);
    }

    @Test
    void a_group_is_given_no_more_slots_than_it_can_use_before_they_grow_old() {
        Stage stage = stage("max_schedule_penalty=1hrs", "initial_schedule_penalty=1hrs");
        fill(stage, "b", SlotSearch.MOST_SLOTS + 10, Tier.PREEMPTIBLE);
        stage.submit(job("many", "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), SlotSearch.MOST_SLOTS + 5);
        stage.pass(Duration.ofSeconds(70));

        assertThat(stage.metric("preemptor_slot_search_successful_for_prod")).isEqualTo(SlotSearch.MOST_SLOTS);
        assertThat(stage.metric("preemptor_unmatched_tasks")).isZero();
    }

    @Test
    void a_search_through_many_machines_for_many_groups_lets_others_take_their_turn_and_goes_on_where_it_was() {
        Stage stage = stage(
                "max_schedule_penalty=1hrs",
                "initial_schedule_penalty=1hrs",
                "preemption_slot_search_initial_delay=100secs",
                "preemption_slot_search_interval=1hrs");
        int machines = 50;
        int groups = SlotSearch.LOOKS_PER_TURN / machines + 10;
        fill(stage, "a", machines - 1, Tier.PREFERRED);
        fill(stage, "z", 1, Tier.PREEMPTIBLE);
        for (int i = 0; i < groups; i++) {
            stage.submit(job("waiting" + i, "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        }
        stage.pass(Duration.ofSeconds(100).minus(Duration.between(Stage.set().now(), stage.now())));
        assertThat(stage.metric("preemptor_slot_search_machines")).isEqualTo(SlotSearch.LOOKS_PER_TURN);

        stage.pass(Duration.ofSeconds(1));
        assertThat(stage.metric("preemptor_slot_search_machines"))
                .as("the first group takes the one machine that gives way; the others see all but that")
                .isEqualTo(groups * (machines - 1L) + 1);
        assertThat(stage.metric("preemptor_slot_search_successful_for_prod")).isEqualTo(1);
        assertThat(stage.metric("preemptor_slot_search_failed_for_prod")).isEqualTo(groups - 1L);
        assertThat(stage.metric("preemptor_unmatched_tasks")).isEqualTo(groups - 1L);
    }

    private static Stage evicting() {
        Stage stage = occupied(stage(), "v:4");
        stage.submit(job("important", "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        stage.pass(Duration.ofSeconds(75));
        assertThat(stage.scheduler.reservedFor(new AgentId("a"))).isPresent();
        return stage;
    }

    @Test
    void nothing_is_kept_for_a_group_that_is_gone() {
        Stage stage = evicting();
        stage.scheduler.kill(IMPORTANT);
        assertThat(stage.scheduler.reservedFor(new AgentId("a"))).isEmpty();
    }

    @Test
    void nothing_is_kept_on_an_agent_that_is_gone_or_being_emptied() {
        Stage gone = evicting();
        gone.scheduler.agentLost(new AgentId("a"));
        assertThat(gone.scheduler.reservedFor(new AgentId("a"))).isEmpty();

        Stage emptied = evicting();
        emptied.scheduler.maintenance(new AgentId("a"), MaintenanceMode.DRAINING);
        assertThat(emptied.scheduler.reservedFor(new AgentId("a"))).isEmpty();
    }

    @Test
    void slots_are_forgotten_when_they_are_used_and_when_their_group_is_gone() {
        Stage stage = evicting();
        assertThat(stage.metric("preemptor_slots")).isZero();

        Stage unused = occupied(stage("max_schedule_penalty=1hrs", "initial_schedule_penalty=1hrs"), "v:4");
        unused.submit(job("important", "cpus:4;mem:128;disk:64").withTier(Tier.PREFERRED), 1);
        unused.pass(Duration.ofSeconds(75));
        assertThat(unused.metric("preemptor_slots")).isEqualTo(1);
        unused.scheduler.kill(IMPORTANT);
        assertThat(unused.metric("preemptor_slots")).isZero();
    }
}
