package io.tender.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Domain;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorOptions.Extensions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.policy.AllocationPolicy;
import io.tender.spi.policy.Claim;
import io.tender.spi.policy.PolicyAllocator;
import io.tender.spi.policy.Round;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds whatever the policy does; what every allocator must do is in the contract test. */
class PolicyAllocatorTest {

    private static final Role WEB = Role.of("web");

    /** Everything to everybody: the books must keep a policy like this from doing harm. */
    private static final AllocationPolicy GREEDY = round -> {
        for (AgentInfo agent : round.agents()) {
            for (Claim claim : round.claims()) {
                round.offer(agent.id(), claim);
            }
        }
    };

    private static Trial greedy(AllocatorOptions options) {
        return new Trial(host -> new PolicyAllocator(host, GREEDY), options);
    }

    private static Trial greedy() {
        return greedy(AllocatorOptions.defaults());
    }

    private static AllocatorOptions with(Extensions extensions) {
        return AllocatorOptions.defaults().withExtensions(extensions);
    }

    private static Quota limit(String limits) {
        return new Quota(ResourceQuantities.empty(), ResourceLimits.parse(limits));
    }

    @Test
    void what_was_offered_is_no_longer_free_in_the_same_run() {
        Trial trial = greedy().framework("f1", "web")
                .framework("f2", "web")
                .agent("a", "cpus:4")
                .settle();

        assertThat(trial.offers()).containsExactly("f1 under web: cpus:4 of a");
        assertThat(trial.ticks(3).offers()).isEmpty();
    }

    @Test
    void part_of_an_agent_can_be_offered_to_each() {
        AllocationPolicy oneEach = round -> round.agents()
                .forEach(agent ->
                        round.claims().forEach(claim -> round.offer(agent.id(), claim, Resources.parse("cpus:1"))));
        Trial trial = new Trial(host -> new PolicyAllocator(host, oneEach))
                .framework("f1", "web")
                .framework("f2", "batch")
                .agent("a", "cpus:4;mem:10")
                .settle();

        assertThat(trial.offers()).containsExactly("f1 under web: cpus:1 of a", "f2 under batch: cpus:1 of a");
    }

    @Test
    void a_policy_that_offers_more_than_there_is_is_stopped_and_nothing_changes() {
        AllocationPolicy tooMuch = round -> round.agents()
                .forEach(agent -> round.offer(agent.id(), round.claims().getFirst(), Resources.parse("cpus:5")));
        Trial trial = new Trial(host -> new PolicyAllocator(host, tooMuch)).framework("f", "web");

        assertThatThrownBy(() -> trial.agent("a", "cpus:4").settle())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("cpus:5", "'a'", "part of cpus:4", "to do:");
        assertThat(trial.offers()).isEmpty();
        assertThat(trial.allocator.metrics().join())
                .containsEntry("allocator/mesos/resources/cpus/offered_or_allocated", 0.0)
                .containsEntry("allocator/mesos/resources/cpus/total", 4.0);
    }

    @Test
    void offers_made_before_a_policy_throws_stand_and_the_next_run_comes() {
        List<Long> rounds = new ArrayList<>();
        AllocationPolicy failing = round -> {
            rounds.add(round.number());
            GREEDY.allocate(round);
            throw new IllegalStateException("out of ideas");
        };
        Trial trial = new Trial(host -> new PolicyAllocator(host, failing)).framework("f", "web");

        assertThatThrownBy(() -> trial.agent("a", "cpus:4").settle()).hasMessage("out of ideas");
        assertThat(trial.offers()).containsExactly("f under web: cpus:4 of a");

        assertThatThrownBy(() -> trial.ticks(1)).hasMessage("out of ideas");
        assertThatThrownBy(() -> trial.ticks(1)).hasMessage("out of ideas");
        assertThat(rounds).containsExactly(1L, 2L, 3L);
    }

