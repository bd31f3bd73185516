package io.tender.daemon.work;

import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.MasterView;
import io.tender.daemon.master.RoleView;
import io.tender.model.FrameworkId;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Why a scheduler holds no offers, for people: without any, nobody could say where its tasks might go. */
final class NoOffers {
    private static final int ROLES_NAMED = 3;

    private NoOffers() {}

    /** Whether there is an agent that may offer something; without one it does not matter who wants it. */
    static boolean couldBe(MasterView view) {
        return view.agents().stream().anyMatch(agent -> agent.present() && !agent.deactivated());
    }

    /** @param suppressed whether the scheduler has asked for none */
    static String why(MasterView view, FrameworkId framework, boolean suppressed) {
        SortedSet<Role> roles = view.framework(framework)
                .map(FrameworkView::subscription)
                .map(subscription -> subscription.roles())
                .orElse(new TreeSet<>());
        List<AgentView> agents = view.agents();
        List<AgentView> present = agents.stream().filter(AgentView::present).toList();
        List<AgentView> active =
                present.stream().filter(agent -> !agent.deactivated()).toList();
        return "no offers were held: "
                + because(suppressed, agents, present, active)
                        .or(() -> limit(view, roles))
                        .orElseGet(() -> others(view, roles, active));
    }

    private static Optional<String> because(
            boolean suppressed, List<AgentView> agents, List<AgentView> present, List<AgentView> active) {
        if (agents.isEmpty()) {
            return Optional.of("there are no agents");
        }
        if (present.isEmpty()) {
            return Optional.of("none of the " + agents.size() + " agents can be reached");
        }
        if (active.isEmpty()) {
            return Optional.of("all " + present.size() + " agents are deactivated or drained");
        }
        return suppressed ? Optional.of("the scheduler has just begun to ask for them again") : Optional.empty();
    }

    /** A role at the limit of its quota is offered nothing more of that. */
    private static Optional<String> limit(MasterView view, SortedSet<Role> roles) {
        for (RoleView role : view.roles()) {
            ResourceLimits limits = role.quota().limits();
            ResourceQuantities held =
                    role.allocated().quantities().plus(role.offered().quantities());
            for (int i = 0; i < limits.size() && roles.contains(role.role()); i++) {
                if (held.millis(limits.name(i)) >= limits.millis(i)) {
                    return Optional.of("the quota of role '" + role.role() + "' allows no more " + limits.name(i) + " ("
                            + limits + ")");
                }
            }
        }
        return Optional.empty();
    }

    private static String others(MasterView view, SortedSet<Role> roles, List<AgentView> active) {
        ResourceQuantities total = Shares.total(view);
        long free = active.stream().filter(NoOffers::hasFree).count();
        String holders = view.roles().stream()
                .filter(role -> !roles.contains(role.role()))
                .map(role -> new Explanation.Share("role " + role.role(), Shares.held(role, total), 1, "", "", ""))
                .filter(share -> share.share() > 0)
                .sorted((one, other) -> Double.compare(other.share(), one.share()))
                .limit(ROLES_NAMED)
                .map(share -> share.whose() + " with " + Math.round(share.share() * 100) + "%")
                .collect(Collectors.joining(", "));
        if (free > 0) {
            return free + " of " + active.size()
                    + " agents have something free, which is offered once those who declined it"
                    + " a moment ago may be asked again, unless it is reserved or kept for other roles' guarantees";
        }
        long elsewhere = view.offers().stream()
                .filter(offer -> !roles.contains(offer.role()))
                .count();
        if (elsewhere > 0) {
            return "what is free is on offer to others at the moment (" + elsewhere + " offers)";
        }
        return holders.isEmpty()
                ? "all that the " + active.size() + " agents have is in use"
                : "others hold what there is (" + holders + ")";
    }

    private static boolean hasFree(AgentView agent) {
        return !agent.total()
                .nonShared()
                .minus(agent.used().plus(agent.offered()).unallocate().nonShared())
                .isEmpty();
    }
}
