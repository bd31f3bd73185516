package io.tender.daemon.master;

import io.tender.model.Disk;
import io.tender.model.Operation;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.Optional;
import java.util.Set;

/** What the state of an agent, or who asks, forbids to do to its resources; the answer is what is wrong. */
final class OperationChecks {
    private OperationChecks() {}

    static Optional<String> byFramework(Operation operation, Subscription framework, AgentRecord agent) {
        Set<Role> roles = framework.roles();
        if (operation instanceof Operation.Reserve reserve) {
            for (Resource resource : reserve.resources()) {
                Optional<String> foreign = foreignPrincipal(resource, framework.principal());
                if (foreign.isPresent()) {
                    return foreign;
                }
                Optional<Role> owner = resource.reservationRole();
                if (owner.isEmpty() || !roles.contains(owner.get())) {
                    return Optional.of("A reserve operation was attempted for a resource with role '"
                            + owner.map(Role::path).orElse("*")
                            + "', but the framework can only reserve resources with roles " + roles);
                }
            }
        }
        return onAgent(operation, agent);
    }

    /** Whoever says who they are reserves in their own name. */
    private static Optional<String> foreignPrincipal(Resource resource, Optional<String> own) {
        if (own.isEmpty() || resource.reservations().isEmpty()) {
            return Optional.empty();
        }
        Optional<String> named = resource.reservations().getLast().principal();
        return named.equals(own)
                ? Optional.empty()
                : Optional.of("A reserve operation was attempted by principal '" + own.get()
                        + "', but there is a reserved resource in the request with "
                        + named.map(name -> "principal '" + name + "' set").orElse("no principal set")
                        + " in `ReservationInfo`");
    }

    static Optional<String> onAgent(Operation operation, AgentRecord agent) {
        return switch (operation) {
            case Operation.Create create -> unusedIds(create.volumes(), agent);
            case Operation.Destroy destroy -> unusedVolumes(destroy.volumes(), agent);
            case Operation.ShrinkVolume shrink -> unusedVolumes(Resources.of(shrink.volume()), agent);
            case Operation.CreateDisk disk -> Optional.of("CREATE_DISK of " + disk.source() + ": no agent offers this");
            case Operation.DestroyDisk disk ->
                Optional.of("DESTROY_DISK of " + disk.source() + ": no agent offers this");
            case Operation.Reserve reserve -> Optional.empty();
            case Operation.Unreserve unreserve -> Optional.empty();
            case Operation.GrowVolume grow -> Optional.empty();
        };
    }

    /** Labels and ids of reservations and volumes are anybody's words, and all of an agent's are journaled together. */
    static Optional<String> keepable(Resources total) {
        long bytes = TextRules.bytes(total.toString());
        return bytes <= TextRules.MOST_BYTES
                ? Optional.empty()
                : Optional.of("The agent's resources would take " + bytes + " bytes to describe; expected at most "
                        + TextRules.MOST_BYTES + ": use fewer or shorter labels and ids");
    }

    private static Optional<String> unusedIds(Resources volumes, AgentRecord agent) {
        for (Resource volume : volumes) {
            Optional<String> id = persistenceId(volume);
            boolean taken = agent.total().stream()
                    .anyMatch(other -> other.reservationRole().equals(volume.reservationRole())
                            && id.isPresent()
                            && persistenceId(other).equals(id));
            if (taken) {
                return Optional.of("Persistence ID '" + id.get() + "' already exists on the agent");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> persistenceId(Resource resource) {
        return resource.disk().flatMap(Disk::persistence).map(Disk.Persistence::id);
    }

    private static Optional<String> unusedVolumes(Resources volumes, AgentRecord agent) {
        for (TaskRecord task : agent.running()) {
            for (Resource volume : volumes) {
                if (task.held().unallocate().contains(Resources.of(volume).unallocate())) {
                    return Optional.of("Persistent volume " + volume + " is in use by task '" + task.key() + "'");
                }
            }
        }
        return Optional.empty();
    }
}
