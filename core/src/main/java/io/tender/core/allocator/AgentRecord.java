package io.tender.core.allocator;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the allocator knows of an agent. */
final class AgentRecord {

    final AgentId id;

    /** What random choices for this agent are addressed by. */
    final long key;

    /** Its number in the {@link Roster}. */
    final int number;

    /** Counts agents in the order of their arrival. */
    final long sequence;

    AgentInfo info;
    Set<AgentCapability> capabilities = Set.of();
    boolean multiRole;
    boolean hierarchical;
    boolean activated = true;
    boolean removed;

    Resources total = Resources.empty();
    boolean hasGpus;

    /** Who holds what here, offered or used; the resources carry no allocation role, the client implies it. */
    private RoleClient[] holders = {};

    private Resources[] held = {};

    /** Where this agent is among the agents of each holder. */
    private int[] places = {};

    private int holderCount;

    /** What frameworks use here that have not been added yet; carries allocation roles. */
    final TreeMap<FrameworkId, Resources> orphans = new TreeMap<>();

    /** What is really used here; carries allocation roles. */
    Resources used = Resources.empty();

    /** The part of what is marked as used that nobody holds any more: its holder went before its tasks' ends were told. */
    private Resources abandoned = Resources.empty();

    /** What is free: the total less what is held, plus everything shared. */
    Resources available = Resources.empty();

    /** Whether all that is held is part of the total, so that {@link #available} can follow step by step. */
    private boolean exact;

    final FilterTable filters = new FilterTable();

    @Nullable
    Maintenance maintenance;

    // What a run needs to know; see Wakefulness.
    boolean awake;
    boolean listed;

    /** Where it is among those that wait for room in a quota; below zero if it does not. */
    int waitingAt = -1;

    boolean candidate;

    // Valid within one run.
    private long run;

    /** Its place in the random order of the stage. */
    int place;

    boolean offered;
    boolean quotaMattered;
    Resources sharedOffered = Resources.empty();

    AgentRecord(AgentInfo info, int number, long sequence) {
        this.id = info.id();
        this.info = info;
        this.number = number;
        this.sequence = sequence;
        this.key = Chance.key(id.value());
    }

    void describe(Set<AgentCapability> newCapabilities) {
        capabilities = Set.copyOf(newCapabilities);
        multiRole = newCapabilities.contains(AgentCapability.MULTI_ROLE);
        hierarchical = newCapabilities.contains(AgentCapability.HIERARCHICAL_ROLE);
    }

    /** Forgets what was noted in earlier runs, once per run. */
    void beginRun(long number) {
        if (run != number) {
            run = number;
            offered = false;
            quotaMattered = false;
            sharedOffered = Resources.empty();
        }
    }

    int holderCount() {
        return holderCount;
    }

    RoleClient holder(int index) {
        return holders[index];
    }

    Resources heldAt(int index) {
        return held[index];
    }

    Resources heldBy(RoleClient client) {
        int index = indexOf(client);
        return index < 0 ? Resources.empty() : held[index];
    }

    private int indexOf(RoleClient client) {
        for (int i = 0; i < holderCount; i++) {
            if (holders[i] == client) {
                return i;
            }
        }
        return -1;
    }

    /** Books what a client holds here from now on, without touching what is free. */
    void hold(RoleClient client, Resources resources) {
        int index = indexOf(client);
        if (index >= 0 && resources.isEmpty()) {
            leave(client, places[index]);
            holderCount--;
            holders[index] = holders[holderCount];
            held[index] = held[holderCount];
            places[index] = places[holderCount];
            held[holderCount] = Resources.empty();
        } else if (index >= 0) {
            held[index] = resources;
        } else if (!resources.isEmpty()) {
            if (holderCount == holders.length) {
                int capacity = Math.max(2, holderCount * 2);
                holders = Arrays.copyOf(holders, capacity);
                held = Arrays.copyOf(held, capacity);
                places = Arrays.copyOf(places, capacity);
            }
            holders[holderCount] = client;
            held[holderCount] = resources;
            places[holderCount++] = client.agents.size();
            client.agents.add(this);
        }
    }

