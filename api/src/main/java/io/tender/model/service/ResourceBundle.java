package io.tender.model.service;

import io.tender.model.BrokenRule;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;

/**
 * An amount of each kind of resource, exact in thousandths: six numbers instead of a collection of objects, because the
 * matching of tasks with offers compares little else.
 *
 * @param cpuMillis thousandths of a CPU
 * @param ramMillis thousandths of a MB of memory
 * @param diskMillis thousandths of a MB of disk
 * @param portMillis a thousand for each port
 * @param gpuMillis thousandths of a GPU
 * @param ipMillis a thousand for each address
 */
public record ResourceBundle(
        long cpuMillis, long ramMillis, long diskMillis, long portMillis, long gpuMillis, long ipMillis) {

    private static final ResourceBundle EMPTY = new ResourceBundle(0, 0, 0, 0, 0, 0);

    public ResourceBundle {
        if ((cpuMillis | ramMillis | diskMillis | portMillis | gpuMillis | ipMillis) < 0) {
            throw BrokenRule.of(
                    "An amount of resources is negative.",
                    cpuMillis + ", " + ramMillis + ", " + diskMillis + ", " + portMillis + ", " + gpuMillis + ", "
                            + ipMillis,
                    "thousandths from 0 on",
                    "correct the amount");
        }
    }

    public static ResourceBundle empty() {
        return EMPTY;
    }

    /** CPUs in thousandths, memory and disk in whole MB. */
    public static ResourceBundle of(long cpuMillis, long ramMb, long diskMb) {
        return new ResourceBundle(
                cpuMillis, Math.multiplyExact(ramMb, 1000L), Math.multiplyExact(diskMb, 1000L), 0, 0, 0);
    }

    /** So many ports and nothing else. */
    public static ResourceBundle ofPorts(int count) {
        return new ResourceBundle(0, 0, 0, count * 1000L, 0, 0);
    }

    /** Reads {@code cpus:0.5;mem:128;disk:64;gpus:1}; names it does not know are refused. */
    public static ResourceBundle parse(String text) {
        ResourceQuantities amounts = ResourceQuantities.parse(text);
        for (int i = 0; i < amounts.size(); i++) {
            if (!isKnown(amounts.name(i))) {
                throw BrokenRule.of(
                        "A task cannot ask for that resource.",
                        "'" + amounts.name(i) + "' in '" + text + "'",
                        "cpus, mem, disk, ports, gpus and ips",
                        "correct the name, or leave it out");
            }
        }
        return of(amounts);
    }

    private static boolean isKnown(String name) {
        for (ResourceKind kind : ResourceKind.values()) {
            if (kind.resource().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** The amounts of the known names; others do not matter. */
    public static ResourceBundle of(ResourceQuantities amounts) {
        return new ResourceBundle(
                amounts.millis("cpus"),
                amounts.millis("mem"),
                amounts.millis("disk"),
                amounts.millis("ports"),
                amounts.millis("gpus"),
                amounts.millis("ips"));
    }

    /** The amounts of the known names, reserved or not; others do not matter. */
    public static ResourceBundle of(Resources resources) {
        if (resources.isEmpty()) {
            return EMPTY;
        }
        return new ResourceBundle(
                resources.amount("cpus"),
                resources.amount("mem"),
                resources.amount("disk"),
                resources.amount("ports"),
                resources.amount("gpus"),
                resources.amount("ips"));
    }

    public boolean isEmpty() {
        return (cpuMillis | ramMillis | diskMillis | portMillis | gpuMillis | ipMillis) == 0;
    }

    public ResourceBundle plus(ResourceBundle other) {
        return new ResourceBundle(
                Math.addExact(cpuMillis, other.cpuMillis),
                Math.addExact(ramMillis, other.ramMillis),
                Math.addExact(diskMillis, other.diskMillis),
                Math.addExact(portMillis, other.portMillis),
                Math.addExact(gpuMillis, other.gpuMillis),
                Math.addExact(ipMillis, other.ipMillis));
    }

    /** What is left; never less than nothing. */
    public ResourceBundle minus(ResourceBundle other) {
        return new ResourceBundle(
                Math.max(0, cpuMillis - other.cpuMillis),
                Math.max(0, ramMillis - other.ramMillis),
                Math.max(0, diskMillis - other.diskMillis),
                Math.max(0, portMillis - other.portMillis),
                Math.max(0, gpuMillis - other.gpuMillis),
                Math.max(0, ipMillis - other.ipMillis));
    }

    /** The same with other CPUs. */
    public ResourceBundle withCpuMillis(long millis) {
        return new ResourceBundle(millis, ramMillis, diskMillis, portMillis, gpuMillis, ipMillis);
    }

    /** The same with other memory. */
    public ResourceBundle withRamMillis(long millis) {
        return new ResourceBundle(cpuMillis, millis, diskMillis, portMillis, gpuMillis, ipMillis);
    }

    /** Whether all of the other is in here. */
    public boolean contains(ResourceBundle other) {
        return cpuMillis >= other.cpuMillis
                && ramMillis >= other.ramMillis
                && diskMillis >= other.diskMillis
                && portMillis >= other.portMillis
                && gpuMillis >= other.gpuMillis
                && ipMillis >= other.ipMillis;
    }

    /** The text that {@link #parse} reads, without what is nothing. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        for (ResourceKind kind : ResourceKind.values()) {
            long millis = kind.in(this);
            if (millis > 0) {
                out.append(out.isEmpty() ? "" : ";").append(ResourceQuantities.of(kind.resource(), millis));
            }
        }
        return out.toString();
    }
}
