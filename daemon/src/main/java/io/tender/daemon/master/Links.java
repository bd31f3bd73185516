package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The connections of frameworks: who can be told something now. */
final class Links {
    private final Desk desk;
    private final Map<FrameworkId, FrameworkSink> sinks = new HashMap<>();

    /** Counts the connections of each, so that a timer can tell whether its framework has been back since. */
    private final Map<FrameworkId, Long> epochs = new HashMap<>();

    Links(Desk desk) {
        this.desk = desk;
    }

    boolean isConnected(FrameworkId framework) {
        return sinks.containsKey(framework);
    }

    @SuppressWarnings("ReferenceEquality") // a sink is one connection, whatever it thinks it equals
    boolean isCurrent(FrameworkId framework, FrameworkSink sink) {
        return sinks.get(framework) == sink;
    }

    long epoch(FrameworkId framework) {
        return epochs.getOrDefault(framework, 0L);
    }

    void connect(FrameworkId framework, FrameworkSink sink) {
        sinks.put(framework, sink);
        epochs.merge(framework, 1L, Long::sum);
    }

    /** The connection is gone by itself. */
    void lose(FrameworkId framework) {
        sinks.remove(framework);
    }

    /** Ends the connection, if there is one. */
    void close(FrameworkId framework, Optional<String> error) {
        FrameworkSink sink = sinks.remove(framework);
        if (sink != null) {
            desk.afterwards(() -> {
                error.ifPresent(message -> sink.event(new FrameworkEvent.Fault(message)));
                sink.close();
            });
        }
    }

    void forget(FrameworkId framework) {
        epochs.remove(framework);
    }

    /** Tells a framework something, unless it is not there. */
    void tell(FrameworkId framework, FrameworkEvent event) {
        FrameworkSink sink = sinks.get(framework);
        if (sink != null) {
            desk.afterwards(() -> sink.event(event));
        }
    }

    /** Whether it is a scheduler that lives here, and no program of a stranger. */
    boolean isResident(FrameworkId framework) {
        return sinks.get(framework) instanceof Resident;
    }

    /** Tells those that live here of what is planned for an agent's machine now. */
    void machineChanged(AgentRecord agent) {
        MachineState machine = MachineState.of(agent, desk.state);
        tellResidents(resident -> resident.machineChanged(machine));
    }

    /** Tells those that live here how much an agent has now. */
    void agentTotal(AgentRecord agent) {
        AgentId id = agent.id();
        Resources total = agent.total();
        tellResidents(resident -> resident.agentTotal(id, total));
    }

    private void tellResidents(Consumer<Resident> what) {
        desk.state.frameworks().forEach(framework -> {
            if (sinks.get(framework.id()) instanceof Resident resident) {
                desk.afterwards(() -> what.accept(resident));
            }
        });
    }

    void tellAll(FrameworkEvent event) {
        desk.state.frameworks().forEach(framework -> tell(framework.id(), event));
    }
}
