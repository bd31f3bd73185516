package io.tender.core.operator;

import io.tender.core.operator.AdmissionProblem.Reason;
import io.tender.model.AgentInfo;
import io.tender.model.Domain;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who may register, and with what: judged as a whole, before anything is changed. */
public final class AdmissionRules {

    private AdmissionRules() {}

    /**
     * What is wrong with a framework that registers or changes what it said of itself.
     *
     * @param permittedRoles the list of roles the cluster is restricted to; empty: no restriction
     */
    public static List<AdmissionProblem> framework(
            FrameworkInfo framework, FrameworkOptions options, Optional<Set<Role>> permittedRoles) {
        List<AdmissionProblem> problems = new ArrayList<>();
        permittedRoles.ifPresent(permitted -> framework.roles().stream()
                .filter(role -> !permitted.contains(role))
                .forEach(role -> problems.add(new AdmissionProblem(
                        Reason.ROLE_NOT_PERMITTED,
                        "Framework '" + framework.id() + "' subscribes to role '" + role
                                + "', which is not permitted: expected one of "
                                + permitted.stream().sorted().toList() + "."))));
        unsubscribed(framework, options.suppressedRoles())
                .forEach(role -> problems.add(new AdmissionProblem(
                        Reason.SUPPRESSED_ROLE_NOT_SUBSCRIBED,
                        "Framework '" + framework.id() + "' suppresses role '" + role
                                + "', which it does not subscribe to: " + "expected some of " + framework.roles()
                                + ".")));
        unsubscribed(framework, options.constraints().roles())
                .forEach(role -> problems.add(new AdmissionProblem(
                        Reason.CONSTRAINED_ROLE_NOT_SUBSCRIBED,
                        "Framework '" + framework.id() + "' has offer constraints for role '" + role
                                + "', which it does not subscribe to: expected some of " + framework.roles() + ".")));
        return List.copyOf(problems);
    }

    private static List<Role> unsubscribed(FrameworkInfo framework, Set<Role> roles) {
        return roles.stream()
                .filter(role -> !framework.roles().contains(role))
                .sorted()
                .toList();
    }

    /**
     * What is wrong with an agent that registers.
     *
     * @param masterDomain where the master stands
     * @param requireDomain whether every agent must say where it stands
     */
    public static List<AdmissionProblem> agent(AgentInfo agent, Optional<Domain> masterDomain, boolean requireDomain) {
        if (agent.domain().isPresent() && masterDomain.isEmpty()) {
            return List.of(new AdmissionProblem(
                    Reason.DOMAIN_WITHOUT_MASTER_DOMAIN,
                    "Agent '" + agent.id() + "' stands in " + agent.domain().get()
                            + ", but the master has no domain, so near and far cannot be told: "
                            + "give the master a domain or take the agent's away."));
        }
        if (agent.domain().isEmpty() && requireDomain) {
            return List.of(new AdmissionProblem(
                    Reason.DOMAIN_REQUIRED,
                    "Agent '" + agent.id() + "' does not say where it stands: expected a domain, "
                            + "because the master requires one of every agent."));
        }
        return List.of();
    }
}
