package io.tender.testkit.scenario.step;

import io.tender.core.services.UpdateSettings;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.service.JobKey;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.TaskState;
import java.util.List;
import java.util.Optional;

/** What happens in a cluster with a service scheduler. */
public sealed interface ServiceCommand extends Command {

    record AddAgent(AgentInfo agent, Resources total, Optional<Unavailability> unavailability)
            implements ServiceCommand {}

    /** @param attributes in the text form */
    record ChangeAgent(AgentId agent, String attributes) implements ServiceCommand {}

    /** It goes for good, with its tasks. */
    record RemoveAgent(AgentId agent) implements ServiceCommand {}

    /** It cannot be reached for a while; its tasks run on. */
    record CutOff(AgentId agent) implements ServiceCommand {}

    record ReachAgain(AgentId agent) implements ServiceCommand {}

    /** @param when empty: there will be no maintenance */
    record Announce(AgentId agent, Optional<Unavailability> when) implements ServiceCommand {}

    record Mode(AgentId agent, MaintenanceMode mode) implements ServiceCommand {}

    record Submit(JobKey job, int instances, JobChange change) implements ServiceCommand {}

    record Scale(JobKey job, int instances) implements ServiceCommand {}

    record Kill(Instances what) implements ServiceCommand {}

    record Restart(Instances what) implements ServiceCommand {}

    /** @param instances empty: as many as now */
    record Update(JobKey job, Optional<Integer> instances, JobChange change, UpdateSettings how)
            implements ServiceCommand {}

    record PauseUpdate(JobKey job) implements ServiceCommand {}

    record ResumeUpdate(JobKey job) implements ServiceCommand {}

    record AbortUpdate(JobKey job) implements ServiceCommand {}

    /** Tasks come into a state on their machines. */
    record Report(Instances what, TaskState state) implements ServiceCommand {}

    /** The state into which launched tasks come by themselves from now on; ASSIGNED: into none. */
    record Begin(TaskState state) implements ServiceCommand {}

    /** The master takes the offers of an agent back. */
    record Rescind(AgentId agent) implements ServiceCommand {}

    /** The master takes the next offer of an agent back, and that is heard of before the offer. */
    record RescindAhead(AgentId agent) implements ServiceCommand {}

    record Disconnect() implements ServiceCommand {}

    record Reconnect() implements ServiceCommand {}

    /** From now on the offer-set service does this with one request after the other; the last one stays. */
    record Behave(List<Conduct> conducts) implements ServiceCommand {
        public Behave {
            conducts = List.copyOf(conducts);
        }
    }

    /** Nobody listens where the offer-set service was. */
    record Down() implements ServiceCommand {}

    /** It listens again, at the same place. */
    record Back() implements ServiceCommand {}
}
