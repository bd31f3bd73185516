package io.tender.core.sorter;

import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.spi.Chance;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * Puts clients in the order in which they should be served, by what they hold of the agents it was told of.
 *
 * <p>This is the Mesos sorter as a thing of its own, for tests, experiments and other schedulers. The hierarchical
 * allocator uses the same {@link ShareTree} and {@link Walk} directly, since it keeps the books of holdings itself.
 */
public interface Sorter {

    /** A sorter for clients whose slashes make a tree. Names that are excluded do not count in shares. */
    static Sorter create(SorterKind kind, Set<String> excludedNames, Chance chance) {
        return switch (kind) {
            case DRF -> new TreeSorter(kind, excludedNames, chance);
            case RANDOM -> new ChanceSorter(excludedNames, chance);
        };
    }

    /** Adds an inactive client that holds nothing. */
    void add(String client);

    /** Removes a client with all it holds. */
    void remove(String client);

    /** Lets a client take part in the order. */
    void activate(String client);

    /** Takes a client out of the order; what it holds still counts for those above it. */
    void deactivate(String client);

    /** Sets the weight of a path, whether or not a client is there; 1 unless set. */
    void updateWeight(String path, double weight);

    /** Charges a client, which counts as one more turn. */
    void allocated(String client, AgentId agent, Resources resources);

    /** Replaces part of what a client holds, which is no turn. */
    void update(String client, AgentId agent, Resources before, Resources after);

    /** Takes back what a client holds. */
    void unallocated(String client, AgentId agent, Resources resources);

    /** All a client holds, by agent. */
    SortedMap<AgentId, Resources> allocation(String client);

    ResourceQuantities allocationScalarQuantities(String client);

    /** What all clients hold together. */
    ResourceQuantities allocationScalarQuantities();

    void addAgent(AgentId agent, ResourceQuantities total);

    void removeAgent(AgentId agent);

    /** The active clients, first the one to be served first. */
    List<String> sort();

    /** Whether a client is known, active or not. */
    boolean contains(String client);

    /** How many clients are known, active or not. */
    int count();
}
