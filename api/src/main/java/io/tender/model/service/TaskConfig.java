package io.tender.model.service;

import io.tender.model.BrokenRule;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that is said of a task beforehand. Pending tasks whose configs are equal, every part of them, form one group and
 * are placed together.
 *
 * @param job the job it belongs to
 * @param resources what it asks for, ports excepted; CPUs, memory and disk above zero
 * @param ports names of the ports it wants; each becomes a free port of its machine
 * @param constraints what it demands of its machine
 * @param tier how safe its place is
 * @param priority which of two tasks of one role matters more; only preemption looks at it
 * @param executor what runs it, and what that costs
 * @param service whether it is to run for ever: it is restarted even when it finishes
 * @param maxFailures how many failures end an instance that is no service; -1 for any number
 * @param metadata anything else that distinguishes it, such as a version
 */
public record TaskConfig(
        JobKey job,
        ResourceBundle resources,
        SortedSet<String> ports,
        List<Constraint> constraints,
        Tier tier,
        int priority,
        Executor executor,
        boolean service,
        int maxFailures,
        SortedMap<String, String> metadata) {

    /** More named ports than any program listens on. */
    public static final int MOST_PORTS = 1_000;

    public TaskConfig {
        ports = Collections.unmodifiableSortedSet(new TreeSet<>(ports));
        constraints = List.copyOf(constraints);
        metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
        if (resources.cpuMillis() == 0 || resources.ramMillis() == 0 || resources.diskMillis() == 0) {
            throw BrokenRule.of(
                    "Job '" + job + "' asks for too little.",
                    "'" + resources + "'",
                    "cpus, mem and disk above zero",
                    "ask for some of each");
        }
        if (resources.portMillis() != 0 || ports.size() > MOST_PORTS) {
            throw BrokenRule.of(
                    "Job '" + job + "' cannot have its ports.",
                    resources.portMillis() != 0 ? "'" + resources + "'" : ports.size() + " ports",
                    "at most " + MOST_PORTS + " ports, each with a name",
                    "give the ports names such as http and admin");
        }
        checkWhole(job, resources);
        checkWhole(job, executor.overhead());
        if (maxFailures < -1 || maxFailures == 0) {
            throw BrokenRule.of(
                    "Job '" + job + "' may never start.",
                    "maxFailures " + maxFailures,
                    "a number from 1 on, or -1 for any number",
                    "correct the number");
        }
        checkDedicated(job, constraints);
    }

    private static void checkWhole(JobKey job, ResourceBundle asked) {
        if (asked.ipMillis() % 1_000 != 0 || asked.portMillis() % 1_000 != 0) {
            throw BrokenRule.of(
                    "Job '" + job + "' asks for part of an address or port.",
                    "'" + asked + "'",
                    "whole numbers of ips and ports",
                    "round them up");
        }
    }

    private static void checkDedicated(JobKey job, List<Constraint> constraints) {
        for (Constraint constraint : constraints) {
            if (!constraint.attribute().equals(HostAttributes.DEDICATED)) {
                continue;
            }
            boolean good = constraint instanceof Constraint.Values wanted
                    && !wanted.negated()
                    && wanted.values().size() == 1
                    && mayUse(job, wanted.values().first());
            if (!good) {
                throw BrokenRule.of(
                        "Job '" + job + "' may not use that dedicated machine.",
                        constraint,
                        "dedicated=" + job.role() + "/… or dedicated=*/…, one value",
                        "name machines that are dedicated to the job's role");
            }
        }
    }

    private static boolean mayUse(JobKey job, String value) {
        int slash = value.indexOf('/');
        String owner = slash < 0 ? value : value.substring(0, slash);
        return owner.equals("*") || owner.equals(job.role());
    }

    /** A service without ports, constraints and overhead, preemptible, of priority 0. */
    public static TaskConfig of(JobKey job, ResourceBundle resources) {
        return new TaskConfig(
                job,
                resources,
                new TreeSet<>(),
                List.of(),
                Tier.PREEMPTIBLE,
                0,
                Executor.NONE,
                true,
                1,
                new TreeMap<>());
    }

    /** What it really takes: what it asks for, its ports, and what its executor needs. */
    public ResourceBundle request() {
        return resources.plus(executor.overhead()).plus(ResourceBundle.ofPorts(ports.size()));
    }

    public TaskConfig withResources(ResourceBundle changed) {
        return new TaskConfig(
                job, changed, ports, constraints, tier, priority, executor, service, maxFailures, metadata);
    }

    public TaskConfig withPorts(String... names) {
        return new TaskConfig(
                job,
                resources,
                new TreeSet<>(List.of(names)),
                constraints,
                tier,
                priority,
                executor,
                service,
                maxFailures,
                metadata);
    }

    public TaskConfig withConstraints(Constraint... changed) {
        return new TaskConfig(
                job, resources, ports, List.of(changed), tier, priority, executor, service, maxFailures, metadata);
    }

    public TaskConfig withTier(Tier changed) {
        return new TaskConfig(
                job, resources, ports, constraints, changed, priority, executor, service, maxFailures, metadata);
    }

    public TaskConfig withPriority(int changed) {
        return new TaskConfig(
                job, resources, ports, constraints, tier, changed, executor, service, maxFailures, metadata);
    }

    public TaskConfig withExecutor(Executor changed) {
        return new TaskConfig(
                job, resources, ports, constraints, tier, priority, changed, service, maxFailures, metadata);
    }

    /** The same as a task that ends: after so many failures it is given up. */
    public TaskConfig endingAfterFailures(int failures) {
        return new TaskConfig(job, resources, ports, constraints, tier, priority, executor, false, failures, metadata);
    }

    public TaskConfig withMetadata(String key, String value) {
        TreeMap<String, String> changed = new TreeMap<>(metadata);
        changed.put(key, value);
        return new TaskConfig(
                job, resources, ports, constraints, tier, priority, executor, service, maxFailures, changed);
    }
}
