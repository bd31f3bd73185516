package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** What all parts of the master share: what it knows, whom it may ask, and where its effects go. */
final class Desk {
    MasterSettings settings;
    final AllocatorHost host;
    final Allocator allocator;
    final MasterState state;
    private final Clusters clusters;
    private final Effects effects;
    private final List<MasterListener> listeners = new ArrayList<>();

    /** The agents that the allocator knows. Not part of the state: after a restart each has to report first. */
    private final Set<AgentId> present = new HashSet<>();

    final Tally.Count tally = new Tally.Count();
    private long uuidsMade;

    Desk(MasterSettings settings, AllocatorHost host, Allocator allocator, Clusters clusters, Effects effects) {
        this.settings = settings;
        this.host = host;
        this.allocator = allocator;
        this.clusters = clusters;
        this.effects = effects;
        this.state = new MasterState(settings);
    }

    /** The time to state; what lasts or falls due is reckoned by the host's own, which nobody sets. */
    Instant now() {
        return host.date();
    }

    /** Makes a change, and has it journaled. */
    void apply(Change change) {
        state.apply(change);
        tally.add(change);
        effects.changed(change);
    }

    void afterwards(Runnable output) {
        effects.afterwards(output);
    }

    /** Gives an order to agents once what led to it is durable. */
    void order(Consumer<Clusters> order) {
        effects.afterwards(() -> order.accept(clusters));
    }

    /** Has an agent make and remove the volumes that operations make and undo. */
    void orderVolumes(AgentId agent, List<Operation> operations) {
        for (Operation operation : operations) {
            if (operation instanceof Operation.Create create) {
                order(clusters -> clusters.createVolumes(agent, create.volumes()));
            } else if (operation instanceof Operation.Destroy destroy) {
                order(clusters -> clusters.destroyVolumes(agent, destroy.volumes()));
            }
        }
    }

    void watch(MasterListener listener) {
        listeners.add(listener);
    }

    void unwatch(MasterListener listener) {
        listeners.remove(listener);
    }

    boolean isWatched() {
        return !listeners.isEmpty();
    }

    void tellWatchers(MasterEvent event) {
        if (!listeners.isEmpty()) {
            List<MasterListener> told = List.copyOf(listeners);
            effects.afterwards(() -> told.forEach(listener -> listener.event(event)));
        }
    }

    boolean isPresent(AgentId agent) {
        return present.contains(agent);
    }

    int presentAgents() {
        return present.size();
    }

    void setPresent(AgentId agent, boolean is) {
        if (is) {
            present.add(agent);
        } else {
            present.remove(agent);
        }
    }

    /** Drawn from a count and the name of this run, so that the same turns give the same names. */
    UUID newUuid() {
        String name = settings.masterId() + "/" + uuidsMade++;
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }

    AgentRecord agent(AgentId id) {
        return state.agent(id)
                .orElseThrow(() -> MasterRefusal.unknown(BrokenRule.of(
                        "There is no such agent.",
                        "agent '" + id + "'",
                        "the id of an agent that joined and was not removed",
                        "correct the id; 'tender agents' lists them")));
    }

    FrameworkRecord framework(FrameworkId id) {
        return state.framework(id)
                .orElseThrow(() -> MasterRefusal.unknown(BrokenRule.of(
                        "There is no such framework.",
                        "framework '" + id + "'",
                        "one that is subscribed",
                        "correct the id; 'tender frameworks' lists them")));
    }
}
