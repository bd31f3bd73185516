package io.tender.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkOptions;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.testkit.contract.ContractWorld.Made;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What may be offered, to whom and when. */
abstract class OfferRules extends ContractBase {

    @Test
    void free_resources_are_offered_to_a_lone_framework() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"));
        it.addAgent("a1", "cpus:2;mem:1024");

        assertThat(awaitOffers(it))
                .as(
                        "One framework, one agent, nothing held: something must be offered within %s intervals. "
                                + "To do: decide on every tick, not only when something changes.",
                        patience())
                .isNotEmpty();
    }

    @Test
    void offers_are_made_under_subscribed_roles_only() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r", "s"));
        it.addFramework("f2", List.of("t"));
        it.addAgent("a1", "cpus:2;mem:1024");
        it.addAgent("a2", "cpus:2;mem:1024");

        assertThat(awaitOffers(it))
                .as("To do: offer to a framework only under the roles of its FrameworkInfo.")
                .allMatch(offer -> offer.framework().value().equals("f1")
                        ? Set.of("r", "s").contains(offer.role().path())
                        : offer.role().path().equals("t"));
    }

    @Test
    void what_is_given_back_is_offered_again() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"));
        it.addAgent("a1", "cpus:2;mem:1024");
        Resources first = sum(awaitOffers(it), it);

        assertThat(sum(awaitOffers(it), it))
                .as("What was recovered without a filter is free again. "
                        + "To do: add exactly what recoverResources brings to what is free on the agent.")
                .isEqualTo(first);
    }

    private static Resources sum(List<Made> offers, ContractWorld it) {
        Resources sum = Resources.empty();
        for (Made offer : offers) {
            sum = sum.plus(offer.bare());
            it.giveBack(offer, Optional.empty());
        }
        return sum;
    }

    @Test
    void a_declined_offer_is_not_repeated_while_its_filter_lasts() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"));
        it.addAgent("a1", "cpus:2;mem:1024");
        List<Made> declined = awaitOffers(it);
        declined.forEach(offer -> it.giveBack(offer, Optional.of(Filters.ofSeconds(86_400))));

        assertThat(awaitSilence(it))
                .as("The framework declined this for a day. To do: keep the refused resources per framework, role and "
                        + "agent, and leave out every offer they contain.")
                .noneMatch(offer -> declined.stream()
                        .anyMatch(refused -> refused.agent().equals(offer.agent())
                                && refused.role().equals(offer.role())
                                && refused.bare().contains(offer.bare())));
    }

    @Test
    void a_filter_ends() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"));
        it.addAgent("a1", "cpus:2;mem:1024");
        awaitOffers(it).forEach(offer -> it.giveBack(offer, Optional.of(Filters.ofSeconds(3))));
        it.advance(Duration.ofSeconds(3).plus(options().allocationInterval()));

        assertThat(awaitOffers(it))
                .as("Three seconds are over. To do: drop the filter with host.after(length, ...).")
                .isNotEmpty();
    }

    @Test
    void a_suppressed_framework_gets_no_offers_until_it_revives() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"));
        it.call(allocator -> allocator.suppressOffers(new FrameworkId("f1"), Set.of()));
        it.addAgent("a1", "cpus:2;mem:1024");

        assertThat(awaitSilence(it))
                .as("To do: skip roles of a framework that are suppressed.")
                .isEmpty();

        it.call(allocator -> allocator.reviveOffers(new FrameworkId("f1"), Set.of()));
        assertThat(awaitOffers(it))
                .as("To do: end the suppression in reviveOffers, and start a run.")
                .isNotEmpty();
    }

    @Test
    void a_role_that_is_suppressed_from_the_start_gets_no_offers() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"), true, FrameworkOptions.suppressing(Set.of(Role.of("r"))));
        it.addAgent("a1", "cpus:2;mem:1024");

        assertThat(awaitSilence(it))
                .as("To do: look at FrameworkOptions.suppressedRoles in addFramework.")
                .isEmpty();
    }

    @Test
    void an_inactive_framework_gets_no_offers_until_it_is_activated() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"), false, FrameworkOptions.none());
        it.addAgent("a1", "cpus:2;mem:1024");
        assertThat(awaitSilence(it))
                .as("To do: skip frameworks that are not active.")
                .isEmpty();

        it.call(allocator -> allocator.activateFramework(new FrameworkId("f1")));
        List<Made> offers = awaitOffers(it);
        assertThat(offers).as("To do: make it eligible in activateFramework.").isNotEmpty();

        it.call(allocator -> allocator.deactivateFramework(new FrameworkId("f1")));
        offers.forEach(offer -> it.giveBack(offer, Optional.empty()));
        assertThat(awaitSilence(it))
                .as("To do: end its eligibility in deactivateFramework.")
                .isEmpty();
    }

    @Test
    void a_removed_framework_gets_no_offers_and_what_it_held_is_free() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"));
        it.addAgent("a1", "cpus:2;mem:1024");
        assertThat(awaitOffers(it)).isNotEmpty();
        it.removeFramework("f1");
        it.addFramework("f2", List.of("r"));

        assertThat(awaitOffers(it))
                .as("To do: free everything a framework holds in removeFramework, and forget it.")
                .isNotEmpty()
                .allMatch(offer -> offer.framework().value().equals("f2"));
    }

    @Test
    void an_agent_that_is_gone_is_not_offered() {
        ContractWorld it = begin();
        it.addAgent("a1", "cpus:2;mem:1024");
        it.removeAgent("a1");
        it.addFramework("f1", List.of("r"));

        assertThat(awaitSilence(it))
                .as("To do: forget the agent in removeAgent.")
                .isEmpty();
    }

    @Test
    void a_deactivated_agent_is_not_offered() {
        ContractWorld it = begin();
        it.addAgent("a1", "cpus:2;mem:1024");
        it.call(allocator -> allocator.deactivateAgent(new AgentId("a1")));
        it.addFramework("f1", List.of("r"));
        assertThat(awaitSilence(it)).as("To do: skip deactivated agents.").isEmpty();

        it.call(allocator -> allocator.activateAgent(new AgentId("a1")));
        assertThat(awaitOffers(it))
                .as("To do: offer it again after activateAgent.")
                .isNotEmpty();
    }

    @Test
    void only_whitelisted_hosts_are_offered() {
        ContractWorld it = begin();
        it.call(allocator -> allocator.updateWhitelist(Optional.of(Set.of("a2"))));
        it.addAgent("a1", "cpus:2;mem:1024");
        it.addAgent("a2", "cpus:2;mem:1024");
        it.addFramework("f1", List.of("r"));

        assertThat(awaitOffers(it))
                .as("To do: compare the agent's host name with the whitelist.")
                .isNotEmpty()
                .allMatch(offer -> offer.agent().value().equals("a2"));
    }

    @Test
    void a_paused_allocator_makes_no_offers() {
        ContractWorld it = begin();
        it.addAgent("a1", "cpus:2;mem:1024");
        it.call(allocator -> allocator.pause());
        it.addFramework("f1", List.of("r"));
        assertThat(awaitSilence(it)).as("To do: start no run while paused.").isEmpty();

        it.call(allocator -> allocator.resume());
        assertThat(awaitOffers(it))
                .as("To do: go on with the next tick after resume.")
                .isNotEmpty();
    }

    @Test
    void reserved_resources_go_to_their_role_only() {
        ContractWorld it = begin();
        it.addAgent("a1", "cpus(other):2;mem(other):1024");
        it.addFramework("f1", List.of("r"));

        assertThat(awaitSilence(it))
                .as("To do: offer only resources.allocatableTo(role).")
                .isEmpty();
    }

    @Test
    void what_a_framework_has_not_declared_is_kept_from_it() {
        ContractWorld it = begin();
        it.addAgent("a1", "cpus:2;mem:1024;cpus{REV}:8;disk(r)[v:data]<SHARED>:5;disk(r > +r/s):7");
        it.addFramework("f1", List.of("r/s"));

        assertThat(awaitOffers(it))
                .as("To do: strip revocable, shared and refined resources unless the framework has "
                        + "REVOCABLE_RESOURCES, SHARED_RESOURCES, RESERVATION_REFINEMENT.")
                .isNotEmpty()
                .allMatch(offer -> offer.bare().revocable().isEmpty()
                        && offer.bare().shared().isEmpty()
                        && !offer.bare().hasRefined());
    }

    @Test
    void what_a_framework_has_declared_is_offered_to_it() {
        ContractWorld it = begin();
        it.addAgent("a1", "cpus:2;mem:1024;cpus{REV}:8");
        it.addFramework("f1", List.of("r"), FrameworkCapability.REVOCABLE_RESOURCES);

        Resources offered = Resources.empty();
        for (int i = 0; i < patience() && offered.revocable().isEmpty(); i++) {
            for (Made offer : awaitOffers(it)) {
                offered = offered.plus(offer.bare());
            }
        }
        assertThat(offered.revocable())
                .as("To do: offer revocable resources to frameworks that have REVOCABLE_RESOURCES.")
                .isEqualTo(Resources.parse("cpus{REV}:8"));
    }

    @Test
    void agents_that_know_less_are_kept_from_frameworks_that_need_more() {
        ContractWorld it = begin();
        it.addAgent("a1", "cpus:2;mem:1024", new AgentCapability[0]);
        it.addFramework("f1", List.of("r"));

        assertThat(awaitSilence(it))
                .as("To do: keep agents without MULTI_ROLE from frameworks that have it.")
                .isEmpty();
    }

    @Test
    void too_little_is_not_offered() {
        ContractWorld it = begin();
        it.addAgent("a1", "cpus:0.005;mem:16;disk:128");
        it.addFramework("f1", List.of("r"));

        assertThat(awaitSilence(it))
                .as("To do: compare each offer with minAllocatable, of the framework or else of the options.")
                .isEmpty();
    }

    @Test
    void inverse_offers_go_only_where_something_is_held() {
        ContractWorld it = begin();
        it.addFramework("f1", List.of("r"));
        it.addFramework("f2", List.of("s"));
        it.addAgent("a1", "cpus:2;mem:1024");
        List<Made> offers = awaitOffers(it);
        it.call(allocator -> allocator.updateUnavailability(
                new AgentId("a1"), Optional.of(new Unavailability(it.now().plusSeconds(60), Optional.empty()))));
        it.ticks(patience());

        // Who holds something is checked for every inverse offer; here it counts that each holder is asked once.
        TreeSet<FrameworkId> holders = new TreeSet<>();
        offers.forEach(offer -> holders.add(offer.framework()));
        it.newOffers().forEach(offer -> holders.add(offer.framework()));
        assertThat(it.newInverseOffers().stream()
                        .map(ContractWorld.Asked::framework)
                        .toList())
                .as("To do: ask each framework that holds something on the agent, and not again before it answers.")
                .doesNotHaveDuplicates()
                .isSubsetOf(holders)
                .isNotEmpty();
    }
}
