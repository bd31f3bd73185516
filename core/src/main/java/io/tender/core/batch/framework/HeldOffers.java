package io.tender.core.batch.framework;

import io.tender.core.batch.BatchCluster;
import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.batch.Node;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/** The offers in hand and the machines that they and the scheduler's own tasks are on, shown to sessions as nodes. */
final class HeldOffers {
    private final BatchCluster cluster;
    private final IntSupplier tasksPerNode;
    private final Runnable changed;
    private final SortedMap<AgentId, Machine> machines = new TreeMap<>();
    private final Map<String, Machine> byNode = new HashMap<>();
    private final Map<OfferId, AgentId> offers = new HashMap<>();
    private final Set<OfferId> rescindedEarly = new HashSet<>();
    private final Map<AgentId, Node.Usage> usage = new HashMap<>();

    /** @param changed told when sessions see something else than before */
    HeldOffers(BatchCluster cluster, IntSupplier tasksPerNode, Runnable changed) {
        this.cluster = cluster;
        this.tasksPerNode = tasksPerNode;
        this.changed = changed;
    }

    /** What became of an offer that arrived. */
    enum Arrival {
        HELD,
        /** It was taken back before it came. */
        GONE,
        /** Its machine is so large that it cannot be counted with the others. */
        UNCOUNTABLE
    }

    Arrival add(HostOffer offer) {
        if (rescindedEarly.remove(offer.id())) {
            return Arrival.GONE;
        }
        Machine machine = machine(offer.agent(), offer.hostname(), offer.attributes());
        machine.offered(offer);
        offers.put(offer.id(), offer.agent());
        cluster.roomCame(machine.nodeName, Measures.offered(offer.resources()));
        if (show(machine)) {
            return Arrival.HELD;
        }
        drop(offer.id());
        return Arrival.UNCOUNTABLE;
    }

    /** The machine of an agent, which may be new. */
    Machine machine(AgentId agent, String hostname, HostAttributes attributes) {
        return machines.computeIfAbsent(agent, unused -> machineOf(agent, hostname, attributes));
    }

    private Machine machineOf(AgentId agent, String hostname, HostAttributes attributes) {
        // Host names are what people and extenders know machines by; two agents of one host keep apart by their ids.
        String node = byNode.containsKey(hostname) ? agent.value() : hostname;
        Machine machine = new Machine(agent, node, hostname, attributes);
        usage(agent).ifPresent(machine::measured);
        byNode.put(node, machine);
        return machine;
    }

    /** Tells sessions what is left of a machine; false if it is so large that it cannot be counted with the others. */
    boolean show(Machine machine) {
        changed.run();
        if (machine.isIdle() && !cluster.awaitsRoom(machine.nodeName)) {
            machines.remove(machine.agent);
            byNode.remove(machine.nodeName);
            cluster.removeNode(machine.nodeName);
            return true;
        }
        try {
            cluster.putNode(machine.node(tasksPerNode.getAsInt()));
            return true;
        } catch (BrokenRule | ArithmeticException uncountable) {
            return false;
        }
    }

    void showAll() {
        machines().forEach(this::show);
    }

    /** Lets go of an offer; false if it is not held. */
    boolean drop(OfferId offer) {
        AgentId agent = offers.remove(offer);
        Machine machine = agent == null ? null : machines.get(agent);
        if (machine == null) {
            return false;
        }
        machine.offers.remove(offer);
        show(machine);
        return true;
    }

    void dropAll() {
        List.copyOf(offers.keySet()).forEach(this::drop);
    }

    /** An offer that is not there yet was taken back. */
    void rescindEarly(OfferId offer) {
        rescindedEarly.add(offer);
    }

    void forgetRescinded(OfferId offer) {
        rescindedEarly.remove(offer);
    }

    /** Takes the offers of a machine out of hand, as they are used; the machine is to be shown anew. */
    List<OfferId> use(Machine machine) {
        List<OfferId> used = machine.offerIds();
        used.forEach(offers::remove);
        machine.offers.clear();
        return used;
    }

    Optional<Machine> on(AgentId agent) {
        return Optional.ofNullable(machines.get(agent));
    }

    /** As they are now, however they change meanwhile. */
    List<Machine> machines() {
        return new ArrayList<>(machines.values());
    }

    Map<String, Machine> byNode() {
        return Collections.unmodifiableMap(byNode);
    }

    /** The name of an agent's node; empty if there is none. */
    String nodeOf(AgentId agent) {
        return on(agent).map(machine -> machine.nodeName).orElse("");
    }

    int count() {
        return offers.size();
    }

    void measured(Map<AgentId, Node.Usage> now) {
        usage.putAll(now);
        now.forEach((agent, ofAgent) -> on(agent).ifPresent(machine -> {
            machine.measured(ofAgent);
            show(machine);
        }));
    }

    Optional<Node.Usage> usage(AgentId agent) {
        return Optional.ofNullable(usage.get(agent));
    }

    /** An agent is gone for good, with its offers. */
    void lost(AgentId agent) {
        usage.remove(agent);
        on(agent).ifPresent(machine -> {
            cluster.stopAwaiting(machine.nodeName);
            machine.offerIds().forEach(this::drop);
            show(machine);
        });
    }
}