    @Test
    void limits_cut_what_can_be_offered_along_the_whole_path_of_a_role() {
        Trial trial = greedy(with(Extensions.none().withNestedQuota(true)));
        trial.allocator.updateQuota(Role.of("eng"), limit("cpus:5"));
        trial.allocator.updateQuota(Role.of("eng/dev"), limit("mem:100"));
        trial.framework("f", "eng/dev").agent("a", "cpus:4;mem:80;disk:9").agent("b", "cpus:4;mem:80;ports:[1-2]");

        assertThat(trial.settle().offers())
                .containsExactly(
                        "f under eng/dev: cpus:4;disk:9;mem:80 of a",
                        "f under eng/dev: cpus:1;mem:20;ports:[1-2] of b");
    }

    @Test
    void reservations_count_against_a_limit_held_or_not() {
        Trial trial = greedy();
        trial.allocator.updateQuota(WEB, limit("cpus:3"));
        trial.agent("a", "cpus(web):2;cpus:4").framework("f", "web");

        assertThat(trial.settle().offers()).containsExactly("f under web: cpus:1;cpus(web):2 of a");
    }

    @Test
    void reserved_resources_go_to_their_role_and_those_below_only() {
        Trial trial = greedy().framework("f1", "batch")
                .framework("f2", "web/shop")
                .agent("a", "cpus(web):2;cpus:1")
                .settle();

        assertThat(trial.offers())
                .containsExactlyInAnyOrder("f1 under batch: cpus:1 of a", "f2 under web/shop: cpus(web):2 of a");
    }

    @Test
    void a_shared_volume_goes_to_one_framework_per_run_and_is_never_used_up() {
        String volume = "disk(web)[v1:path]<SHARED>:5";
        Trial trial = greedy().framework("f1", "web", FrameworkCapability.SHARED_RESOURCES)
                .framework("f2", "web", FrameworkCapability.SHARED_RESOURCES)
                .framework("f3", "web")
                .agent("a", volume)
                .settle();
        assertThat(trial.offers()).containsExactly("f1 under web: " + volume + " of a");

        assertThat(trial.ticks(1).offers()).containsExactly("f1 under web: " + volume + " of a");
        assertThat(trial.allocator.metrics().join())
                .containsEntry("allocator/mesos/resources/disk/offered_or_allocated", 5.0);
    }

    @Test
    void what_a_framework_does_not_understand_is_kept_from_it() {
        Trial trial = greedy().framework("plain", "web").agent("a", "cpus:1;cpus{REV}:2;disk(web > +web/x):3");
        assertThat(trial.settle().offers()).containsExactly("plain under web: cpus:1 of a");

        Trial other = greedy().framework(
                        "able",
                        "web/x",
                        FrameworkCapability.REVOCABLE_RESOURCES,
                        FrameworkCapability.RESERVATION_REFINEMENT)
                .agent("a", "cpus:1;cpus{REV}:2;disk(web > +web/x):3");
        assertThat(other.settle().offers()).singleElement().asString().contains("{REV}", "+web/x", "cpus:1");
    }

    @Test
    void agents_with_gpus_and_of_other_regions_are_for_those_who_said_so() {
        AllocatorOptions options = AllocatorOptions.defaults().withDomain(Optional.of(new Domain("here", "1")));
        Trial trial = greedy(options)
                .framework("plain", "web")
                .framework("able", "web", FrameworkCapability.GPU_RESOURCES, FrameworkCapability.REGION_AWARE)
                .agent("gpus", "cpus:1;gpus:1");
        AgentInfo far =
                new AgentInfo(new AgentId("far"), "far.example", List.of(), Optional.of(new Domain("there", "1")));
        trial.allocator.addAgent(far, AgentCapability.all(), Optional.empty(), Resources.parse("cpus:2"), Map.of());

        assertThat(trial.settle().offers())
                .containsExactlyInAnyOrder("able under web: cpus:1;gpus:1 of gpus", "able under web: cpus:2 of far");
    }

