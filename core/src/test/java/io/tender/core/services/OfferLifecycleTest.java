package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OfferLifecycleTest {

    @Test
    void an_offer_is_held_for_its_time_plus_jitter_and_then_declined_with_a_filter() {
        Stage stage = Stage.set("suppress_when_idle=false", "offer_filter_duration=1500ms");
        OfferId offer = stage.offer("a");

        stage.pass(Duration.ofMinutes(5).minusMillis(1));
        assertThat(stage.declined).isEmpty();
        stage.pass(Duration.ofMinutes(1).plusMillis(1));
        assertThat(stage.declined).containsExactly(offer);
        assertThat(stage.filters).containsExactly(Filters.ofSeconds(1.5));
        assertThat(stage.scheduler.heldOffers()).isEmpty();
    }

    @Test
    void jitter_spreads_the_ends_of_holds_over_its_window() {
        Stage stage = Stage.set("suppress_when_idle=false");
        for (int i = 0; i < 200; i++) {
            stage.offer("a" + i);
        }
        Set<Integer> sizes = new HashSet<>();
        for (int second = 0; second <= 60; second++) {
            stage.pass(Duration.ofSeconds(second == 0 ? 300 : 1));
            sizes.add(stage.declined.size());
        }

        assertThat(stage.declined).hasSize(200);
        assertThat(sizes).hasSizeGreaterThan(30);
    }

    @Test
    void offers_that_nothing_waits_for_are_given_back_soon_where_others_want_them() {
        Stage stage = Stage.set("idle_offer_hold_time=1secs");
        OfferId first = stage.offer("a");
        OfferId second = stage.offer("b");

        stage.pass(Duration.ofMillis(999));
        assertThat(stage.declined).isEmpty();
        stage.pass(Duration.ofMillis(1));
        assertThat(stage.declined).containsExactly(first, second);
        assertThat(stage.scheduler.heldOffers()).isEmpty();
        assertThat(stage.metric("offers_suppressed")).isEqualTo(1);

        stage.submit(Stage.small(), 1).tick();
        assertThat(stage.metric("offers_suppressed")).isZero();
    }

    @Test
    void while_something_waits_offers_are_held_for_their_whole_time() {
        Stage stage = Stage.set("idle_offer_hold_time=1secs", "enable_preemptor=false");
        stage.submit(Stage.small(), 1);
        stage.offer("a", "cpus:0.001;mem:1;disk:1");

        stage.pass(Duration.ofMinutes(4));
        assertThat(stage.declined).isEmpty();
        assertThat(stage.scheduler.heldOffers()).hasSize(1);
    }

    @Test
    void an_offer_held_for_ever_is_never_declined() {
        Stage stage = Stage.set("hold_offers_forever=true");
        stage.offer("a");

        stage.pass(Duration.ofDays(30));
        assertThat(stage.declined).isEmpty();
        assertThat(stage.scheduler.heldOffers()).hasSize(1);
    }

    @Test
    void a_second_offer_of_an_agent_gives_both_back_at_once_so_that_they_are_merged() {
        Stage stage = Stage.set();
        OfferId first = stage.offer("a");
        OfferId second = stage.offer("a");

        assertThat(stage.declined).containsExactly(first, second);
        assertThat(stage.filters).containsExactly(Filters.ofSeconds(0));
        assertThat(stage.scheduler.heldOffers()).isEmpty();
        assertThat(stage.metric("offers_merged")).isEqualTo(1);
    }

    @Test
    void a_rescinded_offer_is_gone_and_not_declined() {
        Stage stage = Stage.set();
        OfferId offer = stage.offer("a");
        stage.scheduler.rescinded(offer);

        stage.pass(Duration.ofMinutes(10));
        assertThat(stage.scheduler.heldOffers()).isEmpty();
        assertThat(stage.declined).isEmpty();
        assertThat(stage.metric("offer_cancel_failures")).isZero();
    }

    @Test
    void a_rescind_that_overtakes_its_offer_keeps_it_out() {
        Stage stage = Stage.set();
        HostOffer late = stage.hostOffer("a", "cpus:4;mem:4096;disk:10000", "");
        stage.host.enqueue(() -> stage.scheduler.offers(List.of(late)));
        stage.scheduler.rescinded(late.id());
        stage.submit(Stage.small(), 1).tick();

        assertThat(stage.scheduler.heldOffers()).isEmpty();
        assertThat(stage.launched).isEmpty();
        assertThat(stage.metric("offer_cancel_failures")).isZero();
    }

    @Test
    void a_rescind_of_an_offer_that_never_comes_is_counted() {
        Stage stage = Stage.set();
        stage.scheduler.rescinded(new OfferId("never"));
        stage.tick();

        assertThat(stage.metric("offer_cancel_failures")).isEqualTo(1);
    }

    @Test
    void losing_the_master_drops_all_offers_and_their_timers() {
        Stage stage = Stage.set("enable_preemptor=false");
        stage.offer("a");
        stage.offer("b");
        stage.scheduler.disconnected();

        stage.pass(Duration.ofMinutes(10));
        assertThat(stage.scheduler.heldOffers()).isEmpty();
        assertThat(stage.declined).isEmpty();
        assertThat(stage.host.timers()).isZero();
    }

    @Test
    void a_new_master_is_asked_for_offers_and_for_every_task_that_has_a_place() {
        Stage stage = Stage.set();
        stage.offer("a");
        stage.submit(Stage.small(), 2).tick();
        stage.scheduler.disconnected();
        stage.scheduler.connected();

        assertThat(stage.reconciled).containsExactly(stage.task(0).id());
        assertThat(stage.said).endsWith("reconcile 1", "revive");
    }

    @Test
    void the_known_maintenance_of_an_agent_is_remembered_for_its_next_offer() {
        Stage stage = Stage.set();
        stage.scheduler.maintenance(new AgentId("a"), MaintenanceMode.SCHEDULED);
        stage.offer("a");
        stage.offer("b");

        assertThat(stage.scheduler.heldOffers())
                .extracting(HostOffer::hostname)
                .containsExactly("b.example", "a.example");
    }

    @Test
    void an_offer_whose_machine_changes_finds_its_new_place_in_the_order_and_keeps_its_time() {
        Stage stage = Stage.set("suppress_when_idle=false");
        OfferId offer = stage.offer("a");
        stage.offer("b");
        stage.pass(Duration.ofMinutes(4));
        stage.scheduler.maintenance(new AgentId("a"), MaintenanceMode.SCHEDULED);

        assertThat(stage.scheduler.heldOffers())
                .extracting(HostOffer::hostname)
                .containsExactly("b.example", "a.example");
        stage.pass(Duration.ofMinutes(2));
        assertThat(stage.declined).contains(offer);
    }

    @Test
    void with_nothing_to_do_it_asks_for_no_offers_and_asks_again_when_there_is_work() {
        Stage stage = Stage.set();
        stage.offer("a");
        stage.pass(Duration.ofMinutes(6));
        assertThat(stage.said).endsWith("suppress");
        stage.pass(Duration.ofMinutes(6));
        assertThat(stage.said).filteredOn("suppress"::equals).hasSize(1);

        stage.submit(Stage.small(), 1);
        assertThat(stage.said).endsWith("revive");
    }

    @Test
    void while_something_is_pending_offers_stay_wanted() {
        Stage stage = Stage.set("enable_preemptor=false");
        stage.offer("a", "cpus:0.5;mem:64;disk:10");
        stage.submit(Stage.small(), 1);
        stage.pass(Duration.ofMinutes(6));

        assertThat(stage.said).doesNotContain("suppress");
        assertThat(stage.declined).hasSize(1);
    }

    @Test
    void a_launch_carries_the_filter_and_a_lost_offer_of_a_lost_agent_is_gone() {
        Stage stage = Stage.set();
        stage.offer("a");
        stage.offer("b", "cpus:9;mem:4096;disk:10000");
        stage.submit(Stage.small(), 1).tick();
        stage.scheduler.agentLost(new AgentId("b"));

        assertThat(stage.filters).containsExactly(Filters.ofSeconds(5));
        assertThat(stage.scheduler.heldOffers()).isEmpty();
    }
}
