package io.tender.daemon.master;

import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.batch.Taint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;

/**
 * Something that became so. What the master must not forget is the sum of these: they are journaled, and state changes
 * by nothing else. A new kind is a new record here, a case in {@link MasterState#apply} and an example in the tests.
 */
public sealed interface Change {

    /** A framework subscribed, for the first time or again, or changed what it says of itself. */
    record FrameworkSubscribed(FrameworkId framework, Subscription subscription, Instant at) implements Change {}

    /** A framework ended, and all its tasks with it. */
    record FrameworkGone(FrameworkId framework, Instant at, String why) implements Change {}

    /**
     * An agent joined, returned or changed.
     *
     * @param reported what it says it has
     * @param total the same with the reservations and volumes that were made since
     */
    record AgentJoined(
            AgentInfo agent, Set<AgentCapability> capabilities, Resources reported, Resources total, Instant at)
            implements Change {}

    record AgentUnreachable(AgentId agent, Instant at) implements Change {}

    /** @param forGood whether it must not come back */
    record AgentRemoved(AgentId agent, Instant at, boolean forGood) implements Change {}

    /** It is no longer remembered that an agent must not come back. */
    record AgentForgotten(AgentId agent) implements Change {}

    /** An agent is deactivated: its tasks run on, but it is not offered. */
    record AgentDeactivated(AgentId agent) implements Change {}

    record AgentReactivated(AgentId agent) implements Change {}

    /** An agent is deactivated and emptied, or, once {@code done}, is empty. */
    record AgentDraining(AgentId agent, Optional<Duration> maxGrace, boolean markGone, boolean done)
            implements Change {}

    /** Replaces all taints that operators gave an agent; those it says it has itself are not among them. */
    record AgentTainted(AgentId agent, List<Taint> taints) implements Change {
        public AgentTainted {
            taints = List.copyOf(taints);
        }
    }

    /** Reservations or volumes were made or undone. */
    record ResourcesChanged(AgentId agent, Resources total) implements Change {}

    /**
     * A task was accepted; its agent is to run it.
     *
     * @param held what is charged for it, with the role: its resources, and perhaps its executor's
     * @param group names the tasks that end with each other; empty if it stands for itself
     */
    record TaskLaunched(FrameworkId framework, TaskSpec spec, Resources held, String group, Instant at)
            implements Change {}

    /** Something new is known of a task; it waits for the framework's acknowledgement. */
    record TaskStatusChanged(TaskKey task, Status status) implements Change {}

    record StatusAcknowledged(TaskKey task, UUID uuid) implements Change {}

    record TaskKillAsked(TaskKey task, Duration grace) implements Change {}

    /** A task has run for longer than it may; it is to be ended, and has failed then. */
    record TaskOverdue(TaskKey task) implements Change {}

    /** A quota that promises and bounds nothing is none. */
    record QuotasSet(SortedMap<Role, Quota> quotas) implements Change {}

    record WeightsSet(SortedMap<Role, Double> weights) implements Change {}

    /** Replaces all of the schedule. */
    record MaintenanceSet(List<MaintenanceWindow> windows) implements Change {
        public MaintenanceSet {
            windows = List.copyOf(windows);
        }
    }

    /** Replaces the set of machines that are down. */
    record MachinesDown(SortedSet<String> machines) implements Change {}

    record DocumentPut(String kind, String key, String json, long version) implements Change {}

    record DocumentRemoved(String kind, String key) implements Change {}
}
