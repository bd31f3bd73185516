package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A machine that tasks can be placed on: a node, a host, an agent.
 *
 * @param known whether more than its name was sent or looked up; where only names are sent, everything else is absent
 * @param allocatable what tasks may use of it in all
 * @param idle what no task uses
 * @param used what tasks use
 * @param releasing what is being freed
 * @param pipelined what is promised of that already
 * @param tasks what runs on it; none if the dialect does not send them (kube-scheduler and Aurora do not)
 * @param raw what was sent about it; it may keep the whole request in memory, see {@link #kept}
 */
public record Agent(
        String name,
        boolean known,
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        List<Taint> taints,
        boolean unschedulable,
        Optional<ResourceList> allocatable,
        Optional<ResourceList> idle,
        Optional<ResourceList> used,
        Optional<ResourceList> releasing,
        Optional<ResourceList> pipelined,
        List<Task> tasks,
        Document raw) {

    private static final Class<?> FIXED =
            Collections.unmodifiableSortedMap(new TreeMap<>()).getClass();

    public Agent {
        labels = fixed(labels);
        annotations = fixed(annotations);
        taints = List.copyOf(taints);
        tasks = List.copyOf(tasks);
    }

    /**
     * Of an agent known by its name alone nothing is looked up through a second map. What is fixed already is not looked into:
     * thousands of agents with new heartbeats are made of others with each request, and looking is most of what that costs.
     */
    private static SortedMap<String, String> fixed(SortedMap<String, String> texts) {
        return texts instanceof SortedTexts || texts.getClass() == FIXED
                ? texts
                : texts.isEmpty() ? SortedTexts.NONE : Collections.unmodifiableSortedMap(texts);
    }

    /** One of which nothing but the name is known. */
    public static Agent named(String name) {
        return new Agent(
                name,
                false,
                SortedTexts.NONE,
                SortedTexts.NONE,
                List.of(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Document.none());
    }

    public Agent labelled(Map<String, String> all) {
        return new Agent(
                name,
                true,
                new TreeMap<>(all),
                annotations,
                taints,
                unschedulable,
                allocatable,
                idle,
                used,
                releasing,
                pipelined,
                tasks,
                raw);
    }

    public Agent annotated(Map<String, String> all) {
        return new Agent(
                name,
                true,
                labels,
                new TreeMap<>(all),
                taints,
                unschedulable,
                allocatable,
                idle,
                used,
                releasing,
                pipelined,
                tasks,
                raw);
    }

    /** With so much in all, and so much of it in use. */
    public Agent sized(ResourceList total, ResourceList inUse) {
        return new Agent(
                name,
                true,
                labels,
                annotations,
                taints,
                unschedulable,
                Optional.of(total),
                Optional.of(total.minus(inUse)),
                Optional.of(inUse),
                releasing,
                pipelined,
                tasks,
                raw);
    }

    public Agent running(List<Task> all) {
        return new Agent(
                name,
                true,
                labels,
                annotations,
                taints,
                unschedulable,
                allocatable,
                idle,
                used,
                releasing,
                pipelined,
                all,
                raw);
    }

    Agent told(
            String itsName,
            SortedMap<String, String> itsLabels,
            SortedMap<String, String> itsAnnotations,
            Document itsRaw) {
        return new Agent(
                itsName,
                known,
                itsLabels,
                itsAnnotations,
                taints,
                unschedulable,
                allocatable,
                idle,
                used,
                releasing,
                pipelined,
                tasks,
                itsRaw);
    }

    /** The same in memory of its own, for whoever remembers it: what was sent about it is otherwise a part of the request. */
    public Agent kept() {
        if (raw.isApart()) {
            return this;
        }
        Document own = Document.part(raw.bytes(), 0, raw.length());
        return new Agent(
                name,
                known,
                labels,
                annotations,
                taints,
                unschedulable,
                allocatable,
                idle,
                used,
                releasing,
                pipelined,
                tasks.stream()
                        .map(task -> task.told(task.raw().within(raw, own)))
                        .toList(),
                own);
    }

    /** Whether it has that label. */
    public boolean has(String label) {
        return labels.containsKey(label);
    }

    public Optional<String> label(String label) {
        return Optional.ofNullable(labels.get(label));
    }

    /** What is free, if the dialect says so: what is idle, or what is allocatable and not used. */
    public Optional<ResourceList> free() {
        return idle.isPresent() ? idle : allocatable.flatMap(all -> used.map(all::minus));
    }

    /**
     * How full it is, in percent: the fuller of its processors and its memory. 0 if the dialect does not say what is used,
     * which {@link #free} being empty tells from an agent that is idle.
     */
    public double load() {
        Optional<ResourceList> free = free();
        if (free.isEmpty() || allocatable.isEmpty()) {
            return 0;
        }
        return Math.max(
                share(ResourceList.CPU, allocatable.get(), free.get()),
                share(ResourceList.MEMORY, allocatable.get(), free.get()));
    }

    private static double share(String resource, ResourceList all, ResourceList free) {
        long total = all.millis(resource);
        return total <= 0 ? 0 : Math.clamp(100.0 * (total - free.millis(resource)) / total, 0, 100);
    }
}
