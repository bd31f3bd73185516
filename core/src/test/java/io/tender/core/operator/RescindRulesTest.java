package io.tender.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RescindRulesTest {

    private static OutstandingOffer offer(String framework, String role, String agent, String resources) {
        return new OutstandingOffer(
                framework + role + agent,
                new FrameworkId(framework),
                Role.of(role),
                new AgentId(agent),
                Resources.parse(resources));
    }

    private static SortedMap<Role, Quota> quota(String role, String guarantee, String limit) {
        return new TreeMap<>(
                Map.of(Role.of(role), new Quota(ResourceQuantities.parse(guarantee), ResourceLimits.parse(limit))));
    }

    private static final OutstandingOffer TO_PARENT = offer("f1", "r", "a1", "cpus:1;mem:1024");
    private static final OutstandingOffer TO_CHILD = offer("f2", "r/c", "a2", "cpus:1;mem:1024");
    private static final OutstandingOffer TO_OTHER = offer("f3", "s", "a3", "cpus:2;mem:512");
    private static final List<OutstandingOffer> ALL = List.of(TO_PARENT, TO_CHILD, TO_OTHER);

    @Test
    void a_limit_takes_back_from_its_own_subtree_until_the_rest_fits() {
        assertThat(RescindRules.forQuotas(quota("r", "", "cpus:2;mem:2048"), Map.of(), ALL))
                .isEmpty();
        assertThat(RescindRules.forQuotas(quota("r", "", "cpus:1"), Map.of(), ALL))
                .containsExactly(TO_PARENT);
        assertThat(RescindRules.forQuotas(quota("r", "", "cpus:0.5"), Map.of(), ALL))
                .containsExactly(TO_PARENT, TO_CHILD);
    }

    @Test
    void what_is_consumed_counts_against_the_limit() {
        Map<Role, ResourceQuantities> consumed = Map.of(Role.of("r"), ResourceQuantities.parse("cpus:1"));

        assertThat(RescindRules.forQuotas(quota("r", "", "cpus:2"), consumed, ALL))
                .containsExactly(TO_PARENT);
    }

    @Test
    void a_guarantee_takes_back_from_others_until_it_is_covered() {
        assertThat(RescindRules.forQuotas(quota("t", "cpus:1", ""), Map.of(), ALL))
                .containsExactly(TO_PARENT);
        assertThat(RescindRules.forQuotas(quota("t", "cpus:4", ""), Map.of(), ALL))
                .containsExactlyElementsOf(ALL);
    }

    @Test
    void what_a_role_has_or_is_offered_already_covers_its_guarantee() {
        Map<Role, ResourceQuantities> consumed = Map.of(Role.of("s"), ResourceQuantities.parse("cpus:3"));

        assertThat(RescindRules.forQuotas(quota("s", "cpus:2", ""), Map.of(), ALL))
                .isEmpty();
        assertThat(RescindRules.forQuotas(quota("s", "cpus:5", ""), consumed, ALL))
                .isEmpty();
    }

    @Test
    void reserved_and_revocable_offers_help_no_guarantee() {
        List<OutstandingOffer> useless =
                List.of(offer("f1", "r", "a1", "cpus(r):8"), offer("f1", "r", "a2", "cpus{REV}:8"));

        assertThat(RescindRules.forQuotas(quota("t", "cpus:1", ""), Map.of(), useless))
                .isEmpty();
    }

    @Test
    void the_older_call_empties_an_agent_per_framework_and_enough_of_them() {
        List<OutstandingOffer> agents = List.of(
                offer("f1", "r", "a1", "cpus:2;mem:1024"),
                offer("f1", "r", "a2", "cpus:2;mem:1024"),
                offer("f1", "r", "a3", "cpus:2;mem:1024"));
        Quota small = Quota.both(ResourceQuantities.parse("cpus:1;mem:512"));
        Quota large = Quota.both(ResourceQuantities.parse("cpus:5"));

        assertThat(RescindRules.forFirstQuota(small, 2, agents)).hasSize(2);
        assertThat(RescindRules.forFirstQuota(small, 0, agents)).hasSize(1);
        assertThat(RescindRules.forFirstQuota(large, 1, agents)).hasSize(3);
    }

    @Test
    void weights_take_everything_back_if_they_concern_anybody() {
        assertThat(RescindRules.forWeights(Set.of(Role.of("r")), Set.of(Role.of("r")), ALL))
                .containsExactlyElementsOf(ALL);
        assertThat(RescindRules.forWeights(Set.of(Role.of("x")), Set.of(Role.of("r")), ALL))
                .isEmpty();
    }

    @Test
    void a_role_that_is_left_loses_its_offers_only() {
        assertThat(RescindRules.forLeftRoles(new FrameworkId("f1"), Set.of(Role.of("r")), ALL))
                .containsExactly(TO_PARENT);
        assertThat(RescindRules.ofFramework(new FrameworkId("f2"), ALL)).containsExactly(TO_CHILD);
        assertThat(RescindRules.ofAgent(new AgentId("a3"), ALL)).containsExactly(TO_OTHER);
    }

    @Test
    void a_new_estimate_takes_revocable_offers_back() {
        OutstandingOffer revocable = offer("f1", "r", "a1", "cpus{REV}:2");

        assertThat(RescindRules.forNewEstimate(new AgentId("a1"), List.of(TO_PARENT, revocable)))
                .containsExactly(revocable);
    }

    @Test
    void operations_take_back_what_stands_in_their_way() {
        AgentId a1 = new AgentId("a1");
        List<Operation> reserve = List.of(new Operation.Reserve(Resources.parse("cpus(+r):2")));
        OutstandingOffer one = offer("f1", "r", "a1", "cpus:1");
        OutstandingOffer two = offer("f2", "r", "a1", "cpus:1");

        assertThat(RescindRules.forOperations(a1, Resources.parse("cpus:2"), reserve, List.of(one, two)))
                .isEmpty();
        assertThat(RescindRules.forOperations(a1, Resources.parse("cpus:1"), reserve, List.of(one, two)))
                .containsExactly(one);
        assertThat(RescindRules.forOperations(a1, Resources.empty(), reserve, List.of(one)))
                .isEmpty();
    }
}
