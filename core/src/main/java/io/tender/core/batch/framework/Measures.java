package io.tender.core.batch.framework;

import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Value;
import io.tender.model.batch.HostPort;
import io.tender.model.batch.Job;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.HostOffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Translates between what agents offer (cpus, megabytes of mem and disk, gpus) and what batch jobs ask for (cpu, bytes of
 * memory and ephemeral-storage, nvidia.com/gpu). Other names stay as they are.
 */
public final class Measures {
    /**
     * The least number of bytes that is a whole number of thousandths of a megabyte: 128 KiB are 125 of them. Requests are
     * rounded up to it, so that what fits in bytes fits in thousandths of megabytes.
     */
    private static final long GRAIN_BYTES = 128 << 10;

    private static final long GRAIN_MILLIS = 125;

    private static final Map<String, String> NAMES = Map.of(
            "cpus",
            ResourceList.CPU,
            "mem",
            ResourceList.MEMORY,
            "disk",
            ResourceList.STORAGE,
            "gpus",
            ResourceList.GPU);

    private Measures() {}

    /** What of an offer a batch task could use: amounts that are nobody's data and cannot be taken back. */
    public static ResourceList offered(Resources resources) {
        TreeMap<String, Long> amounts = new TreeMap<>();
        for (Resource resource : resources) {
            if (isUsable(resource)) {
                String name = NAMES.getOrDefault(resource.name(), resource.name());
                amounts.merge(name, bytesOrMillis(name, resource.millis()), Math::addExact);
            }
        }
        return ResourceList.of(amounts);
    }

    private static boolean isUsable(Resource resource) {
        return resource.isScalar() && !resource.isRevocable() && HostOffer.isUsable(resource);
    }

    private static long bytesOrMillis(String name, long millis) {
        return ResourceList.isBytes(name)
                ? Math.multiplyExact(millis / GRAIN_MILLIS, GRAIN_BYTES)
                        + millis % GRAIN_MILLIS * GRAIN_BYTES / GRAIN_MILLIS
                : millis;
    }

    /** The request in amounts that agents can tell apart: what is measured in bytes is rounded up. */
    public static ResourceList rounded(ResourceList request) {
        TreeMap<String, Long> amounts = new TreeMap<>();
        request.asMap()
                .forEach((name, amount) -> amounts.put(
                        name,
                        // What is too large to be rounded is too large anyway, and refused as it is.
                        ResourceList.isBytes(name) && amount < Long.MAX_VALUE - GRAIN_BYTES
                                ? Math.ceilDiv(amount, GRAIN_BYTES) * GRAIN_BYTES
                                : amount));
        return ResourceList.of(amounts);
    }

    /** The job with requests in such amounts; itself if they are already. */
    static Job rounded(Job job) {
        IdentityHashMap<TaskTemplate, TaskTemplate> rounded = new IdentityHashMap<>();
        List<Task> tasks = new ArrayList<>();
        boolean same = true;
        for (Task task : job.tasks()) {
            TaskTemplate template = rounded.computeIfAbsent(
                    task.template(), given -> given.withAmounts(rounded(given.request()), rounded(given.limits())));
            same &= template.equals(task.template());
            tasks.add(new Task(task.id(), task.name(), task.index(), template, task.created()));
        }
        return same ? job : job.withTasks(tasks);
    }

    /** The numbers of ports a batch task could be given out of an offer. */
    static Value.Ranges ports(Resources resources) {
        Value.Ranges all = Value.Ranges.empty();
        for (Resource resource : resources) {
            if (isPorts(resource) && resource.value() instanceof Value.Ranges ranges) {
                all = all.plus(ranges);
            }
        }
        return all;
    }

    private static boolean isPorts(Resource resource) {
        return resource.name().equals("ports") && !resource.isRevocable() && HostOffer.isUsable(resource);
    }

    /** Cuts the numbers of ports out of what was offered; empty if not all of them are there. */
    static Optional<Resources> cutPorts(Resources from, List<HostPort> wanted) {
        Value.Ranges left = Value.Ranges.empty();
        for (HostPort port : wanted) {
            left = left.plus(Value.Ranges.of(port.port(), port.port()));
        }
        List<Resource> taken = new ArrayList<>();
        for (boolean reserved : new boolean[] {true, false}) {
            for (Resource resource : from) {
                if (isPorts(resource)
                        && resource.isReserved() == reserved
                        && resource.value() instanceof Value.Ranges ranges) {
                    Value.Ranges part = left.minus(left.minus(ranges));
                    if (!part.isEmpty()) {
                        taken.add(resource.withValue(part));
                        left = left.minus(part);
                    }
                }
            }
        }
        return left.isEmpty() ? Optional.of(Resources.of(taken)) : Optional.empty();
    }

    /** Cuts a request out of what was offered, what is reserved first, as nobody else can use it. */
    static Resources cut(Resources from, ResourceList request) {
        List<Resource> taken = new ArrayList<>();
        request.asMap().forEach((name, amount) -> {
            long left = ResourceList.isBytes(name) ? amount / GRAIN_BYTES * GRAIN_MILLIS : amount;
            if (name.equals(ResourceList.PODS)) {
                return;
            }
            for (boolean reserved : new boolean[] {true, false}) {
                for (Resource resource : from) {
                    boolean suits = isUsable(resource)
                            && resource.isReserved() == reserved
                            && NAMES.getOrDefault(resource.name(), resource.name())
                                    .equals(name);
                    if (left > 0 && suits) {
                        long part = Math.min(left, resource.millis());
                        taken.add(resource.withMillis(part));
                        left -= part;
                    }
                }
            }
            if (left > 0) {
                throw new IllegalStateException("offered resources '" + from + "' lack " + left + " thousandths of "
                        + name + " although they were found to have enough");
            }
        });
        return Resources.of(taken);
    }
}
