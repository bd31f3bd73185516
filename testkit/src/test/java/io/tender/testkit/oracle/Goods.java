package io.tender.testkit.oracle;

import io.tender.model.Disk;
import io.tender.model.Label;
import io.tender.model.Operation;
import io.tender.model.Reservation;
import io.tender.model.Resource;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes up resources, parts of them, and what may be done with them. */
final class Goods {
    private final World world;
    private final Dice dice;
    private int made;

    Goods(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
    }

    private String fresh(String prefix) {
        return prefix + ++made;
    }

    private long amount(String name) {
        int units = world.coarse ? dice.of(1, 2, 4) : dice.between(1, 12);
        long scale = switch (name) {
            case "mem" -> 128_000;
            case "disk" -> 25_000;
            default -> 1000;
        };
        long odd = world.coarse || dice.chance(0.7) ? 0 : dice.between(1, 999);
        return units * scale + odd;
    }

    /** A role that is not the default one, if there is such. */
    private Optional<Role> reservable() {
        List<Role> others =
                world.roles.stream().filter(role -> !role.equals(Role.ANY)).toList();
        return others.isEmpty() ? Optional.empty() : Optional.of(dice.in(others));
    }

    /** A stack of one or two reservations. */
    private List<Reservation> stack(Role role) {
        Reservation first = dice.chance(0.5)
                ? Reservation.ofStatic(role)
                : dice.chance(0.8) ? Reservation.dynamic(role) : labelled(role);
        List<Role> below =
                world.roles.stream().filter(other -> other.isDescendantOf(role)).toList();
        return below.isEmpty() || dice.chance(0.6)
                ? List.of(first)
                : List.of(first, Reservation.dynamic(dice.in(below)));
    }

    private static Reservation labelled(Role role) {
        return Reservation.dynamic(role, "principal").withLabels(Label.of("key", "value"));
    }

    /** All of an agent. */
    Resources total() {
        List<Resource> objects = new ArrayList<>();
        for (String name : List.of("cpus", "mem", "disk")) {
            if (dice.chance(name.equals("disk") ? 0.5 : 0.9)) {
                objects.add(Resource.scalar(name, amount(name)));
            }
        }
        if (world.gpus && dice.chance(0.4)) {
            objects.add(Resource.scalar("gpus", 1000L * dice.between(1, 3)));
        }
        if (world.ranges) {
            if (dice.chance(0.7)) {
                objects.add(Resource.ranges("ports", 31_000, 31_000 + dice.between(0, 50)));
            }
            if (dice.chance(0.2)) {
                objects.add(Resource.set("zones", "x", "y"));
            }
        }
        if (world.revocable && dice.chance(0.5)) {
            String name = dice.of("cpus", "mem");
            objects.add(Resource.scalar(name, amount(name)).asRevocable());
        }
        if (world.reservations) {
            for (int i = dice.between(0, 3); i > 0; i--) {
                reservable().ifPresent(role -> objects.add(reserved(role)));
            }
        }
        if (world.volumes) {
            for (int i = dice.between(0, 2); i > 0; i--) {
                objects.add(disk());
            }
            if (dice.chance(0.4)) {
                reservable().ifPresent(role -> objects.add(volume(role)));
            }
        }
        return Resources.of(objects);
    }

    private Resource reserved(Role role) {
        String name = dice.of("cpus", "mem", "disk", world.ranges ? "ports" : "cpus");
        Resource plain = name.equals("ports")
                ? Resource.ranges("ports", 32_000, 32_000 + dice.between(0, 9))
                : Resource.scalar(name, amount(name));
        return plain.withReservations(stack(role));
    }

    private Resource disk() {
        Disk.Source.Type type = dice.of(Disk.Source.Type.values());
        Disk.Source source = Disk.Source.of(type);
        if (type == Disk.Source.Type.PATH || type == Disk.Source.Type.MOUNT) {
            source = source.withRoot("/mnt/" + (type == Disk.Source.Type.PATH ? "path" : fresh("disk")));
        } else if (type == Disk.Source.Type.BLOCK || dice.chance(0.5)) {
            source = source.withId(fresh("id"));
        }
        return Resource.scalar("disk", amount("disk")).withDisk(Disk.of(source));
    }

    private Resource volume(Role role) {
        Resource volume = Resource.scalar("disk", amount("disk"))
                .withReservations(stack(role))
                .withDisk(Disk.persistent(fresh("v"), "data"));
        return dice.chance(0.6) ? volume.asShared() : volume;
    }

    /** What a resource provider brings. */
    Resources provided() {
        Resource disk = dice.chance(0.6) ? disk() : Resource.scalar("disk", amount("disk"));
        Resource own = dice.chance(0.5) ? disk.withProvider(fresh("provider")) : disk;
        return dice.chance(0.2) ? Resources.empty() : Resources.of(own);
    }

    /** Some of the objects, some of them cut; may be empty only if the whole is. */
    Resources part(Resources whole) {
        if (dice.chance(0.4)) {
            return whole;
        }
        List<Resource> kept = new ArrayList<>();
        for (Resource resource : whole) {
            if (dice.chance(0.6)) {
                kept.add(cut(resource));
            }
        }
        return kept.isEmpty() ? whole : Resources.of(kept);
    }

    private Resource cut(Resource resource) {
        if (dice.chance(0.5)) {
            return resource;
        }
        boolean whole = resource.isPersistentVolume()
                || resource.disk()
                        .flatMap(Disk::source)
                        .filter(source -> source.type() != Disk.Source.Type.PATH)
                        .isPresent();
        if (resource.value() instanceof Value.Ranges ranges) {
            return resource.withValue(Value.Ranges.of(ranges.begin(0), ranges.begin(0)));
        }
        long millis = resource.millis();
        if (whole || millis < 2) {
            return resource;
        }
        return resource.withMillis(dice.chance(0.5) ? millis / 2 : Math.max(1, millis / 3));
    }