    @Test
    void old_agents_are_kept_from_roles_they_do_not_know_of() {
        Trial trial = greedy().framework("f", "web/shop");
        trial.allocator.addAgent(
                Trial.info("old"),
                Set.of(AgentCapability.MULTI_ROLE),
                Optional.empty(),
                Resources.parse("cpus:1"),
                Map.of());
        trial.allocator.addAgent(
                Trial.info("older"),
                Set.of(AgentCapability.HIERARCHICAL_ROLE),
                Optional.empty(),
                Resources.parse("cpus:1"),
                Map.of());

        assertThat(trial.settle().offers()).isEmpty();
    }

    @Test
    void less_than_the_minimum_is_not_offered() {
        Trial trial = greedy(AllocatorOptions.defaults()
                        .withMinAllocatable(
                                List.of(ResourceQuantities.parse("cpus:2;mem:10"), ResourceQuantities.parse("disk:5"))))
                .framework("f", "web")
                .agent("a", "cpus:4;mem:9")
                .agent("b", "cpus:2;mem:10")
                .agent("c", "disk:5")
                .settle();

        assertThat(trial.offers())
                .containsExactlyInAnyOrder("f under web: cpus:2;mem:10 of b", "f under web: disk:5 of c");
    }

    @Test
    void a_filter_lasts_at_least_an_interval_and_matches_by_containment() {
        Trial trial = greedy().framework("f", "web").agent("a", "cpus:4").settle();
        trial.offers();

        trial.decline("f", "a", "web", "cpus:4", 0.1).ticks(1);
        assertThat(trial.offers()).isEmpty();
        assertThat(trial.ticks(1).offers()).containsExactly("f under web: cpus:4 of a");

        trial.decline("f", "a", "web", "cpus:4", 100);
        trial.allocator.updateAgent(Trial.info("a"), Optional.of(Resources.parse("cpus:3")), Optional.empty());
        assertThat(trial.settle().offers()).as("less than was refused").isEmpty();
        trial.allocator.updateAgent(Trial.info("a"), Optional.of(Resources.parse("cpus:4;mem:1")), Optional.empty());
        assertThat(trial.settle().offers()).as("more than was refused").hasSize(1);
    }

    @Test
    void freed_resources_wait_for_the_tick_unless_the_option_is_on() {
        Trial patient = greedy().framework("f", "web").agent("a", "cpus:4").settle();
        patient.offers();
        assertThat(patient.giveBack("f", "a", "web", "cpus:4").settle().offers())
                .isEmpty();
        assertThat(patient.ticks(1).offers()).hasSize(1);

        Trial quick = greedy(with(Extensions.none().withAllocateWhenFreed(true)))
                .framework("f", "web")
                .agent("a", "cpus:4")
                .settle();
        quick.offers();
        assertThat(quick.giveBack("f", "a", "web", "cpus:4").settle().offers()).hasSize(1);
        quick.framework("g", "web");
        quick.allocator.removeFramework(new FrameworkId("f"));
        assertThat(quick.settle().offers()).containsExactly("g under web: cpus:4 of a");
    }

    @Test
    void after_a_fail_over_offers_wait_for_the_agents() {
        Trial trial = greedy().framework("f", "web").settle();
        trial.allocator.recover(5, Map.of(WEB, limit("cpus:100")));

        assertThat(trial.agent("a1", "cpus:1")
                        .agent("a2", "cpus:1")
                        .agent("a3", "cpus:1")
                        .ticks(3)
                        .offers())
                .isEmpty();
        assertThat(trial.agent("a4", "cpus:1").settle().offers()).containsExactly("f under web: cpus:1 of a4");
        assertThat(trial.ticks(1).offers()).hasSize(3);
    }

    @Test
    void the_recovery_ends_by_time_as_well() {
        Trial trial = greedy(AllocatorOptions.defaults().withRecoveryTimeout(Duration.ofSeconds(5)))
                .framework("f", "web");
        trial.allocator.recover(5, Map.of(WEB, limit("cpus:100")));

        assertThat(trial.agent("a1", "cpus:1").ticks(4).offers()).isEmpty();
        assertThat(trial.ticks(2).offers()).hasSize(1);
    }

