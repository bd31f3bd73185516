package io.tender.core.batch;

import io.tender.model.AgentId;
import io.tender.model.batch.ResourceList;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the agents have in all, whoever uses it, as far as somebody told: no session can give out more, however long offers are
 * collected for it. Knowing of no agent, it bounds nothing.
 */
public final class Capacity {
    private final Map<AgentId, ResourceList> agents = new HashMap<>();
    /** How many agents there are of each size: few sizes, where there are many agents. */
    private final Map<ResourceList, Integer> sizes = new HashMap<>();

    private long version;

    /** This agent has so much; true if that is more of anything than was known before. */
    public boolean has(AgentId agent, ResourceList amount) {
        ResourceList before = agents.put(agent, amount);
        if (amount.equals(before)) {
            return false;
        }
        count(before, -1);
        count(amount, 1);
        return before == null || !before.covers(amount);
    }

    /** The agent is gone, and what it had with it. */
    public void lost(AgentId agent) {
        count(agents.remove(agent), -1);
    }

    /** Nothing is known any more. */
    public void forget() {
        agents.clear();
        sizes.clear();
        version++;
    }

    private void count(@Nullable ResourceList size, int more) {
        if (size != null) {
            sizes.merge(size, more, Integer::sum);
            sizes.remove(size, 0);
            version++;
        }
    }

    /** Another one whenever something else is known. */
    long version() {
        return version;
    }

    public boolean isKnown() {
        return !agents.isEmpty();
    }

    /** Whether all agents together have as much. */
    public boolean covers(ResourceList amount) {
        for (int i = 0; i < amount.size(); i++) {
            if (all(amount.name(i)) < amount.millis(i)) {
                return false;
            }
        }
        return true;
    }

    /** How much of a resource all agents have together. */
    public long all(String name) {
        long sum = 0;
        for (Map.Entry<ResourceList, Integer> size : sizes.entrySet()) {
            sum = ResourceList.sum(sum, size.getKey().times(size.getValue()).millis(name));
        }
        return sum;
    }

    /**
     * How many tasks that ask for this there is room for at the same time, if nothing else runs. Tasks that ask for nothing are
     * not counted by gangs, so there are places for all of them.
     *
     * @param enough no more than this is counted
     * @param perAgent how many tasks an agent takes at most
     */
    public int places(ResourceList request, int enough, int perAgent) {
        if (request.isBestEffort()) {
            return enough;
        }
        long places = 0;
        for (Map.Entry<ResourceList, Integer> size : sizes.entrySet()) {
            places += size.getValue() * onOne(size.getKey(), request, Math.min(enough, perAgent));
            if (places >= enough) {
                return enough;
            }
        }
        return (int) places;
    }

    private static long onOne(ResourceList size, ResourceList request, int most) {
        long places = most;
        for (int i = 0; i < request.size(); i++) {
            if (request.millis(i) > 0) {
                places = Math.min(places, size.millis(request.name(i)) / request.millis(i));
            }
        }
        return places;
    }

    /**
     * Whether so many of these tasks could run at the same time, if nothing else did. False if that is certainly not so: either
     * there are not as many places, or even those that ask for least ask for more than there is.
     *
     * @param requests how many tasks ask for what
     */
    boolean couldTake(Map<ResourceList, Integer> requests, int needed, int perAgent) {
        long places = 0;
        for (Map.Entry<ResourceList, Integer> request : requests.entrySet()) {
            places += places(request.getKey(), request.getValue(), perAgent);
        }
        return places >= needed && coversLeast(requests, needed);
    }

    private boolean coversLeast(Map<ResourceList, Integer> requests, int needed) {
        Set<String> names = new TreeSet<>();
        requests.keySet().forEach(request -> names.addAll(request.asMap().keySet()));
        return names.stream().allMatch(name -> least(requests, needed, name) <= all(name));
    }

    private static long least(Map<ResourceList, Integer> requests, int needed, String name) {
        long sum = 0;
        int left = needed;
        for (Map.Entry<ResourceList, Integer> request : requests.entrySet().stream()
                .sorted((a, b) ->
                        Long.compare(a.getKey().millis(name), b.getKey().millis(name)))
                .toList()) {
            int counted = Math.min(left, request.getValue());
            sum = ResourceList.sum(sum, request.getKey().times(counted).millis(name));
            left -= counted;
        }
        return sum;
    }
}
