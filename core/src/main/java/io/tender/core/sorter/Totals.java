package io.tender.core.sorter;

import io.tender.core.tally.Tally;
import io.tender.model.ResourceQuantities;
import java.util.Set;

/**
 * What the whole cluster has: the one table that shares in every sorter are measured against.
 *
 * <p>It is shared, because a cluster of a thousand roles has a thousand sorters, and feeding every agent to each of them
 * makes adding a role cost as much as adding the cluster again.
 */
public final class Totals {

    private final Tally all = new Tally();
    private final Tally counted = new Tally();
    private final Set<String> excluded;
    private long version;
    private long countedVersion;

    /** Names that are excluded count in {@link #all} but not in shares. */
    public Totals(Set<String> excludedNames) {
        excluded = Set.copyOf(excludedNames);
    }

    public void add(ResourceQuantities quantities) {
        all.add(quantities);
        version++;
    }

    public void subtract(ResourceQuantities quantities) {
        all.subtract(quantities);
        version++;
    }

    /** Agents come in crowds, so this waits until somebody asks for a share. */
    private void recount() {
        countedVersion = version;
        counted.set(all);
        for (String name : excluded) {
            long amount = all.millis(name);
            if (amount > 0) {
                counted.subtract(ResourceQuantities.of(name, amount));
            }
        }
    }

    public Tally all() {
        return all;
    }

    /** Changes whenever any total does. */
    long version() {
        return version;
    }

    /** The largest part of any counted total that the holdings make up. */
    double dominantShare(Tally held) {
        if (countedVersion != version) {
            recount();
        }
        double share = 0;
        int at = 0;
        for (int i = 0; i < held.size(); i++) {
            long amount = held.millis(i);
            if (amount <= 0) {
                continue;
            }
            String name = held.name(i);
            while (at < counted.size() && Tally.compare(counted.name(at), name) < 0) {
                at++;
            }
            if (at < counted.size() && Tally.compare(counted.name(at), name) == 0 && counted.millis(at) > 0) {
                share = Math.max(share, (double) amount / (double) counted.millis(at));
            }
        }
        return share;
    }
}
