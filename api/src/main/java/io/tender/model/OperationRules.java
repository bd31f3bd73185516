package io.tender.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What operations must obey before they are tried, and what they share in being carried out. */
final class OperationRules {
    /** Scalars of which, as of the ports, an operation may neither make nor lose anything. */
    private static final List<String> CONSERVED = List.of("cpus", "gpus", "mem", "disk");

    private OperationRules() {}

    private static BrokenRule refused(String operation, String problem, Object got, String expected, String advice) {
        return BrokenRule.of(operation + ": " + problem + ".", got, expected, advice);
    }

    static UnsupportedOperationException onlyFromFeedback(String operation) {
        return new UnsupportedOperationException(
                operation + " has no conversions of its own, since only the provider knows the result;"
                        + " use conversion(result) once it has answered");
    }

    private static void checkNotEmpty(String operation, Resources resources) {
        if (resources.isEmpty()) {
            throw refused(operation, "there is nothing to do", "no resources", "at least one", "name the resources");
        }
    }

    static void checkReserve(Resources resources, Optional<Resources> source) {
        checkNotEmpty("RESERVE", resources);
        for (Resource resource : resources) {
            checkDynamic("RESERVE", resource);
            if (resource.isRevocable()) {
                throw refused(
                        "RESERVE",
                        "revocable resources cannot be reserved",
                        resource,
                        "resources that stay",
                        "leave the revocable ones out");
            }
            if (resource.isPersistentVolume()) {
                throw refused(
                        "RESERVE",
                        "a persistent volume keeps its reservation",
                        resource,
                        "resources without a volume",
                        "reserve the disk first and create the volume on it");
            }
        }
        if (source.isPresent() && !source.get().toUnreserved().equals(resources.toUnreserved())) {
            throw refused(
                    "RESERVE",
                    "source and result are not the same resources",
                    source.get() + " to become " + resources,
                    "a source that differs in its reservations only",
                    "give the source of exactly these resources");
        }
        source.ifPresent(from -> checkStaticKept(from, resources));
    }

    /** A move may change what was reserved dynamically; below that, the agent's own reservations stay as they are. */
    private static void checkStaticKept(Resources source, Resources result) {
        for (Resource resource : source.plus(result)) {
            Optional<Reservation> belongsToAgent = staticReservation(resource);
            if (belongsToAgent.isPresent()
                    && !reservedAs(belongsToAgent, source).equals(reservedAs(belongsToAgent, result))) {
                throw refused(
                        "RESERVE",
                        "a static reservation would change",
                        source + " to become " + result,
                        "a source and a result with the same static reservations",
                        "move dynamically reserved resources only, static ones belong to the agent");
            }
        }
    }

    private static Resources reservedAs(Optional<Reservation> reservation, Resources resources) {
        return resources
                .filter(resource -> staticReservation(resource).equals(reservation))
                .toUnreserved();
    }

    /** Only the first one can be static. */
    private static Optional<Reservation> staticReservation(Resource resource) {
        return resource.reservations().stream()
                .limit(1)
                .filter(first -> first.type() == Reservation.Type.STATIC)
                .findFirst();
    }

    private static void checkDynamic(String operation, Resource resource) {
        List<Reservation> stack = resource.reservations();
        if (stack.isEmpty() || stack.get(stack.size() - 1).type() != Reservation.Type.DYNAMIC) {
            throw refused(
                    operation,
                    "a resource has no dynamic reservation on top",
                    resource,
                    "a resource such as 'cpus(+eng):1'",
                    "name dynamically reserved resources only, static ones belong to the agent");
        }
    }

    static void checkUnreserve(Resources resources) {
        checkNotEmpty("UNRESERVE", resources);
        for (Resource resource : resources) {
            checkDynamic("UNRESERVE", resource);
            if (resource.isPersistentVolume()) {
                throw refused(
                        "UNRESERVE",
                        "a persistent volume keeps its reservation",
                        resource,
                        "resources without a volume",
                        "destroy the volume first");
            }
        }
    }

    static void checkVolumes(String operation, Resources volumes) {
        checkNotEmpty(operation, volumes);
        volumes.forEach(volume -> checkVolume(operation, volume));
        for (Resource volume : volumes) {
            if (volume.isShared() && volumes.copies(volume) > 1) {
                throw refused(operation, "a shared volume is named twice", volumes, "each volume once", "name it once");
            }
        }
    }

    private static void checkVolume(String operation, Resource volume) {
        if (!volume.isPersistentVolume()) {
            throw refused(
                    operation,
                    "a resource is no persistent volume",
                    volume,
                    "a disk such as 'disk(+eng)[v1:data]:10'",
                    "give it a persistence id");
        }
        if (volume.isRevocable()) {
            throw refused(
                    operation,
                    "revocable disk space cannot hold a volume",
                    volume,
                    "disk space that stays",
                    "leave the revocable disk out");
        }
    }

    private static void checkNoProvider(String operation, Resource volume) {
        if (volume.providerId().isPresent()) {
            throw refused(
                    operation,
                    "volumes of a resource provider have a fixed size",
                    volume,
                    "a volume on the agent's own disk",
                    "create another volume instead");
        }
    }

