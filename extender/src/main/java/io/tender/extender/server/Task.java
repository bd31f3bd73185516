package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Something that wants a place, or has one: a pod, a task of a gang, an instance of a service.
 *
 * @param namespace empty if the dialect has none, as for services
 * @param name of a service all tasks share one: that of its job
 * @param uid empty if the dialect does not send it
 * @param job such as {@code default/train}
 * @param role what it is within its job, such as {@code worker}
 * @param phase one of Pending, Allocated, Pipelined, Binding, Bound, Running, Releasing, Succeeded, Failed, Unknown
 * @param preemptable whether it may be evicted, if that is said
 * @param resources what it asks for
 * @param agent where it is or is about to be
 * @param raw what was sent about it
 */
public record Task(
        String namespace,
        String name,
        String uid,
        Optional<String> job,
        Optional<String> queue,
        Optional<String> role,
        Optional<String> phase,
        OptionalInt priority,
        Optional<Boolean> preemptable,
        ResourceList resources,
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        SortedMap<String, String> nodeSelector,
        Optional<String> agent,
        Document raw) {

    public Task {
        labels = Collections.unmodifiableSortedMap(labels);
        annotations = Collections.unmodifiableSortedMap(annotations);
        nodeSelector = Collections.unmodifiableSortedMap(nodeSelector);
    }

    /** One of which nothing else is known. */
    public static Task of(String namespace, String name, String uid) {
        return new Task(
                namespace,
                name,
                uid,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                ResourceList.empty(),
                Collections.emptySortedMap(),
                Collections.emptySortedMap(),
                Collections.emptySortedMap(),
                Optional.empty(),
                Document.none());
    }

    /** Known by its uid alone, as victims are where only names are sent. */
    public static Task withUid(String uid) {
        return of("", "", uid);
    }

    public Task asking(ResourceList wanted) {
        return new Task(
                namespace,
                name,
                uid,
                job,
                queue,
                role,
                phase,
                priority,
                preemptable,
                wanted,
                labels,
                annotations,
                nodeSelector,
                agent,
                raw);
    }

    public Task labelled(Map<String, String> all) {
        return new Task(
                namespace,
                name,
                uid,
                job,
                queue,
                role,
                phase,
                priority,
                preemptable,
                resources,
                new TreeMap<>(all),
                annotations,
                nodeSelector,
                agent,
                raw);
    }

    public Task annotated(Map<String, String> all) {
        return new Task(
                namespace,
                name,
                uid,
                job,
                queue,
                role,
                phase,
                priority,
                preemptable,
                resources,
                labels,
                new TreeMap<>(all),
                nodeSelector,
                agent,
                raw);
    }

    public Task of(String itsJob) {
        return new Task(
                namespace,
                name,
                uid,
                Optional.of(itsJob),
                queue,
                role,
                phase,
                priority,
                preemptable,
                resources,
                labels,
                annotations,
                nodeSelector,
                agent,
                raw);
    }

    public Task on(String itsAgent) {
        return new Task(
                namespace,
                name,
                uid,
                job,
                queue,
                role,
                phase,
                priority,
                preemptable,
                resources,
                labels,
                annotations,
                nodeSelector,
                Optional.of(itsAgent),
                raw);
    }

    Task told(Document itsRaw) {
        return new Task(
                namespace,
                name,
                uid,
                job,
                queue,
                role,
                phase,
                priority,
                preemptable,
                resources,
                labels,
                annotations,
                nodeSelector,
                agent,
                itsRaw);
    }

    /** Whether it has that label or annotation. */
    public boolean has(String name) {
        return labels.containsKey(name) || annotations.containsKey(name);
    }

    public Optional<String> label(String name) {
        return Optional.ofNullable(labels.get(name));
    }

    public Optional<String> annotation(String name) {
        return Optional.ofNullable(annotations.get(name));
    }

    /** The same for the same task whoever asks, and for no other: its uid, or else its namespace and name. */
    public String key() {
        return uid.isEmpty() ? namespace.isEmpty() ? name : namespace + "/" + name : uid;
    }
}
