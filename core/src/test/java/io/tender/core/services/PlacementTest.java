package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Attribute;
import io.tender.model.Resources;
import io.tender.model.service.Constraint;
import io.tender.model.service.Executor;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskState;
import io.tender.model.service.Tier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementTest {

    @Test
    void tasks_take_the_first_offers_that_fit_in_order() {
        Stage stage = Stage.set();
        stage.offer("big", "cpus:8;mem:4096;disk:10000");
        stage.offer("tiny", "cpus:0.5;mem:4096;disk:10000");
        stage.offer("small", "cpus:2;mem:4096;disk:10000");
        stage.submit(Stage.small(), 2).tick();

        assertThat(stage.agents()).isEqualTo("small big");
        assertThat(stage.task(0).state()).isEqualTo(TaskState.ASSIGNED);
    }

    @Test
    void a_launch_takes_exactly_what_the_task_asks_for_and_its_executor_needs() {
        Stage stage = Stage.set();
        stage.offer("a");
        stage.submit(Stage.small().withExecutor(Executor.AURORA), 1).tick();

        assertThat(stage.launched.values())
                .singleElement()
                .satisfies(launch -> assertThat(launch.resources().unallocate())
                        .isEqualTo(Resources.parse("cpus:1.25;mem:256;disk:64")));
    }

    @Test
    void what_is_reserved_is_taken_first_and_ports_are_distinct_free_ones() {
        Stage stage = Stage.set();
        stage.offer("a", "cpus(services):0.5;cpus:4;mem:4096;disk:1000;ports:[31000-31002,31005-31005]");
        stage.submit(Stage.small().withPorts("http", "admin", "debug"), 1).tick();

        assertThat(stage.launched.values()).singleElement().satisfies(launch -> {
            assertThat(launch.resources().reserved().amount("cpus")).isEqualTo(500);
            assertThat(launch.resources().amount("cpus")).isEqualTo(1000);
            assertThat(launch.resources().amount("ports")).isEqualTo(3000);
            assertThat(launch.ports().keySet()).containsExactly("admin", "debug", "http");
            assertThat(launch.ports().values())
                    .doesNotHaveDuplicates()
                    .allMatch(port -> (port >= 31000 && port <= 31002) || port == 31005);
        });
    }

    @Test
    void revocable_tasks_take_revocable_cpus_and_nothing_else_of_the_kind() {
        Stage stage = Stage.set();
        stage.offer("firm", "cpus:8;mem:4096;disk:1000");
        stage.offer("spare", "cpus:9;cpus{REV}:2;mem:4096;disk:1000");
        stage.submit(Stage.small().withTier(Tier.REVOCABLE), 1).tick();

        assertThat(stage.agents()).isEqualTo("spare");
        assertThat(stage.launched.values())
                .singleElement()
                .satisfies(launch -> assertThat(launch.resources().revocable().amount("cpus"))
                        .isEqualTo(1000));
    }

    @Test
    void volumes_and_special_disks_are_not_taken_for_plain_disk() {
        HostOffer offer = HostOffer.of(
                new OfferId("o"),
                new AgentId("a"),
                "a",
                Resources.parse("cpus:4;mem:4096;disk(services)[data:path]:1000"));

        assertThat(offer.firm()).isEqualTo(ResourceBundle.of(4000, 4096, 0));
    }

    @Test
    void several_tasks_share_an_offer_only_if_the_setting_allows() {
        Stage one = Stage.set();
        one.offer("a", "cpus:8;mem:4096;disk:10000");
        one.submit(Stage.small(), 3).tick();
        assertThat(one.agents()).isEqualTo("a - -");

        Stage three = Stage.set("max_tasks_per_offer=3");
        OfferId offer = three.offer("a", "cpus:2.5;mem:4096;disk:10000");
        three.offer("b", "cpus:8;mem:4096;disk:10000");
        three.submit(Stage.small(), 5).tick();
        assertThat(three.agents()).isEqualTo("a a b b b");
        assertThat(three.accepted.get(offer)).hasSize(2);
    }

    @Test
    void dedicated_machines_take_only_tasks_that_ask_for_them() {
        Stage stage = Stage.set();
        stage.offer("ours", "cpus:4;mem:4096;disk:10000", "dedicated:www/db");
        stage.submit(Stage.small(), 1);
        stage.submit(
                        Stage.config("www/prod/db", "cpus:1;mem:128;disk:64")
                                .withConstraints(Constraint.oneOf("dedicated", "www/db")),
                        1)
                .tick();

        assertThat(stage.agents()).isEqualTo("-");
        assertThat(stage.agents(JobKey.parse("www/prod/db"))).isEqualTo("ours");
        assertThat(stage.scheduler.why(stage.task(0).id()))
                .hasValueSatisfying(why -> assertThat(why.reasons()).containsEntry("Host is dedicated", 1));
    }

    @Test
    void value_constraints_ask_for_any_of_their_values_and_negated_ones_for_none() {
        assertThat(placedOn(Constraint.oneOf("rack", "r1", "r2"))).isEqualTo("r1 r2");
        assertThat(placedOn(Constraint.noneOf("rack", "r1", "r2"))).isEqualTo("none r3");
        assertThat(placedOn(Constraint.oneOf("host", "r3.example"))).isEqualTo("r3");
    }

    /** Which of four machines, three with a rack, a job of four may have. */
    private static String placedOn(Constraint constraint) {
        Stage stage = Stage.set();
        stage.offer("none", "cpus:4;mem:4096;disk:1000", "");
        for (int i = 1; i <= 3; i++) {
            stage.offer("r" + i, "cpus:4;mem:4096;disk:1000", "rack:r" + i);
        }
        stage.submit(Stage.small().withConstraints(constraint), 4).tick();
        return stage.agents().replace(" -", "");
    }

    @Test
    void a_limit_excludes_machines_without_the_attribute() {
        Stage stage = Stage.set();
        stage.offer("none", "cpus:4;mem:4096;disk:1000", "");
        stage.submit(Stage.small().withConstraints(Constraint.limit("rack", 1)), 1)
                .tick();

        assertThat(stage.agents()).isEqualTo("-");
        assertThat(stage.metric("statically_banned_offers_size")).isEqualTo(1);
    }

    @Test
    void a_limit_counts_tasks_in_every_state_that_holds_a_place_and_frees_up_when_one_ends() {
        Stage stage = Stage.set("initial_flapping_task_delay=1mins");
        stage.offer("a", "cpus:1;mem:4096;disk:1000", "rack:r");
        stage.submit(Stage.small().withConstraints(Constraint.limit("rack", 1)), 2)
                .tick();
        stage.offer("b", "cpus:2;mem:4096;disk:1000", "rack:r");
        stage.pass(Duration.ofMinutes(2));
        assertThat(stage.agents()).isEqualTo("a -");

        stage.report(0, TaskState.RUNNING).report(0, TaskState.PARTITIONED).pass(Duration.ofMinutes(1));
        assertThat(stage.agents()).isEqualTo("a -");
        stage.report(0, TaskState.FAILED).passMillis(59_000);
        assertThat(stage.agents()).isEqualTo("- b");
    }

    @Test
    void counts_are_updated_while_matching_so_that_a_limit_holds_within_one_attempt() {
        // Aurora placed 4 of 5 here, 2 per rack.
        Stage stage = Stage.set();
        for (String rack : List.of("r1", "r2")) {
            for (int i = 0; i < 2; i++) {
                stage.offer(rack + "-" + i, "cpus:4;mem:4096;disk:1000", "rack:" + rack);
            }
        }
        stage.submit(Stage.small().withConstraints(Constraint.limit("rack", 1)), 5)
                .tick();

        assertThat(stage.agents()).isEqualTo("r1-0 r2-0 - - -");
    }

    @Test
    void a_limit_holds_within_one_offer_that_several_tasks_share() {
        Stage stage = Stage.set("max_tasks_per_offer=10");
        stage.offer("a", "cpus:16;mem:16384;disk:10000");
        stage.submit(Stage.small().withConstraints(Constraint.limit("host", 2)), 5)
                .tick();

        assertThat(stage.agents()).isEqualTo("a a - - -");
    }

    @Test
    void limits_follow_machines_whose_attributes_change() {
        Stage stage = Stage.set();
        stage.offer("a", "cpus:1;mem:4096;disk:1000", "rack:r1");
        stage.submit(Stage.small().withConstraints(Constraint.limit("rack", 1)), 2)
                .tick();
        stage.scheduler.attributesChanged(
                new AgentId("a"), HostAttributes.of("a.example", Attribute.parseAll("rack:r2")));
        stage.offer("b", "cpus:2;mem:4096;disk:1000", "rack:r2");
        stage.offer("c", "cpus:3;mem:4096;disk:1000", "rack:r1");
        stage.pass(Duration.ofMinutes(1));

        assertThat(stage.agents()).isEqualTo("a c");
    }

    @Test
    void machines_in_maintenance_are_not_used_and_scheduled_ones_last() {
        Stage stage = Stage.set("max_schedule_penalty=1secs");
        stage.offer("draining", "cpus:1;mem:4096;disk:1000");
        stage.offer("drained", "cpus:1;mem:4096;disk:1000");
        stage.offer("scheduled", "cpus:1;mem:4096;disk:1000");
        stage.offer("fine", "cpus:8;mem:4096;disk:1000");
        stage.scheduler.maintenance(new AgentId("draining"), MaintenanceMode.DRAINING);
        stage.scheduler.maintenance(new AgentId("drained"), MaintenanceMode.DRAINED);
        stage.scheduler.maintenance(new AgentId("scheduled"), MaintenanceMode.SCHEDULED);
        stage.submit(Stage.small(), 3).tick();

        assertThat(stage.agents()).isEqualTo("fine scheduled -");
    }

    @Test
    void a_machine_about_to_be_unavailable_is_not_used() {
        Stage stage = Stage.set("enable_preemptor=false");
        HostOffer soon = stage.hostOffer("soon", "cpus:1;mem:4096;disk:1000", "")
                .withUnavailability(Optional.of(stage.in(Duration.ofMinutes(7))));
        stage.offer(soon);
        stage.pass(Duration.ofMinutes(1).plusMillis(1));
        stage.submit(Stage.small(), 1).tick();
        assertThat(stage.agents()).isEqualTo("-");
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().pendingReason())
                .isEqualTo("Host draining for maintenance");

        Stage earlier = Stage.set();
        earlier.offer(earlier.hostOffer("soon", "cpus:1;mem:4096;disk:1000", "")
                .withUnavailability(Optional.of(earlier.in(Duration.ofMinutes(7)))));
        earlier.submit(Stage.small(), 1).tick();
        assertThat(earlier.agents()).isEqualTo("soon");
    }

    @Test
    void a_static_ban_ends_when_the_machine_changes() {
        Stage stage = Stage.set("max_schedule_penalty=1secs");
        stage.offer("a");
        stage.scheduler.maintenance(new AgentId("a"), MaintenanceMode.DRAINING);
        stage.submit(Stage.small(), 1).tick();
        assertThat(stage.metric("statically_banned_offers_size")).isEqualTo(1);

        stage.scheduler.maintenance(new AgentId("a"), MaintenanceMode.NONE);
        assertThat(stage.metric("statically_banned_offers_size")).isZero();
        stage.pass(Duration.ofSeconds(3));
        assertThat(stage.agents()).isEqualTo("a");
    }

    @Test
    void a_banned_offer_is_not_looked_at_again_but_still_counts_as_a_reason() {
        Stage stage = Stage.set("max_schedule_penalty=1secs", "enable_preemptor=false");
        stage.offer("a", "cpus:0.5;mem:4096;disk:1000");
        stage.submit(Stage.small(), 1).pass(Duration.ofSeconds(30));

        assertThat(stage.metric("veto_evaluated_offers")).isEqualTo(1);
        assertThat(stage.metric("statically_banned_offers_hits")).isGreaterThan(10);
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().reasons())
                .isEqualTo(Map.of("Insufficient: CPU", 1));
    }

    @Test
    void the_number_of_static_bans_is_bounded() {
        Stage stage = Stage.set("offer_static_ban_cache_max_size=3");
        for (int i = 0; i < 10; i++) {
            stage.offer("a" + i, "cpus:0.5;mem:4096;disk:1000");
        }
        stage.submit(Stage.small(), 1).tick();

        assertThat(stage.metric("statically_banned_offers_size")).isEqualTo(3);
        stage.scheduler.kill(Stage.JOB);
        stage.pass(Duration.ofMinutes(2));
        assertThat(stage.metric("statically_banned_offers_size")).isZero();
    }

    @Test
    void why_a_task_waits_is_told_with_counts_and_the_nearest_fit() {
        Stage stage = Stage.set();
        assertThat(stage.submit(Stage.small(), 1)
                        .scheduler
                        .why(stage.task(0).id())
                        .orElseThrow()
                        .pendingReason())
                .isEqualTo("Not tried yet");
        stage.tick();
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().pendingReason())
                .isEqualTo("No offers");

        stage.offer("a", "cpus:0.5;mem:4096;disk:1000");
        stage.offer("b", "cpus:0.5;mem:64;disk:1000");
        stage.offer("c", "cpus:0.9;mem:4096;disk:1000");
        stage.offer("d", "cpus:4;mem:4096;disk:1000", "dedicated:x");
        stage.pass(Duration.ofSeconds(3));

        Waiting why = stage.scheduler.why(stage.task(0).id()).orElseThrow();
        assertThat(why.offersLookedAt()).isEqualTo(4);
        assertThat(why.reasons())
                .isEqualTo(Map.of("Insufficient: CPU", 2, "Insufficient: CPU, RAM", 1, "Host is dedicated", 1));
        assertThat(why.nearestFit()).singleElement().satisfies(veto -> {
            assertThat(veto.text()).isEqualTo("Insufficient: CPU");
            assertThat(veto.score()).isEqualTo(6);
        });
        assertThat(why.nextTryMillis()).isPositive();
    }

    @Test
    void the_nearest_fit_is_forgotten_after_its_time() {
        Stage stage = Stage.set("enable_preemptor=false", "nearest_fit_hold_time=10mins");
        OfferId offer = stage.offer("a", "cpus:0.9;mem:4096;disk:1000");
        stage.submit(Stage.small(), 1).tick();
        stage.scheduler.rescinded(offer);
        stage.pass(Duration.ofMinutes(9));
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().nearestFit())
                .hasSize(1);
        stage.pass(Duration.ofMinutes(2));
        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().nearestFit())
                .isEmpty();
    }

    @Test
    void an_offer_without_cpu_or_memory_is_passed_over() {
        Stage stage = Stage.set();
        stage.offer("a", "mem:4096;disk:1000");
        stage.submit(Stage.small(), 1).tick();

        assertThat(stage.scheduler.why(stage.task(0).id()).orElseThrow().reasons())
                .containsOnlyKeys("Offer without CPU or RAM");
    }

    @Test
    void a_master_that_cannot_be_told_loses_the_task_and_not_the_scheduler() {
        Stage stage = Stage.set();
        stage.offer("a");
        stage.masterBroken = true;
        stage.submit(Stage.small(), 1).tick();
        assertThat(stage.metric("assigner_launch_failures")).isEqualTo(1);
        assertThat(stage.task(0).state()).isEqualTo(TaskState.THROTTLED);

        stage.masterBroken = false;
        stage.offer("b");
        stage.pass(Duration.ofSeconds(40));
        assertThat(stage.agents()).isEqualTo("b");
    }

    @Test
    void equal_configs_are_one_group_and_any_difference_makes_two() {
        Stage stage = Stage.set();
        TaskConfig other = Stage.config("www/prod/other", "cpus:1;mem:128;disk:64");
        stage.submit(Stage.small(), 3).submit(other, 1);

        assertThat(stage.metric("task_groups")).isEqualTo(2);
    }

    @Test
    void a_limit_counts_by_what_a_machine_says_of_itself_in_its_latest_offer() {
        Stage stage = Stage.set("max_schedule_penalty=1secs");
        stage.offer("a", "cpus:1;mem:4096;disk:10000", "rack:r1");
        stage.submit(Stage.small().withConstraints(Constraint.limit("rack", 1)), 2)
                .tick()
                .allRunning();
        stage.offer("a", "cpus:4;mem:4096;disk:10000", "rack:r2");
        stage.pass(Duration.ofMinutes(1));
        assertThat(stage.agents()).isEqualTo("a -");
        stage.offer("b", "cpus:4;mem:4096;disk:10000", "rack:r1");
        stage.pass(Duration.ofMinutes(1));
        assertThat(stage.agents()).isEqualTo("a b");
    }
}
