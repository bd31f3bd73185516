package io.tender.benchmarks.scale;

import java.lang.management.ManagementFactory;

/** How much of the heap is really in use. */
public final class HeapMeter {

    private HeapMeter() {}

    /** The bytes that survive a full collection; the second one takes what the first one's clean-up let go. */
    public static long usedBytes() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
