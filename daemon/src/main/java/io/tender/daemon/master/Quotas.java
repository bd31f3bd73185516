package io.tender.daemon.master;

import io.tender.core.operator.Consumption;
import io.tender.core.operator.OutstandingOffer;
import io.tender.core.operator.QuotaProblem;
import io.tender.core.operator.QuotaProblem.Reason;
import io.tender.core.operator.QuotaRules;
import io.tender.core.operator.RescindRules;
import io.tender.model.BrokenRule;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What roles are promised, bounded by and weighed with. */
final class Quotas {
    private final Desk desk;
    private final Offers offers;

    Quotas(Desk desk, Offers offers) {
        this.desk = desk;
        this.offers = offers;
    }

    /** All of the update or, if anything is wrong with it, nothing; offers that stand in its way are taken back. */
    void set(SortedMap<Role, Quota> update, boolean force, Predicate<Role> authorised) {
        Map<Role, ResourceQuantities> consumed = consumption(update.keySet());
        List<QuotaProblem> problems = QuotaRules.validate(
                update,
                force,
                new QuotaRules.Situation(
                        desk.settings.permittedRoles(),
                        authorised,
                        desk.state.quotas(),
                        consumed,
                        Consumption.capacity(totals()),
                        desk.settings.nestedQuota()));
        if (!problems.isEmpty()) {
            throw new MasterRefusal(
                    kind(problems), problems.stream().map(QuotaProblem::message).collect(Collectors.joining("\n")));
        }
        desk.apply(new Change.QuotasSet(new TreeMap<>(update)));
        update.forEach(desk.allocator::updateQuota);
        List<OutstandingOffer> inTheWay = RescindRules.forQuotas(update, consumed, offers.outstanding());
        offers.rescind(inTheWay);
    }

    private static MasterRefusal.Kind kind(List<QuotaProblem> problems) {
        Set<Reason> reasons = problems.stream().map(QuotaProblem::reason).collect(Collectors.toSet());
        if (reasons.contains(Reason.NOT_AUTHORISED)) {
            return MasterRefusal.Kind.FORBIDDEN;
        }
        Set<Reason> passing = Set.of(Reason.LIMIT_BELOW_CONSUMPTION, Reason.OVERCOMMITTED, Reason.ALREADY_SET);
        return passing.containsAll(reasons) ? MasterRefusal.Kind.CONFLICT : MasterRefusal.Kind.INVALID;
    }

    /** Of agents within reach: nothing can be guaranteed on a machine that may never come back. */
    private List<Resources> totals() {
        return desk.state.agents().stream()
                .filter(agent -> agent.unreachableSince().isEmpty())
                .map(AgentRecord::total)
                .toList();
    }

    Map<Role, ResourceQuantities> consumption(Set<Role> roles) {
        List<Consumption.Used> used = new ArrayList<>();
        desk.state
                .frameworks()
                .forEach(framework -> framework
                        .used()
                        .values()
                        .forEach(resources -> resources
                                .allocations()
                                .forEach((role, some) -> used.add(new Consumption.Used(role, some)))));
        Map<Role, ResourceQuantities> consumed = new HashMap<>();
        roles.forEach(role -> consumed.put(role, Consumption.of(role, totals(), used)));
        return consumed;
    }

    void weigh(SortedMap<Role, Double> weights) {
        weights.forEach((role, weight) -> {
            if (weight.isNaN() || weight.isInfinite() || weight <= 0) {
                throw MasterRefusal.invalid(BrokenRule.of(
                        "Role '" + role + "' cannot have that weight.",
                        weight,
                        "a number above 0, such as 2.5",
                        "correct the weight"));
            }
            desk.settings
                    .permittedRoles()
                    .filter(permitted -> !permitted.contains(role))
                    .ifPresent(permitted -> {
                        throw MasterRefusal.invalid(BrokenRule.of(
                                "That role is not permitted.",
                                "a weight for role '" + role + "'",
                                "one of " + new TreeSet<>(permitted),
                                "name one of these, or add it to the master's roles in the settings"));
                    });
        });
        if (weights.isEmpty()) {
            throw MasterRefusal.invalid(BrokenRule.of(
                    "There are no weights.",
                    "none",
                    "at least one role with its weight",
                    "name a role and its weight"));
        }
        desk.apply(new Change.WeightsSet(new TreeMap<>(weights)));
        desk.allocator.updateWeights(weights);
        Set<Role> inUse = new TreeSet<>();
        desk.state
                .frameworks()
                .forEach(framework -> inUse.addAll(framework.subscription().roles()));
        offers.rescind(RescindRules.forWeights(weights.keySet(), inUse, offers.outstanding()));
    }
}
