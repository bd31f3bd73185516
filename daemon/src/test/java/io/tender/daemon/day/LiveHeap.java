package io.tender.daemon.day;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/**
 * How many bytes of this JVM's heap were left by a collection just done. What is in use a moment later is something else: each
 * thread that makes as much as one object then takes a whole buffer of megabytes, and the longer it has run, the larger.
 */
final class LiveHeap {
    private LiveHeap() {}

    static long bytes() {
        long before = collections();
        System.gc();
        if (collections() == before) {
            throw new IllegalStateException(
                    "Asked for a collection, and none was done. To do: start without -XX:+DisableExplicitGC");
        }
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getCollectionUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(collector -> collector.getCollectionCount())
                .sum();
    }
}
