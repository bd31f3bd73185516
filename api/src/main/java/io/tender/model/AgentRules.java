package io.tender.model;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What an agent cannot be started with: all that comes about only later, and a name of two types. */
final class AgentRules {
    private final Map<String, Resource> byName = new HashMap<>();

    /**
     * Why a resource is refused.
     *
     * @param part what of its text is to blame
     */
    record Fault(ResourceTextParser.Part part, String got, String expected) {}

    /** The fault of one more resource of the same agent, if it has any. */
    Optional<Fault> fault(Resource resource) {
        if (resource.reservations().stream().anyMatch(it -> it.type() == Reservation.Type.DYNAMIC)) {
            return fault(
                    ResourceTextParser.Part.DYNAMIC_RESERVATION, "a dynamic reservation", "static reservations only");
        }
        if (resource.isRevocable()) {
            return fault(ResourceTextParser.Part.REVOCABLE, "a revocable resource", "resources that stay");
        }
        if (resource.isPersistentVolume()) {
            return fault(ResourceTextParser.Part.DISK, "a persistent volume", "disks without data");
        }
        if (resource.allocation().isPresent()) {
            return fault(ResourceTextParser.Part.ALLOCATION, "an allocated resource", "resources that are free");
        }
        Resource other = byName.putIfAbsent(resource.name(), resource);
        return other == null || other.key.kind == resource.key.kind
                ? Optional.empty()
                : fault(ResourceTextParser.Part.VALUE, "a name of two types", "one type, as in '" + other + "'");
    }

    private static Optional<Fault> fault(ResourceTextParser.Part part, String got, String expected) {
        return Optional.of(new Fault(part, got, expected));
    }
}
