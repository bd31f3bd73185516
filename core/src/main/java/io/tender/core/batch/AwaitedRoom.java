package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Room that evicted tasks have left and that has not come back as an offer yet, by node.
 *
 * <p>Sessions see it as still being freed. If it were gone from their sight until it comes, the cluster would look smaller for a
 * moment and with it the shares and limits of queues, so that those for whom it was freed would be refused it, and those who
 * were evicted would take what is left.
 */
final class AwaitedRoom {
    private final Map<String, Awaited> nodes = new HashMap<>();
    private long awaitings;

    private record Awaited(long number, ResourceList amount) {}

    /** Returns what to stop waiting by. */
    long await(String node, ResourceList freed) {
        nodes.put(node, new Awaited(++awaitings, on(node).plus(freed)));
        return awaitings;
    }

    /** Something was offered on a node. Places for tasks are not part of offers: they are there once all the rest is. */
    void came(String node, ResourceList offered) {
        Awaited awaited = nodes.get(node);
        if (awaited == null) {
            return;
        }
        ResourceList places = awaited.amount().only(ResourceList.of(ResourceList.PODS, 1));
        ResourceList missing =
                awaited.amount().without(ResourceList.PODS).minus(offered).positive();
        if (missing.isEmpty()) {
            nodes.remove(node);
        } else {
            nodes.put(node, new Awaited(awaited.number(), missing.plus(places)));
        }
    }

    /** Waits no longer for room on a node, unless more was freed since; true if anybody did wait. */
    boolean stop(String node, long number) {
        Awaited awaited = nodes.get(node);
        return awaited != null && awaited.number() == number && forget(node);
    }

    /** The node is gone, and its room with it. */
    boolean forget(String node) {
        return nodes.remove(node) != null;
    }

    ResourceList on(String node) {
        Awaited awaited = nodes.get(node);
        return awaited == null ? ResourceList.empty() : awaited.amount();
    }

    Set<String> nodes() {
        return Set.copyOf(nodes.keySet());
    }
}
