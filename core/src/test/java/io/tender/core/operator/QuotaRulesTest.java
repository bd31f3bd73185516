package io.tender.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.operator.QuotaProblem.Reason;
import io.tender.model.Quota;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class QuotaRulesTest {

    private static final Role R = Role.of("r");

    private static Quota quota(String guarantee, String limit) {
        return new Quota(ResourceQuantities.parse(guarantee), ResourceLimits.parse(limit));
    }

    private static SortedMap<Role, Quota> of(Role role, Quota quota) {
        return new TreeMap<>(Map.of(role, quota));
    }

    private static QuotaRules.Situation situation(String capacity) {
        return new QuotaRules.Situation(
                Optional.empty(), role -> true, new TreeMap<>(), Map.of(), ResourceQuantities.parse(capacity), false);
    }

    private static List<Reason> reasons(List<QuotaProblem> problems) {
        return problems.stream().map(QuotaProblem::reason).toList();
    }

    @Test
    void a_quota_within_the_cluster_is_fine() {
        assertThat(QuotaRules.validate(of(R, quota("cpus:2", "cpus:3")), false, situation("cpus:2;mem:10")))
                .isEmpty();
    }

    @Test
    void guarantees_above_the_capacity_are_overcommitted_unless_forced() {
        SortedMap<Role, Quota> update = of(R, quota("cpus:3", ""));

        assertThat(reasons(QuotaRules.validate(update, false, situation("cpus:2"))))
                .containsExactly(Reason.OVERCOMMITTED);
        assertThat(QuotaRules.validate(update, true, situation("cpus:2"))).isEmpty();
    }

    @Test
    void guarantees_of_all_roles_add_up_and_the_new_one_replaces_the_old() {
        QuotaRules.Situation now = new QuotaRules.Situation(
                Optional.empty(),
                role -> true,
                new TreeMap<>(Map.of(R, quota("cpus:2", ""), Role.of("s"), quota("cpus:2", ""))),
                Map.of(),
                ResourceQuantities.parse("cpus:4"),
                false);

        assertThat(QuotaRules.validate(of(R, quota("cpus:1", "")), false, now)).isEmpty();
        assertThat(reasons(QuotaRules.validate(of(Role.of("t"), quota("cpus:1", "")), false, now)))
                .containsExactly(Reason.OVERCOMMITTED);
    }

    @Test
    void a_guarantee_must_be_within_its_limit() {
        assertThat(reasons(QuotaRules.validate(of(R, quota("cpus:2", "cpus:1")), true, situation(""))))
                .containsExactly(Reason.GUARANTEE_ABOVE_LIMIT);
    }

    @Test
    void a_limit_below_the_consumption_is_refused_unless_forced() {
        QuotaRules.Situation now = new QuotaRules.Situation(
                Optional.empty(),
                role -> true,
                new TreeMap<>(),
                Map.of(R, ResourceQuantities.parse("cpus:2;mem:1024")),
                ResourceQuantities.empty(),
                false);

        assertThat(QuotaRules.validate(of(R, quota("", "cpus:1")), false, now))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.reason()).isEqualTo(Reason.LIMIT_BELOW_CONSUMPTION);
                    assertThat(problem.message()).contains("cpus:2;mem:1024");
                });
        assertThat(QuotaRules.validate(of(R, quota("", "cpus:2")), false, now)).isEmpty();
        assertThat(QuotaRules.validate(of(R, quota("", "cpus:1")), true, now)).isEmpty();
    }

    @Test
    void amounts_have_a_maximum_even_when_forced() {
        assertThat(reasons(QuotaRules.validate(
                        of(R, quota("disk:1099511627777", "cpus:1000000000001;mem:1099511627777")),
                        true,
                        situation(""))))
                .containsExactly(Reason.TOO_LARGE, Reason.TOO_LARGE, Reason.TOO_LARGE);
        assertThat(QuotaRules.validate(of(R, quota("cpus:1000000000000;mem:1099511627776", "")), true, situation("")))
                .isEmpty();
    }

    @Test
    void nested_roles_need_the_option() {
        SortedMap<Role, Quota> update = of(Role.of("a/b"), quota("", "cpus:1"));
        QuotaRules.Situation nested = new QuotaRules.Situation(
                Optional.empty(), role -> true, new TreeMap<>(), Map.of(), ResourceQuantities.empty(), true);

        assertThat(reasons(QuotaRules.validate(update, true, situation("")))).containsExactly(Reason.NESTED_ROLE);
        assertThat(QuotaRules.validate(update, true, nested)).isEmpty();
    }

    @Test
    void everything_that_is_wrong_is_told() {
        QuotaRules.Situation now = new QuotaRules.Situation(
                Optional.of(Set.of(Role.of("other"))),
                role -> false,
                new TreeMap<>(),
                Map.of(),
                ResourceQuantities.empty(),
                false);

        assertThat(reasons(QuotaRules.validate(of(Role.of("a/b"), quota("cpus:2", "cpus:1")), false, now)))
                .containsExactly(
                        Reason.NOT_AUTHORISED,
                        Reason.ROLE_NOT_PERMITTED,
                        Reason.NESTED_ROLE,
                        Reason.GUARANTEE_ABOVE_LIMIT);
    }

    @Test
    void the_older_call_never_replaces() {
        QuotaRules.Situation now = new QuotaRules.Situation(
                Optional.empty(),
                role -> true,
                new TreeMap<>(Map.of(R, quota("cpus:1", ""))),
                Map.of(),
                ResourceQuantities.parse("cpus:9"),
                false);

        assertThat(reasons(QuotaRules.validateFirst(R, quota("cpus:2", ""), false, now)))
                .containsExactly(Reason.ALREADY_SET);
        assertThat(QuotaRules.validateFirst(Role.of("s"), quota("cpus:2", ""), false, now))
                .isEmpty();
    }
}
