package io.tender.model;

import java.util.List;
import java.util.Optional;

/** What is special about a piece of disk: where it comes from, the data kept on it, where a task finds it. */
public record Disk(Optional<Source> source, Optional<Persistence> persistence, Optional<Volume> volume) {
    public Disk {
        if (source.isEmpty() && persistence.isEmpty() && volume.isEmpty()) {
            throw BrokenRule.of(
                    "Disk information is empty.",
                    "neither source nor persistence nor volume",
                    "a source, a persistence id or a volume",
                    "leave the disk information out");
        }
    }

    public static Disk of(Source source) {
        return new Disk(Optional.of(source), Optional.empty(), Optional.empty());
    }

    /** A persistent volume on the agent's own disk. */
    public static Disk persistent(String id, String containerPath) {
        return new Disk(
                Optional.empty(),
                Optional.of(new Persistence(id, Optional.empty())),
                Optional.of(new Volume(containerPath, Volume.Mode.RW, Optional.empty())));
    }

    public Disk withSource(Source origin) {
        return new Disk(Optional.of(origin), persistence, volume);
    }

    /** The disk below a persistent volume: its source if it has one, else nothing special is left. */
    Optional<Disk> withoutVolume() {
        return source.map(Disk::of);
    }

    /** Whether it can only be taken whole: cutting it, or gluing two together, would lose data or a device. */
    boolean isIndivisible() {
        return persistence.isPresent() || (source.isPresent() && source.get().isIndivisible());
    }

    /** Orders by what decides merging; the volume and who created it are ignored. */
    static int compareForMerging(Disk a, Disk b) {
        int order = Order.optional(a.source, b.source);
        return order != 0
                ? order
                : Order.optional(a.persistence.map(Persistence::id), b.persistence.map(Persistence::id));
    }

    int mergingHash() {
        return 31 * source.hashCode() + persistence.map(Persistence::id).hashCode();
    }

    /** Where the disk space comes from. */
    public record Source(
            Type type,
            Optional<String> root,
            Optional<String> id,
            Optional<String> vendor,
            Optional<String> profile,
            List<Label> metadata)
            implements Comparable<Source> {
        /** A folder, a mounted file system of its own, a block device, or space not yet made into either. */
        public enum Type {
            PATH,
            MOUNT,
            BLOCK,
            RAW
        }

        public Source {
            if (root.isPresent() && type != Type.PATH && type != Type.MOUNT) {
                throw BrokenRule.of(
                        "A " + type + " disk has no root path.",
                        "root '" + root.get() + "'",
                        "a root on PATH and MOUNT disks only",
                        "leave the root out, or make it a PATH or MOUNT disk");
            }
            metadata = Label.canonical(metadata);
        }

        public static Source of(Type type) {
            return new Source(type, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());
        }

        public Source withRoot(String path) {
            return new Source(type, Optional.of(path), id, vendor, profile, metadata);
        }

        public Source withId(String identity) {
            return new Source(type, root, Optional.of(identity), vendor, profile, metadata);
        }

        public Source withProfile(String name) {
            return new Source(type, root, id, vendor, Optional.of(name), metadata);
        }

        boolean isIndivisible() {
            return switch (type) {
                case PATH -> false;
                case MOUNT, BLOCK -> true;
                case RAW -> id.isPresent();
            };
        }

        @Override
        public int compareTo(Source other) {
            if (this == other) {
                return 0;
            }
            int order = type.compareTo(other.type);
            order = order != 0 ? order : Order.optional(root, other.root);
            order = order != 0 ? order : Order.optional(id, other.id);
            order = order != 0 ? order : Order.optional(vendor, other.vendor);
            order = order != 0 ? order : Order.optional(profile, other.profile);
            return order != 0 ? order : Order.lists(metadata, other.metadata);
        }
    }

    /** The identity of data that outlives the task which wrote it. */
    public record Persistence(String id, Optional<String> principal) {
        public Persistence {
            if (id.isEmpty()) {
                throw BrokenRule.of(
                        "A persistent volume has no id.", "''", "a persistence id such as 'v1'", "give it an id");
            }
        }
    }

    /** Where the disk appears inside a container. */
    public record Volume(String containerPath, Mode mode, Optional<String> hostPath) {
        /** Whether the task may write. */
        public enum Mode {
            RW,
            RO
        }
    }
}