    ResourceQuantities quantities(List<String> names) {
        Map<String, Long> amounts = new HashMap<>();
        for (String name : names) {
            if (dice.chance(0.5)) {
                amounts.put(name, amount(name) * dice.between(1, 4));
            }
        }
        return ResourceQuantities.of(amounts);
    }

    /** Limits, mostly not below the guarantees; sometimes zero. */
    ResourceLimits limits(ResourceQuantities guarantees) {
        Map<String, Long> amounts = new HashMap<>();
        boolean consistent = dice.chance(0.8);
        for (String name : List.of("cpus", "mem", "disk", "gpus")) {
            if (dice.chance(world.tight && name.equals("cpus") ? 0.95 : 0.4)) {
                long amount = dice.chance(0.15) ? 0 : amount(name) * dice.between(1, 4);
                amounts.put(name, consistent ? Math.max(amount, guarantees.millis(name)) : amount);
            }
        }
        return ResourceLimits.of(amounts);
    }

    /** An operation on some of these resources, if any can be done. */
    Optional<Operation> operation(Resources on, Role under) {
        List<Operation> possible = new ArrayList<>();
        for (Resource resource : on) {
            boolean dynamic = resource.isReserved()
                    && resource.reservations()
                                    .get(resource.reservations().size() - 1)
                                    .type()
                            == Reservation.Type.DYNAMIC;
            if (resource.isPersistentVolume()) {
                possible.add(new Operation.Destroy(Resources.of(resource)));
                resize(resource, on).ifPresent(possible::add);
                continue;
            }
            if (!resource.isRevocable()) {
                reserve(cut(resource), under).ifPresent(possible::add);
            }
            if (dynamic) {
                possible.add(new Operation.Unreserve(Resources.of(cut(resource))));
            }
            if (resource.isReserved() && resource.name().equals("disk")) {
                possible.add(create(cut(resource)));
            }
        }
        return possible.isEmpty() ? Optional.empty() : Optional.of(dice.in(possible));
    }

    /** What only a resource provider can do to one of these resources; its outcome is not known beforehand. */
    Optional<Operation> providerOperation(Resources on) {
        List<Operation> possible = new ArrayList<>();
        for (Resource resource : on) {
            Optional<Disk.Source> source = resource.disk().flatMap(Disk::source);
            if (resource.providerId().isEmpty() || source.isEmpty() || resource.isPersistentVolume()) {
                continue;
            }
            switch (source.get().type()) {
                case RAW -> {
                    Optional<String> profile =
                            source.get().profile().isPresent() ? Optional.empty() : Optional.of("profile");
                    possible.add(new Operation.CreateDisk(resource, Disk.Source.Type.MOUNT, profile));
                }
                case MOUNT, BLOCK -> possible.add(new Operation.DestroyDisk(resource));
                case PATH -> {}
            }
        }
        return possible.isEmpty() ? Optional.empty() : Optional.of(dice.in(possible));
    }

    private Optional<Operation> reserve(Resource resource, Role under) {
        Role target = dice.chance(0.8) ? under : dice.in(world.roles);
        Optional<Role> top = resource.reservationRole();
        if (target.equals(Role.ANY) || (top.isPresent() && !target.isDescendantOf(top.get()))) {
            return Optional.empty();
        }
        Reservation reservation = dice.chance(0.8) ? Reservation.dynamic(target) : labelled(target);
        return Optional.of(new Operation.Reserve(Resources.of(resource.pushReservation(reservation))));
    }

    private Operation create(Resource resource) {
        Disk volume = Disk.persistent(fresh("v"), "data");
        Disk disk =
                resource.disk().flatMap(Disk::source).map(volume::withSource).orElse(volume);
        Resource created = resource.withDisk(disk);
        return new Operation.Create(Resources.of(dice.chance(0.5) ? created.asShared() : created));
    }

    private Optional<Operation> resize(Resource volume, Resources on) {
        boolean sizable = !volume.isShared()
                && volume.providerId().isEmpty()
                && volume.disk().flatMap(Disk::source).isEmpty();
        if (!sizable) {
            return Optional.empty();
        }
        List<Operation> possible = new ArrayList<>();
        if (volume.millis() > 2) {
            possible.add(new Operation.ShrinkVolume(volume, volume.millis() / 2));
        }
        for (Resource other : on) {
            if (!other.isEmpty()
                    && volume.withoutVolume()
                            .withValue(volume.value())
                            .withMillis(1)
                            .equals(other.isScalar() ? other.withMillis(1) : other)) {
                possible.add(new Operation.GrowVolume(volume, other));
            }
        }
        return possible.isEmpty() ? Optional.empty() : Optional.of(dice.in(possible));
    }

    /** Conversions that no operation stands for: lost disks, further copies, and plain mistakes. */
    Optional<ResourceConversion> conversion(Resources on) {
        List<ResourceConversion> possible = new ArrayList<>();
        for (Resource resource : on) {
            Resources one = Resources.of(resource);
            if (resource.isShared()) {
                possible.add(new ResourceConversion(Resources.empty(), one));
            } else if (resource.disk().isPresent() && dice.chance(0.7)) {
                possible.add(new ResourceConversion(one, Resources.empty()));
            }
            if (dice.chance(world.mistakes)) {
                possible.add(new ResourceConversion(one, one.plus(one)));
                possible.add(new ResourceConversion(Resources.empty(), one));
                possible.add(new ResourceConversion(one.plus(one), one.plus(one)));
            }
        }
        return possible.isEmpty() ? Optional.empty() : Optional.of(dice.in(possible));
    }
}
