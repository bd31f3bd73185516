package io.tender.daemon.cluster.local;

import com.sun.management.OperatingSystemMXBean;
import io.tender.model.Resource;
import io.tender.model.Resources;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine has and is called. */
final class Machine {
    private static final long MB = 1L << 20;

    private Machine() {}

    /** Everything, less a part for the system and for us: 1 GB of memory and 5 GB of disk, or half of what is little. */
    static Resources resources(Path work, LocalSettings.PortRange ports) throws IOException {
        long memory = memoryBytes() / MB;
        long disk = Files.getFileStore(work).getTotalSpace() / MB;
        return Resources.of(
                Resource.scalar("cpus", 1000L * Runtime.getRuntime().availableProcessors()),
                Resource.scalar("mem", 1000 * (memory > 2048 ? memory - 1024 : memory / 2)),
                Resource.scalar("disk", 1000 * (disk > 10_240 ? disk - 5120 : disk / 2)),
                Resource.ranges("ports", ports.from(), ports.to()));
    }

    /** What the container we are in may use, if we are in one. */
    private static long memoryBytes() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    static String hostname() {
        try {
            String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).trim();
            if (!name.isEmpty()) {
                return name;
            }
        } catch (IOException e) {
            // Asking the resolver is the other way to the same answer.
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** Which run of the machine this is. */
    static String boot() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
    }
}
