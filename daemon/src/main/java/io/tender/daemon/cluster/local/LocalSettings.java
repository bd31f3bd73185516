package io.tender.daemon.cluster.local;

import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.Resources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How this machine is an agent.
 *
 * @param work the folder in which the agent keeps everything; a daemon that is started on it again finds its tasks
 * @param hostname the name it goes by; empty for the machine's own
 * @param resources what it offers; empty for what the machine has, less a part for the system
 * @param ports what of ports it offers when {@code resources} is empty, as a pair
 * @param attributes said of it, besides {@code os}, {@code arch} and {@code limits}
 * @param domain where it stands, if that matters
 * @param limits how what a task may use is enforced
 * @param cgroup a control group (version 2) that is delegated to us; empty to find out whether the daemon's own is
 * @param users what becomes of a task that is to run as another user than the daemon's
 * @param outputCapBytes how much of each of stdout and stderr is kept; past it, the older half is forgotten
 * @param keepFor how long the folder of an ended and acknowledged task is kept
 * @param keepAtMostBytes how much disk such folders may take together; the oldest go first
 * @param keepAtMost how many such folders there may be
 * @param mostTasks how many tasks it runs at most; one more is reported as FAILED
 * @param startWithin how long a task may take to become a process; then it never will, and is reported as FAILED
 */
public record LocalSettings(
        Path work,
        Optional<String> hostname,
        Optional<Resources> resources,
        PortRange ports,
        List<Attribute> attributes,
        Optional<Domain> domain,
        Limits limits,
        Optional<Path> cgroup,
        Users users,
        long outputCapBytes,
        Duration keepFor,
        long keepAtMostBytes,
        int keepAtMost,
        int mostTasks,
        Duration startWithin) {

    /** Both ends belong to it. */
    public record PortRange(int from, int to) {
        public PortRange {
            if (from < 1 || to > 65_535 || from > to) {
                throw new IllegalArgumentException(
                        "The ports " + from + "-" + to
                                + " are no range.\n  got:      " + from + "-" + to
                                + "\n  expected: two numbers from 1 to 65535, the smaller one first\n  to do:    write 31000-32000, for example");
            }
        }
    }

    /** How what a task may use is enforced. */
    public enum Limits {
        /** By control group where one is delegated to us, otherwise not at all. */
        AUTO,
        /** By control group; without one the daemon does not start. */
        CGROUP,
        /**
         * By control group where one is delegated to us, otherwise the data segment of each process of a task is limited
         * to the task's memory. That counts what a process may write, and not what it merely reserves, so JVMs and Go
         * programs run; but it counts per process, and a program that touches little of what it asks for is stopped early.
         * Hence it is not the default.
         */
        RLIMIT,
        NONE
    }

    /** What becomes of a task that is to run as another user than the daemon's. One that names nobody runs as the daemon. */
    public enum Users {
        /** It runs as the daemon's user all the same. */
        DAEMON,
        /** It is an ERROR: it might count on rights it has not, or be kept from those it would get. */
        REFUSE,
        /** It runs as that user; the daemon must run as root. */
        SWITCH
    }

    public LocalSettings {
        attributes = List.copyOf(attributes);
        atLeast("outputCapBytes", outputCapBytes, 16_384);
        atLeast("keepAtMostBytes", keepAtMostBytes, 0);
        atLeast("keepAtMost", keepAtMost, 0);
        atLeast("mostTasks", mostTasks, 1);
        atLeast("keepFor in ms", keepFor.toMillis(), 0);
        atLeast("startWithin in ms", startWithin.toMillis(), 1);
    }

    private static void atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException("The local agent's " + name + " is too small.\n  got:      " + value
                    + "\n  expected: at least " + least + "\n  to do:    raise it, or leave it out for the default");
        }
    }

    /** The defaults, in that folder. */
    public static LocalSettings in(Path work) {
        return new LocalSettings(
                work,
                Optional.empty(),
                Optional.empty(),
                new PortRange(31_000, 32_000),
                List.of(),
                Optional.empty(),
                Limits.AUTO,
                Optional.empty(),
                Users.REFUSE,
                10_000_000,
                Duration.ofDays(1),
                1_000_000_000,
                1_000,
                1_000,
                Duration.ofSeconds(30));
    }

    public LocalSettings withResources(Resources changed) {
        return offering(Optional.of(changed), ports, attributes);
    }

    /** The same with other resources and attributes. */
    public LocalSettings offering(Optional<Resources> having, PortRange of, List<Attribute> saying) {
        return with(draft -> {
            draft.resources = having;
            draft.ports = of;
            draft.attributes = saying;
        });
    }

    public LocalSettings withLimits(Limits changed, Optional<Path> group) {
        return with(draft -> {
            draft.limits = changed;
            draft.cgroup = group;
        });
    }

    public LocalSettings withUsers(Users changed) {
        return with(draft -> draft.users = changed);
    }

    public LocalSettings withOutputCap(long bytes) {
        return with(draft -> draft.outputCapBytes = bytes);
    }

    /** How long, how much and how many folders of ended tasks are kept. */
    public LocalSettings withKeeping(Duration time, long bytes, int folders) {
        return with(draft -> {
            draft.keepFor = time;
            draft.keepAtMostBytes = bytes;
            draft.keepAtMost = folders;
        });
    }

    public LocalSettings withMostTasks(int most) {
        return with(draft -> draft.mostTasks = most);
    }

    private LocalSettings with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** What of these settings is ever changed, while it is. */
    private static final class Draft {
        private final LocalSettings before;
        private Optional<Resources> resources;
        private PortRange ports;
        private List<Attribute> attributes;
        private Limits limits;
        private Optional<Path> cgroup;
        private Users users;
        private long outputCapBytes;
        private Duration keepFor;
        private long keepAtMostBytes;
        private int keepAtMost;
        private int mostTasks;

        Draft(LocalSettings before) {
            this.before = before;
            this.resources = before.resources;
            this.ports = before.ports;
            this.attributes = before.attributes;
            this.limits = before.limits;
            this.cgroup = before.cgroup;
            this.users = before.users;
            this.outputCapBytes = before.outputCapBytes;
            this.keepFor = before.keepFor;
            this.keepAtMostBytes = before.keepAtMostBytes;
            this.keepAtMost = before.keepAtMost;
            this.mostTasks = before.mostTasks;
        }

        LocalSettings settings() {
            return new LocalSettings(
                    before.work,
                    before.hostname,
                    resources,
                    ports,
                    attributes,
                    before.domain,
                    limits,
                    cgroup,
                    users,
                    outputCapBytes,
                    keepFor,
                    keepAtMostBytes,
                    keepAtMost,
                    mostTasks,
                    before.startWithin);
        }
    }
}
