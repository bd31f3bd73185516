package io.tender.daemon.cluster.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds out how limits can be enforced here. */
final class Enforcements {
    private Enforcements() {}

    /** @throws IOException if control groups are asked for and there are none for us */
    static Enforcement choose(LocalSettings settings) throws IOException {
        return switch (settings.limits()) {
            case NONE -> new PlainEnforcement(false, "limits are switched off");
            case CGROUP -> {
                try {
                    yield groups(settings);
                } catch (IOException e) {
                    throw new IOException(
                            "Limits cannot be enforced by control groups.\n  got:      " + e.getMessage()
                                    + "\n  expected: a control group (version 2) that this user may change"
                                    + "\n  to do:    run the daemon in a unit with Delegate=yes, name a group, or set limits to auto",
                            e);
                }
            }
            case AUTO, RLIMIT -> {
                boolean otherwise = settings.limits() == LocalSettings.Limits.RLIMIT;
                try {
                    yield groups(settings);
                } catch (IOException e) {
                    yield new PlainEnforcement(otherwise, "no control group is delegated to us: " + e.getMessage());
                }
            }
        };
    }

    private static Enforcement groups(LocalSettings settings) throws IOException {
        if (settings.cgroup().isPresent()) {
            return ControlGroups.in(settings.cgroup().get(), false);
        }
        Path mount = mount().orElseThrow(() -> new IOException("control groups of version 2 are not mounted"));
        String own = Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                .filter(line -> line.startsWith("0::"))
                .map(line -> line.substring(3))
                .findFirst()
                .orElse("/");
        // The root is the whole machine's, and nobody delegated it.
        if (own.equals("/")) {
            throw new IOException("the daemon is in the machine's root group");
        }
        Path group = mount.resolve(own.substring(1));
        // A daemon that was started by hand again finds itself in the leaf it once moved to.
        boolean inLeaf = group.endsWith("tender-daemon");
        Path parent = group.getParent();
        Path ours = inLeaf && parent != null ? parent : group;
        if (!Files.isWritable(ours.resolve("cgroup.subtree_control"))) {
            throw new IOException(ours + " is not writable for us");
        }
        return ControlGroups.in(ours, true);
    }

    private static Optional<Path> mount() throws IOException {
        List<String> mounts = Files.readAllLines(Path.of("/proc/self/mounts"));
        return mounts.stream()
                .map(line -> line.split(" ", -1))
                .filter(fields -> fields.length > 2 && fields[2].equals("cgroup2"))
                .map(fields -> Path.of(fields[1]))
                .findFirst();
    }
}