    static void checkGrow(Resource volume, Resource addition) {
        checkVolume("GROW_VOLUME", volume);
        checkNoProvider("GROW_VOLUME", volume);
        checkNoProvider("GROW_VOLUME", addition);
        checkSizable("GROW_VOLUME", volume);
        if (addition.isEmpty()
                || !volume.withoutVolume().withValue(addition.value()).equals(addition)) {
            throw refused(
                    "GROW_VOLUME",
                    "the addition is not of the disk the volume is made of",
                    addition + " for " + volume,
                    "disk space such as '" + volume.withoutVolume().withMillis(1000) + "'",
                    "take the addition from the same reservation and source");
        }
        if (addition.millis() > Long.MAX_VALUE - volume.millis()) {
            throw refused(
                    "GROW_VOLUME",
                    "the volume would be larger than can be counted",
                    addition + " for " + volume,
                    "an addition that leaves the sum below " + Long.MAX_VALUE / Millis.UNIT,
                    "mind the unit: disk space is counted in MB");
        }
    }

    private static void checkSizable(String operation, Resource volume) {
        if (volume.isShared()) {
            throw refused(
                    operation,
                    "a shared volume has a fixed size",
                    volume,
                    "a volume that is not shared",
                    "create another volume instead");
        }
        if (volume.disk()
                .flatMap(Disk::source)
                .filter(Disk.Source::isIndivisible)
                .isPresent()) {
            throw refused(
                    operation,
                    "the disk below the volume is taken whole",
                    volume,
                    "a volume on a PATH disk or without a source",
                    "create another volume instead");
        }
    }

    static void checkShrink(Resource volume, long subtractMillis) {
        checkVolume("SHRINK_VOLUME", volume);
        checkNoProvider("SHRINK_VOLUME", volume);
        checkSizable("SHRINK_VOLUME", volume);
        if (subtractMillis <= 0 || subtractMillis >= volume.millis()) {
            throw refused(
                    "SHRINK_VOLUME",
                    "so much cannot be taken from the volume",
                    Millis.print(subtractMillis) + " of " + volume,
                    "more than 0 and less than " + volume.value(),
                    "destroy the volume to get all of it back");
        }
    }

    static void checkCreateDisk(Resource source, Disk.Source.Type target, Optional<String> targetProfile) {
        Optional<Disk.Source> from = source.disk().flatMap(Disk::source);
        if (from.isEmpty()
                || from.get().type() != Disk.Source.Type.RAW
                || source.providerId().isEmpty()) {
            throw refused(
                    "CREATE_DISK",
                    "the source is no RAW disk of a resource provider",
                    source,
                    "a disk such as 'disk[RAW]<PROVIDER p1>:100'",
                    "name a RAW disk");
        }
        if (target != Disk.Source.Type.MOUNT && target != Disk.Source.Type.BLOCK) {
            throw refused("CREATE_DISK", "no such disk can be made", target, "MOUNT or BLOCK", "ask for one of these");
        }
        if (targetProfile.isPresent() == from.get().profile().isPresent()) {
            throw refused(
                    "CREATE_DISK",
                    "the profile must be given exactly once",
                    source + " with target profile " + targetProfile.orElse("none"),
                    "a profile on the source, or else as the target",
                    "give a target profile only for a RAW disk without one");
        }
    }

    static void checkDestroyDisk(Resource source) {
        Optional<Disk.Source> from = source.disk().flatMap(Disk::source);
        boolean made = from.isPresent()
                && (from.get().type() == Disk.Source.Type.MOUNT || from.get().type() == Disk.Source.Type.BLOCK);
        if (!made || source.providerId().isEmpty() || source.isPersistentVolume()) {
            throw refused(
                    "DESTROY_DISK",
                    "the source is no MOUNT or BLOCK disk of a resource provider without data",
                    source,
                    "a disk such as 'disk[MOUNT:/mnt/a id=d1]<PROVIDER p1>:100'",
                    "destroy a persistent volume on it first");
        }
    }

    /** One conversion per object. */
    static List<ResourceConversion> each(Resources resources, Function<Resources, ResourceConversion> conversion) {
        List<ResourceConversion> conversions = new ArrayList<>();
        for (Resource resource : resources) {
            conversions.add(conversion.apply(Resources.of(resource)));
        }
        return List.copyOf(conversions);
    }

    static Resources withoutVolume(Resources volume) {
        return Resources.of(volume.stream().map(Resource::withoutVolume).toList());
    }

    static Resource one(Resource resource, UnaryOperator<Resources> change) {
        return change.apply(Resources.of(resource)).iterator().next();
    }

    /** What changed in amount although it must not. */
    static Optional<String> drift(Resources before, Resources after) {
        for (String name : CONSERVED) {
            Optional<String> drift = drift(
                    name, before.quantities().millis(name), after.quantities().millis(name));
            if (drift.isPresent()) {
                return drift;
            }
        }
        return drift("ports", before.amount("ports"), after.amount("ports"));
    }

    private static Optional<String> drift(String name, long before, long after) {
        return before == after
                ? Optional.empty()
                : Optional.of("Got " + Millis.print(after) + " of '" + name + "' after the operation; expected "
                        + Millis.print(before) + " as before");
    }
}
