package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.TaskOrder;
import io.tender.model.Disk;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Persistent volumes: a folder each, {@code volumes/<role>/<id>}, that outlives the tasks which use it and is linked into the
 * sandbox of each of them.
 */
final class VolumeFolders {
    private static final Logger LOG = LoggerFactory.getLogger(VolumeFolders.class);

    private final WorkFolder work;
    private final Keeper keeper;

    VolumeFolders(WorkFolder work, Keeper keeper) {
        this.work = work;
        this.keeper = keeper;
    }

    /** A volume of a task: what it is called, and where the task wants to find it. */
    private record Mount(Resource resource, String id, String path) {}

    private static List<Mount> mounts(Resources resources) {
        List<Mount> all = new ArrayList<>();
        for (Resource resource : resources) {
            resource.disk()
                    .flatMap(Disk::persistence)
                    .ifPresent(kept -> all.add(new Mount(
                            resource,
                            kept.id(),
                            resource.disk()
                                    .flatMap(Disk::volume)
                                    .map(Disk.Volume::containerPath)
                                    .orElse(""))));
        }
        return all;
    }

    /** What is wrong with the volumes of an order; empty if they can be linked. */
    static Optional<String> complaint(TaskOrder order) {
        List<Path> taken = new ArrayList<>();
        for (Mount mount : mounts(order.resources())) {
            if (mount.resource().disk().flatMap(Disk::source).isPresent()) {
                return Optional.of("Its volume '" + mount.id()
                        + "' is on a disk of its own, and this agent keeps volumes in its work folder only");
            }
            Optional<Path> inside = inside(mount.path());
            if (inside.isEmpty()) {
                return Optional.of("Its volume '" + mount.id() + "' is to be found at '" + mount.path()
                        + "'; expected a path below its sandbox, such as 'data'");
            }
            Path path = inside.get();
            if (taken.stream().anyMatch(other -> other.startsWith(path) || path.startsWith(other))) {
                return Optional.of("Its volume '" + mount.id() + "' is to be found at '" + mount.path()
                        + "', where another one is; expected paths of which none is inside another");
            }
            taken.add(path);
        }
        return Optional.empty();
    }

    private static Optional<Path> inside(String text) {
        try {
            Path path = Path.of(text);
            boolean leaves = path.isAbsolute();
            for (Path name : path) {
                leaves |= name.toString().equals("..");
            }
            Path plain = path.normalize();
            return leaves || plain.toString().isEmpty() ? Optional.empty() : Optional.of(plain);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Whether a folder of the sandbox is in a volume, so that what is there is what earlier tasks made of it. */
    static boolean isInVolume(TaskOrder order, String directory) {
        Path path = Path.of(directory).normalize();
        return mounts(order.resources()).stream()
                .flatMap(mount -> inside(mount.path()).stream())
                .anyMatch(path::startsWith);
    }

    /** Links the volumes of an order into its sandbox, which nobody else has touched yet; returns their folders. */
    List<Path> link(TaskFolder folder, TaskOrder order) throws IOException {
        List<Path> linked = new ArrayList<>();
        for (Mount mount : mounts(order.resources())) {
            Path volume = folderOf(mount.resource(), mount.id());
            make(volume);
            Path link = folder.sandbox().resolve(inside(mount.path()).orElseThrow());
            Files.createDirectories(folder.sandbox().resolve(link).getParent());
            if (!Files.isSymbolicLink(link)) {
                Files.createSymbolicLink(link, volume);
            }
            linked.add(volume);
        }
        return linked;
    }

    private Path folderOf(Resource resource, String id) {
        String role = resource.reservationRole().map(Role::path).orElse("*");
        return work.volumes().resolve(SafeName.of(role)).resolve(SafeName.of(id));
    }

    /** A link in its place would lead a task, and whoever deletes it later, somewhere else. */
    private void make(Path volume) throws IOException {
        Path role = work.volumes().resolve(work.volumes().relativize(volume).getName(0));
        for (Path folder : List.of(role, volume)) {
            Files.createDirectories(folder);
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(folder + " is a link; expected the folder of a volume");
            }
        }
    }

    void create(Resources volumes) {
        for (Mount mount : mounts(volumes)) {
            Path folder = folderOf(mount.resource(), mount.id());
            try {
                setAside(folder);
                make(folder);
            } catch (IOException e) {
                // Its first task tries again, and says so if that fails too.
                LOG.warn("the folder of volume '{}' cannot be made: {}", mount.id(), e.toString());
            }
        }
    }

    void destroy(Resources volumes) {
        for (Mount mount : mounts(volumes)) {
            try {
                keeper.removeAll(folderOf(mount.resource(), mount.id()));
            } catch (IOException e) {
                LOG.error(
                        "the data of volume '{}', which is destroyed, cannot be removed: {}", mount.id(), e.toString());
            }
        }
    }

    /**
     * What volumes there are by the master's books. A folder that is none of them is put aside and not deleted: a master that
     * has lost its memory must not cost anybody's data.
     */
    void expect(Resources volumes) {
        Set<Path> known = new HashSet<>();
        mounts(volumes).forEach(mount -> known.add(folderOf(mount.resource(), mount.id())));
        try {
            for (Path folder : work.volumeFolders()) {
                if (!known.contains(folder)) {
                    setAside(folder);
                }
            }
        } catch (IOException e) {
            LOG.error("the folders of volumes in {} cannot be looked through: {}", work.volumes(), e.toString());
        }
    }

    /** Moves away what is in the place of a volume and is none of it. */
    private void setAside(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path aside = work.unclaimed()
                .resolve(work.volumes().relativize(folder).toString().replace('/', '.') + "."
                        + UUID.randomUUID().toString().substring(0, 8));
        Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
        LOG.warn("{} is no volume the master knows; it was moved to {}, where nobody deletes it", folder, aside);
    }
}
