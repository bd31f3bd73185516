package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Limits are not exceeded and guarantees are not given away: sums over the whole of a run, in thousandths. */
final class QuotaPromises {
    private final Ledger ledger;
    private final boolean nested;

    QuotaPromises(Ledger ledger) {
        this.ledger = ledger;
        this.nested = ledger.options.extensions().nestedQuota();
    }

    void check(List<Promises.Offer> offers) {
        if (ledger.quotas.isEmpty() || offers.isEmpty()) {
            return;
        }
        SortedMap<Role, Map<String, Long>> granted = new TreeMap<>();
        for (Promises.Offer offer : offers) {
            Map<String, Long> sums = granted.computeIfAbsent(offer.role(), any -> new HashMap<>());
            for (Resource resource : offer.resources()) {
                if (counts(resource)) {
                    sums.merge(resource.name(), resource.millis(), Long::sum);
                }
            }
        }
        ledger.quotas.forEach((role, quota) -> checkLimits(role, quota, granted));
        checkHeadroom(granted);
    }

    private static boolean counts(Resource resource) {
        return resource.isScalar() && !resource.isReserved() && !resource.isRevocable();
    }

    private static Predicate<Role> inside(Role top) {
        return role -> role.equals(top) || role.isDescendantOf(top);
    }

    private static long sum(SortedMap<Role, Map<String, Long>> granted, Predicate<Role> roles, String name) {
        long sum = 0;
        for (Map.Entry<Role, Map<String, Long>> entry : granted.entrySet()) {
            sum += roles.test(entry.getKey()) ? entry.getValue().getOrDefault(name, 0L) : 0;
        }
        return sum;
    }

    /** Reservations in the agents' totals and what known frameworks hold, for a role and all below it. */
    private long consumed(Role role, String name) {
        long sum = 0;
        for (Ledger.Agent agent : ledger.agents.values()) {
            for (Resource resource : agent.total) {
                if (resource.isScalar()
                        && resource.name().equals(name)
                        && resource.reservationRole().filter(inside(role)).isPresent()) {
                    sum += resource.millis();
                }
            }
        }
        for (Map.Entry<Ledger.Claim, Resources> entry : ledger.held.entrySet()) {
            if (inside(role).test(entry.getKey().role())
                    && ledger.frameworks.containsKey(entry.getKey().framework())) {
                for (Resource resource : entry.getValue()) {
                    sum += counts(resource) && resource.name().equals(name) ? resource.millis() : 0;
                }
            }
        }
        return sum;
    }

    private void checkLimits(Role role, Quota quota, SortedMap<Role, Map<String, Long>> granted) {
        for (int i = 0; i < quota.limits().size(); i++) {
            String name = quota.limits().name(i);
            long limit = quota.limits().millis(i);
            long more = sum(granted, nested ? inside(role) : role::equals, name);
            // A guarantee above the limit is a contradiction that only the master keeps away.
            boolean contradiction = !nested && quota.guarantees().millis(name) > limit;
            if (more > 0 && !contradiction && consumed(role, name) + more > limit) {
                throw new Promises.Broken(
                        "limits are never exceeded by an offer",
                        role + " had " + consumed(role, name) + " thousandths of " + name + " and was offered " + more
                                + " more, with a limit of " + limit);
            }
        }
    }

    /**
     * What went beyond unmet guarantees must have left enough for those that are still unmet: by quantity, over the
     * whole cluster.
     */
    private void checkHeadroom(SortedMap<Role, Map<String, Long>> granted) {
        SortedSet<String> names = new TreeSet<>();
        for (Quota quota : ledger.quotas.values()) {
            for (int i = 0; i < quota.guarantees().size(); i++) {
                names.add(quota.guarantees().name(i));
            }
        }
        boolean someUnmet = names.stream().anyMatch(name -> required(granted, name) > 0);
        for (String name : names) {
            long delta = sum(granted, role -> true, name);
            long before = required(new TreeMap<>(), name);
            long after = required(granted, name);
            long beyond = delta - (before - after);
            long left = headroom(name) - delta;
            if (someUnmet && after > 0 && beyond > 0 && left < after) {
                throw new Promises.Broken(
                        "guarantees are not given away",
                        beyond + " thousandths of " + name + " went beyond guarantees; " + left
                                + " are left for unmet guarantees of " + after);
            }
        }
    }

    /** What guarantees still lack, once these have been granted. */
    private long required(SortedMap<Role, Map<String, Long>> granted, String name) {
        SortedSet<Role> tops = new TreeSet<>();
        ledger.quotas.keySet().forEach(role -> tops.add(role.topLevel()));
        return tops.stream().mapToLong(top -> lack(top, granted, name)).sum();
    }

    private long lack(Role role, SortedMap<Role, Map<String, Long>> granted, String name) {
        long own = 0;
        Quota quota = ledger.quotas.getOrDefault(role, Quota.NONE);
        if (quota.guarantees().millis(name) > 0) {
            long had = consumed(role, name) + sum(granted, nested ? inside(role) : role::equals, name);
            own = Math.max(0, quota.guarantees().millis(name) - had);
        }
        TreeSet<Role> children = new TreeSet<>();
        for (Role other : ledger.quotas.keySet()) {
            other.ancestors().stream().filter(path -> isBelow(role, path)).forEach(children::add);
            if (isBelow(role, other)) {
                children.add(other);
            }
        }
        long below =
                children.stream().mapToLong(child -> lack(child, granted, name)).sum();
        return Math.max(own, below);
    }

    private static boolean isBelow(Role parent, Role child) {
        return child.parent().filter(parent::equals).isPresent();
    }

    /** Everything, less what is held, reserved or revocable. */
    private long headroom(String name) {
        long total = 0;
        long held = 0;
        long reserved = 0;
        long heldReserved = 0;
        long revocable = 0;
        for (Map.Entry<AgentId, Ledger.Agent> entry : ledger.agents.entrySet()) {
            for (Resource resource : entry.getValue().total) {
                if (resource.isScalar() && resource.name().equals(name)) {
                    total += resource.millis();
                    reserved += resource.isReserved() ? resource.millis() : 0;
                }
            }
            Resources known = knownHeld(entry.getKey());
            for (Resource resource : known) {
                if (resource.isScalar() && resource.name().equals(name)) {
                    held += resource.millis();
                    heldReserved += resource.isReserved() ? resource.millis() : 0;
                }
            }
            Resources here = entry.getValue().total.minus(ledger.heldOn(entry.getKey()));
            revocable += here.revocable().quantities().millis(name);
        }
        return total - held - Math.max(0, reserved - heldReserved) - revocable;
    }

    private Resources knownHeld(AgentId agent) {
        Resources sum = Resources.empty();
        for (Map.Entry<Ledger.Claim, Resources> entry : ledger.held.entrySet()) {
            FrameworkId holder = entry.getKey().framework();
            if (entry.getKey().agent().equals(agent) && ledger.frameworks.containsKey(holder)) {
                sum = sum.plus(entry.getValue());
            }
        }
        return sum;
    }
}
