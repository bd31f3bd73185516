package io.tender.daemon.master;

import io.tender.model.AgentInfo;
import io.tender.model.Unavailability;
import io.tender.model.service.MaintenanceMode;
import java.util.Optional;

/**
 * What operators have planned for an agent's machine.
 *
 * @param unavailability when it will be down, if that was announced
 */
record MachineState(AgentInfo agent, MaintenanceMode mode, Optional<Unavailability> unavailability) {

    static MachineState of(AgentRecord agent, MasterState state) {
        return of(
                agent.agent(), agent.drain(), state.unavailability(agent.agent().hostname()));
    }

    static MachineState of(AgentView agent) {
        return of(agent.agent(), agent.drain(), agent.unavailability());
    }

    private static MachineState of(
            AgentInfo agent, Optional<AgentView.Drain> drain, Optional<Unavailability> unavailability) {
        MaintenanceMode mode = drain.map(how -> how.done() ? MaintenanceMode.DRAINED : MaintenanceMode.DRAINING)
                .orElse(announced(unavailability));
        return new MachineState(agent, mode, unavailability);
    }

    /** The mode of a machine that nobody empties yet. */
    static MaintenanceMode announced(Optional<Unavailability> unavailability) {
        return unavailability.isPresent() ? MaintenanceMode.SCHEDULED : MaintenanceMode.NONE;
    }

    /** Whether nothing at all is planned. */
    boolean isUsual() {
        return mode == MaintenanceMode.NONE;
    }
}
