package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * Reads a task in either of Volcano's forms: the lean one of its page, and the program's TaskInfo. A request may have both at
 * once; then what comes last counts, as it does for readers in Go.
 */
final class TaskReading {
    private String namespace = "";
    private String name = "";
    private String uid = "";
    private String job = "";
    private String queue = "";
    private String role = "";
    private String phase = "";
    private String agent = "";
    private OptionalInt priority = OptionalInt.empty();
    private Optional<Boolean> preemptable = Optional.empty();
    private ResourceList resources = ResourceList.empty();
    private SortedMap<String, String> labels = Collections.emptySortedMap();
    private SortedMap<String, String> annotations = Collections.emptySortedMap();
    private SortedMap<String, String> nodeSelector = Collections.emptySortedMap();

    private TaskReading() {}

    /** @param structured whether it came as TaskInfo, the names of whose members begin with capital letters */
    record Told(Task task, boolean structured) {}

    /** The task at which the cursor is. */
    static Task read(Cursor in) throws Unreadable {
        return told(in).task();
    }

    /** The same, and in which form it came. */
    static Told told(Cursor in) throws Unreadable {
        int from = in.openObject("a task");
        TaskReading task = new TaskReading();
        boolean structured = false;
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            structured |= in.isCapital();
            task.take(key, in);
        }
        Document raw = in.since(from);
        return new Told(task.build(raw), structured);
    }

    /** A list of them, or an object with one for each key; null is none. */
    static List<Task> all(Cursor in) throws Unreadable {
        return in.all(TaskReading::read, "tasks");
    }

    private void take(String key, Cursor in) throws Unreadable {
        switch (key) {
            case "namespace" -> namespace = in.text();
            case "name" -> name = in.text();
            case "uid" -> uid = in.text();
            case "job" -> job = in.text();
            case "queue" -> queue = in.text();
            case "role", "taskrole" -> role = in.text();
            case "phase" -> phase = in.text();
            case "status" -> phase = phase(in);
            case "node", "nodename" -> agent = in.text();
            case "priority" -> priority = OptionalInt.of(in.whole());
            case "preemptable" -> preemptable = Optional.of(in.truth());
            case "resources", "resreq" -> resources = Amounts.read(in).without(ResourceList.PODS);
            case "labels" -> labels = in.texts();
            case "annotations" -> annotations = in.texts();
            case "nodeselector" -> nodeSelector = in.texts();
            case "pod" -> pod(in);
            default -> in.skip();
        }
    }

    private void pod(Cursor in) throws Unreadable {
        PodReading pod = PodReading.of(in);
        labels = pod.labels();
        annotations = pod.annotations();
        nodeSelector = pod.nodeSelector();
    }

    private static String phase(Cursor in) throws Unreadable {
        if (in.isText()) {
            return in.text();
        }
        return switch (in.whole()) {
            case 1 -> "Pending";
            case 2 -> "Allocated";
            case 4 -> "Pipelined";
            case 8 -> "Binding";
            case 16 -> "Bound";
            case 32 -> "Running";
            case 64 -> "Releasing";
            case 128 -> "Succeeded";
            case 256 -> "Failed";
            default -> "Unknown";
        };
    }

    private Task build(Document raw) {
        return new Task(
                namespace,
                name,
                uid,
                PodReading.present(job),
                PodReading.present(queue),
                PodReading.present(role),
                PodReading.present(phase),
                priority,
                preemptable,
                resources,
                labels,
                annotations,
                nodeSelector,
                PodReading.present(agent),
                raw);
    }
}
