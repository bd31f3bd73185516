package io.tender.core.batch.framework;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.Value;
import io.tender.model.batch.Node;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** An agent the scheduler holds offers or tasks on: a node of its sessions. */
final class Machine {
    static final String HOSTNAME_LABEL = "kubernetes.io/hostname";

    final AgentId agent;
    final String nodeName;
    private final String hostname;
    private HostAttributes attributes;
    private List<Taint> taints;
    private Optional<Node.Usage> usage = Optional.empty();
    private boolean leaving;
    final SortedMap<OfferId, HostOffer> offers = new TreeMap<>();
    /** What each launched task took. */
    private final SortedMap<TaskId, Resources> tasks = new TreeMap<>();

    /** The sum of what tasks took, but for those of them that are not counted yet. */
    private ResourceList counted = ResourceList.empty();

    private List<Resources> uncounted = new ArrayList<>();

    /** The numbers of ports its tasks have. */
    private Value.Ranges takenPorts = Value.Ranges.empty();

    Machine(AgentId agent, String nodeName, String hostname, HostAttributes attributes) {
        this.agent = agent;
        this.nodeName = nodeName;
        this.hostname = hostname;
        this.attributes = attributes;
        this.taints = taints(attributes);
    }

    /** What is no taint keeps nobody away: what settings say was read when they were, so it is somebody else's word. */
    private static List<Taint> taints(HostAttributes attributes) {
        return attributes.valuesOf(Taint.ATTRIBUTE).stream()
                .filter(Taint::isOne)
                .map(Taint::parse)
                .toList();
    }

    void offered(HostOffer offer) {
        offers.put(offer.id(), offer);
        described(offer.attributes());
        leaving = offer.unavailability().isPresent();
    }

    void described(HostAttributes now) {
        if (!attributes.equals(now)) {
            attributes = now;
            taints = taints(now);
        }
    }

    void measured(Node.Usage now) {
        usage = Optional.of(now);
    }

    void leaving(boolean is) {
        leaving = is;
    }

    void took(TaskId task, Resources taken) {
        if (tasks.put(task, taken) == null) {
            uncounted.add(taken);
            takenPorts = takenPorts.plus(Measures.ports(taken));
        } else {
            countAgain();
        }
    }

    /** What the task had, a place included; empty if it had none. */
    Optional<ResourceList> gaveBack(TaskId task) {
        Resources had = tasks.remove(task);
        if (had == null) {
            return Optional.empty();
        }
        countAgain();
        return Optional.of(Measures.offered(had).plus(ResourceList.of(ResourceList.PODS, 1000)));
    }

    private void countAgain() {
        counted = ResourceList.empty();
        uncounted = new ArrayList<>(tasks.values());
        takenPorts = Value.Ranges.empty();
        for (Resources taken : tasks.values()) {
            takenPorts = takenPorts.plus(Measures.ports(taken));
        }
    }

    /** Counts what came since it last did: a machine takes many tasks one after the other. */
    private ResourceList taken() {
        ResourceList sum = counted;
        for (Resources taken : uncounted) {
            sum = sum.plus(Measures.offered(taken));
        }
        counted = sum;
        uncounted = new ArrayList<>();
        return sum;
    }

    boolean isIdle() {
        return offers.isEmpty() && tasks.isEmpty();
    }

    Resources offeredResources() {
        Resources sum = Resources.empty();
        for (HostOffer offer : offers.values()) {
            sum = sum.plus(offer.resources());
        }
        return sum;
    }

    List<OfferId> offerIds() {
        return new ArrayList<>(offers.keySet());
    }

    /** What sessions see of it: what is on offer and what its own tasks use. A machine to be maintained takes no more. */
    Node node(int tasksPerNode) {
        Resources offered = offeredResources();
        ResourceList total = Measures.offered(offered).plus(taken());
        Map<String, String> labels = new TreeMap<>();
        attributes.values().forEach((name, values) -> labels.put(name, String.join(",", values)));
        labels.remove(Taint.ATTRIBUTE);
        labels.putIfAbsent(HOSTNAME_LABEL, hostname);
        // Without an offer nothing can be started there, not even what asks for nothing.
        long places = offers.isEmpty() ? tasks.size() : tasksPerNode;
        Node.Builder node = Node.builder(nodeName, total)
                .labels(labels)
                .taints(taints)
                .unschedulable(leaving)
                .ports(Measures.ports(offered).plus(takenPorts));
        usage.ifPresent(node::usage);
        // Said last, since a node of which no places are said, as where room is only awaited, would have the usual
        // ones.
        return node.build().withAllocatable(total.plus(ResourceList.of(ResourceList.PODS, places * 1000)));
    }
}
