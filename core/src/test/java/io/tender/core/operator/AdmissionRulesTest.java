package io.tender.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.operator.AdmissionProblem.Reason;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Domain;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.OfferConstraints;
import io.tender.model.OfferConstraints.Constraint;
import io.tender.model.OfferConstraints.Predicate;
import io.tender.model.OfferConstraints.Selector;
import io.tender.model.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AdmissionRulesTest {

    private static final Role R = Role.of("r");
    private static final Role S = Role.of("s");
    private static final FrameworkInfo FRAMEWORK = FrameworkInfo.of(new FrameworkId("f1"), Set.of(R));
    private static final Optional<Domain> DOMAIN = Optional.of(new Domain("region", "zone"));

    private static AgentInfo agent(Optional<Domain> domain) {
        return new AgentInfo(new AgentId("a1"), "h1", List.of(), domain);
    }

    private static List<Reason> reasons(List<AdmissionProblem> problems) {
        return problems.stream().map(AdmissionProblem::reason).toList();
    }

    @Test
    void a_framework_in_permitted_roles_is_let_in() {
        assertThat(AdmissionRules.framework(FRAMEWORK, FrameworkOptions.none(), Optional.empty()))
                .isEmpty();
        assertThat(AdmissionRules.framework(FRAMEWORK, FrameworkOptions.none(), Optional.of(Set.of(R, S))))
                .isEmpty();
    }

    @Test
    void a_role_that_is_not_permitted_is_named() {
        assertThat(AdmissionRules.framework(FRAMEWORK, FrameworkOptions.none(), Optional.of(Set.of(S))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.reason()).isEqualTo(Reason.ROLE_NOT_PERMITTED);
                    assertThat(problem.message()).contains("'r'", "[s]");
                });
    }

    @Test
    void suppressions_and_constraints_are_for_subscribed_roles() {
        OfferConstraints constraints = OfferConstraints.of(
                Map.of(S, List.of(List.of(new Constraint(Selector.attribute("rack"), new Predicate.Exists())))));
        FrameworkOptions options = FrameworkOptions.suppressing(Set.of(S)).withConstraints(constraints);

        assertThat(reasons(AdmissionRules.framework(FRAMEWORK, options, Optional.empty())))
                .containsExactly(Reason.SUPPRESSED_ROLE_NOT_SUBSCRIBED, Reason.CONSTRAINED_ROLE_NOT_SUBSCRIBED);
    }

    @Test
    void an_agent_with_a_domain_needs_a_master_with_one() {
        assertThat(AdmissionRules.agent(agent(DOMAIN), DOMAIN, false)).isEmpty();
        assertThat(AdmissionRules.agent(agent(Optional.empty()), DOMAIN, false)).isEmpty();
        assertThat(reasons(AdmissionRules.agent(agent(DOMAIN), Optional.empty(), false)))
                .containsExactly(Reason.DOMAIN_WITHOUT_MASTER_DOMAIN);
    }

    @Test
    void a_domain_can_be_required() {
        assertThat(reasons(AdmissionRules.agent(agent(Optional.empty()), DOMAIN, true)))
                .containsExactly(Reason.DOMAIN_REQUIRED);
        assertThat(AdmissionRules.agent(agent(DOMAIN), DOMAIN, true)).isEmpty();
    }
}
