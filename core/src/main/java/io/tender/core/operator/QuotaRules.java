package io.tender.core.operator;

import io.tender.core.operator.QuotaProblem.Reason;
import io.tender.model.BrokenRule;
import io.tender.model.Quota;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Whether an operator's quotas are acceptable: all of an update, or none of it. */
public final class QuotaRules {

    /** One exabyte in megabytes, the unit of {@code mem} and {@code disk}. */
    private static final long MOST_MEGABYTES = 1_099_511_627_776L;

    private static final long MOST_OF_ANYTHING_ELSE = 1_000_000_000_000L;

    private static final long UNIT = 1000;

    private QuotaRules() {}

    /**
     * What an update is judged against.
     *
     * @param permittedRoles the list of roles the cluster is restricted to; empty: no restriction
     * @param authorised whether the caller may change a role's quota
     * @param current the quotas now in force
     * @param consumed what each role named in the update consumes, see {@link Consumption#of}; absent: nothing
     * @param capacity see {@link Consumption#capacity}
     * @param nestedQuota whether nested roles may have quota
     */
    public record Situation(
            Optional<Set<Role>> permittedRoles,
            Predicate<Role> authorised,
            SortedMap<Role, Quota> current,
            Map<Role, ResourceQuantities> consumed,
            ResourceQuantities capacity,
            boolean nestedQuota) {}

    /**
     * Everything that is wrong with an update, in the order of the roles; nothing may be stored unless the answer is
     * empty.
     *
     * @param force accept limits below the consumption and guarantees above the capacity
     */
    public static List<QuotaProblem> validate(SortedMap<Role, Quota> update, boolean force, Situation now) {
        List<QuotaProblem> problems = new ArrayList<>();
        update.forEach((role, quota) -> {
            validateRole(role, now, problems);
            validateAmounts(role, quota, problems);
            if (!force) {
                validateConsumption(role, quota.limits(), now, problems);
            }
        });
        // Amounts that are too large already could not even be added up.
        if (!force && !update.isEmpty() && problems.isEmpty()) {
            validateCapacity(update, now, problems);
        }
        return List.copyOf(problems);
    }

    /** As {@link #validate}, for the old call, which never replaces a quota. */
    public static List<QuotaProblem> validateFirst(Role role, Quota quota, boolean force, Situation now) {
        SortedMap<Role, Quota> update = new TreeMap<>(Map.of(role, quota));
        List<QuotaProblem> problems = new ArrayList<>(validate(update, force, now));
        Quota existing = now.current().get(role);
        if (existing != null && !existing.isDefault()) {
            problems.add(new QuotaProblem(
                    Reason.ALREADY_SET,
                    role,
                    words(
                            "Role '" + role + "' already has a quota.",
                            "a new quota for it",
                            "a role without one",
                            "remove it first, or use the update call")));
        }
        return List.copyOf(problems);
    }

    private static void validateRole(Role role, Situation now, List<QuotaProblem> problems) {
        if (!now.authorised().test(role)) {
            problems.add(new QuotaProblem(
                    Reason.NOT_AUTHORISED,
                    role,
                    words(
                            "You are not authorised to change the quota of role '" + role + "'.",
                            "'" + role + "'",
                            "a role whose quota you may change",
                            "ask whoever runs the master for it")));
        }
        now.permittedRoles().filter(permitted -> !permitted.contains(role)).ifPresent(permitted -> {
            problems.add(new QuotaProblem(
                    Reason.ROLE_NOT_PERMITTED,
                    role,
                    words(
                            "Role '" + role + "' is not on the list of permitted roles.",
                            "'" + role + "'",
                            "one of " + permitted.stream().sorted().toList(),
                            "name one of these, or add it to the list")));
        });
        if (!role.isTopLevel() && !now.nestedQuota()) {
            problems.add(new QuotaProblem(
                    Reason.NESTED_ROLE,
                    role,
                    words(
                            "Quota on nested roles is off.",
                            "'" + role + "'",
                            "a role without '/', such as '" + role.topLevel() + "'",
                            "name one, or switch the option nestedQuota on")));
        }
    }

    private static void validateAmounts(Role role, Quota quota, List<QuotaProblem> problems) {
        ResourceQuantities guarantees = quota.guarantees();
        ResourceLimits limits = quota.limits();
        for (int i = 0; i < guarantees.size(); i++) {
            validateSize(role, "guarantee", guarantees.name(i), guarantees.millis(i), problems);
        }
        for (int i = 0; i < limits.size(); i++) {
            validateSize(role, "limit", limits.name(i), limits.millis(i), problems);
        }
        if (!limits.contains(guarantees)) {
            problems.add(new QuotaProblem(
                    Reason.GUARANTEE_ABOVE_LIMIT,
                    role,
                    words(
                            "The guarantee of role '" + role + "' is above its limit.",
                            "guarantee " + guarantees + " and limit " + limits,
                            "each guarantee to be at most the limit of its name",
                            "lower the guarantee, or raise the limit")));
        }
    }

    private static void validateSize(Role role, String kind, String name, long millis, List<QuotaProblem> problems) {
        long most = name.equals("mem") || name.equals("disk") ? MOST_MEGABYTES : MOST_OF_ANYTHING_ELSE;
        if (millis > most * UNIT) {
            problems.add(new QuotaProblem(
                    Reason.TOO_LARGE,
                    role,
                    words(
                            "The " + kind + " of " + name + " for role '" + role + "' is too large.",
                            ResourceQuantities.of(name, millis),
                            "at most " + most,
                            "lower it")));
        }
    }

    private static void validateConsumption(
            Role role, ResourceLimits limits, Situation now, List<QuotaProblem> problems) {
        ResourceQuantities consumed = now.consumed().getOrDefault(role, ResourceQuantities.empty());
        if (!limits.contains(consumed)) {
            problems.add(new QuotaProblem(
                    Reason.LIMIT_BELOW_CONSUMPTION,
                    role,
                    words(
                            "Role '" + role + "' already consumes more than the new limit.",
                            "limit " + limits,
                            "at least what it consumes, " + consumed,
                            "raise the limit, wait until less is used, or force it")));
        }
    }

    private static void validateCapacity(SortedMap<Role, Quota> update, Situation now, List<QuotaProblem> problems) {
        TreeMap<Role, Quota> all = new TreeMap<>(now.current());
        all.putAll(update);
        ResourceQuantities sum = ResourceQuantities.empty();
        for (Map.Entry<Role, Quota> entry : all.entrySet()) {
            // A nested guarantee is part of the one above it.
            if (entry.getKey().isTopLevel()) {
                sum = sum.plus(entry.getValue().guarantees());
            }
        }
        if (!now.capacity().contains(sum)) {
            problems.add(new QuotaProblem(
                    Reason.OVERCOMMITTED,
                    update.firstKey(),
                    words(
                            "The guarantees of all roles together exceed the cluster.",
                            sum,
                            "at most the capacity, " + now.capacity(),
                            "lower a guarantee, add agents, or force it")));
        }
    }

    private static String words(String problem, Object got, String expected, String advice) {
        return String.valueOf(BrokenRule.of(problem, got, expected, advice).getMessage());
    }
}