    @Test
    void holders_are_asked_to_leave_an_agent_that_goes_into_maintenance() {
        Trial trial = greedy().framework("f", "web")
                .framework("g", "web")
                .agent("a", "cpus:4")
                .settle();
        trial.offers();

        trial.allocator.updateUnavailability(
                new AgentId("a"), Optional.of(new Unavailability(Instant.EPOCH, Optional.empty())));

        assertThat(trial.settle().offers()).containsExactly("f is asked to leave [a]");
        assertThat(trial.ticks(2).offers()).isEmpty();
        assertThat(trial.allocator.inverseOfferStatuses().join()).containsOnlyKeys(new AgentId("a"));
    }

    @Test
    void operations_change_what_is_held_and_what_is_free() {
        Trial trial = greedy().framework("f", "web").agent("a", "cpus:4").settle();
        AgentId agent = new AgentId("a");
        Resources two = Resources.parse("cpus:2").allocate(WEB);
        Resources reserved = Resources.parse("cpus(+web):2").allocate(WEB);
        trial.offers();

        trial.allocator.updateAllocation(
                new FrameworkId("f"), agent, two, List.of(new ResourceConversion(two, reserved)));
        trial.giveBack("f", "a", "web", "cpus(+web):2").framework("g", "batch").ticks(1);

        assertThat(trial.offers()).containsExactly("f under web: cpus(+web):2 of a");
        trial.giveBack("f", "a", "web", "cpus(+web):2");
        trial.allocator
                .updateAvailable(agent, List.of(new Operation.Unreserve(Resources.parse("cpus(+web):2"))))
                .join();
        assertThat(trial.ticks(1).offers()).containsExactly("f under web: cpus:2 of a");
        assertThat(trial.allocator.updateAvailable(
                        agent, List.of(new Operation.Reserve(Resources.parse("cpus(+web):1")))))
                .isCompletedExceptionally();
    }

    @Test
    void a_policy_can_look_at_shares_quotas_weights_and_requests() {
        List<String> seen = new ArrayList<>();
        AllocationPolicy curious = round -> {
            GREEDY.allocate(round);
            for (Claim claim : round.claims()) {
                seen.add(describe(round, claim));
            }
        };
        Trial trial = new Trial(host -> new PolicyAllocator(host, curious)).framework("f", "web");
        trial.allocator.updateWeights(Map.of(WEB, 3.0));
        trial.allocator.updateQuota(WEB, Quota.both(ResourceQuantities.parse("cpus:9")));
        trial.allocator.requestResources(
                new FrameworkId("f"), List.of(ResourceRequest.anywhere(ResourceQuantities.parse("cpus:1"))));
        trial.agent("a", "cpus:4;cpus(web):1").settle();

        assertThat(seen)
                .containsExactly("held cpus:5 of cpus:5, consumed cpus:5 of cpus:9, weight 3.0, 1 requests, 0 free");
    }

    private static String describe(Round round, Claim claim) {
        return "held " + round.held(claim) + " of " + round.total() + ", consumed " + round.consumed(claim.role())
                + " of " + round.quota(claim.role()).limits() + ", weight " + round.weight(claim.role()) + ", "
                + round.requests(claim).size() + " requests, "
                + round.free(new AgentId("a")).size() + " free";
    }

    @Test
    void a_refused_call_changes_nothing() {
        Trial trial = greedy().framework("f", "web").agent("a", "cpus:4").settle();
        Map<String, Double> before = trial.allocator.metrics().join();

        assertThatThrownBy(() -> trial.giveBack("f", "a", "web", "cpus:5"))
                .isInstanceOf(AllocatorRefusal.class)
                .hasMessageContainingAll("'a'", "cpus:4", "cpus:5");
        assertThatThrownBy(() -> trial.agent("a", "cpus:1")).isInstanceOf(AllocatorRefusal.class);
        assertThatThrownBy(() -> trial.allocator.updateQuota(Role.of("a/b"), Quota.NONE))
                .isInstanceOf(AllocatorRefusal.class);

        assertThat(trial.allocator.metrics().join()).isEqualTo(before);
    }
}