    /** Takes this agent out of the holder's agents; the last of them takes its place. */
    private static void leave(RoleClient client, int place) {
        AgentRecord last = client.agents.remove(client.agents.size() - 1);
        if (place < client.agents.size()) {
            client.agents.set(place, last);
            last.places[last.indexOf(client)] = place;
        }
    }

    /** All that is held under a role, by whomever. */
    Resources heldUnder(Role role) {
        Resources sum = Resources.empty();
        for (int i = 0; i < holderCount; i++) {
            if (holders[i].role.equals(role)) {
                sum = sum.plus(held[i]);
            }
        }
        for (Resources orphan : orphans.values()) {
            sum = sum.plus(under(role, orphan));
        }
        return sum;
    }

    private static Resources under(Role role, Resources allocated) {
        return allocated.allocation(role).unallocate();
    }

    /** What those who hold something under a role have marked as used of it. */
    Resources usedUnder(Role role) {
        return under(role, used).minus(under(role, abandoned));
    }

    void mark(Resources resources) {
        used = used.plus(resources);
    }

    /** @param byHolder whether somebody who holds it says that it is not used any more, or somebody who is gone */
    void unmark(Resources resources, boolean byHolder) {
        used = used.minus(resources);
        abandoned = byHolder ? abandoned : abandoned.minus(resources);
        abandoned = abandoned.minus(abandoned.minus(used));
    }

    /** Less is held under a role than was: what was marked as used of it is nobody's any more. */
    void noteAbandoned(Role role) {
        Resources inUse = usedUnder(role);
        if (!inUse.isEmpty()) {
            Resources over = inUse.minus(heldUnder(role));
            abandoned = over.isEmpty() ? abandoned : abandoned.plus(over.allocate(role));
        }
    }

    /** Takes from what is free what has just been given to somebody. */
    Resources availableWithout(Resources taken) {
        if (!exact) {
            return computeAvailable();
        }
        if (total.hasShared()) {
            return available.nonShared().minus(taken.nonShared()).plus(total.shared());
        }
        return available.minus(taken);
    }

    /** Adds to what is free what somebody has just given back. */
    Resources availableWith(Resources returned) {
        if (!exact) {
            return computeAvailable();
        }
        return available.plus(returned.nonShared());
    }

    /** What is free, from the books alone. */
    Resources computeAvailable() {
        Resources all = heldByAll();
        Resources own = total.nonShared();
        Resources taken = all.nonShared();
        Resources free = own.minus(taken);
        exact = free.plus(taken).equals(own) && !isHeldTwice();
        return free.plus(total.shared());
    }

    /** Whether two holders hold the same port or item, as a total that lists it twice lets them. */
    private boolean isHeldTwice() {
        Resources sum = Resources.empty();
        for (Resources each : allHeld()) {
            Resources sets = each.nonScalars();
            if (!sets.isEmpty()) {
                if (!sum.isEmpty() && !sum.plus(sets).minus(sets).equals(sum)) {
                    return true;
                }
                sum = sum.plus(sets);
            }
        }
        return false;
    }

    /** All that anybody holds here. */
    Resources heldByAll() {
        Resources sum = Resources.empty();
        for (Resources each : allHeld()) {
            sum = sum.plus(each);
        }
        return sum;
    }

    /** One by one; what one framework holds under two roles counts as two. */
    private List<Resources> allHeld() {
        List<Resources> all = new ArrayList<>(holderCount + orphans.size());
        for (int i = 0; i < holderCount; i++) {
            all.add(held[i]);
        }
        for (Resources orphan : orphans.values()) {
            orphan.allocations().values().forEach(part -> all.add(part.unallocate()));
        }
        return all;
    }
}
