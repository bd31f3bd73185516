package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

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

    /** The task at which the parser stands, which reads a text that begins at a place of these bytes. */
    static Task read(JsonParser in, byte[] bytes, int begin) throws Unreadable {
        return told(in, bytes, begin).task();
    }

    /** The same, and in which form it came. */
    static Told told(JsonParser in, byte[] bytes, int begin) throws Unreadable {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw JsonSource.wrong(in, "a task");
        }
        int from = begin + (int) in.currentTokenLocation().getByteOffset();
        TaskReading task = new TaskReading();
        boolean structured = false;
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            structured |= !in.currentName().isEmpty()
                    && Character.isUpperCase(in.currentName().charAt(0));
            task.take(key, in);
        }
        Document raw =
                Document.part(bytes, from, begin + (int) in.currentLocation().getByteOffset());
        return new Told(task.build(raw), structured);
    }

    /** A list of them, or an object with one for each key, as Volcano has them within jobs and nodes; null is none. */
    static List<Task> all(JsonParser in, byte[] bytes, int begin) throws Unreadable {
        List<Task> all = new ArrayList<>();
        switch (in.currentToken()) {
            case START_ARRAY -> {
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    all.add(read(in, bytes, begin));
                }
            }
            case START_OBJECT -> {
                while (in.nextToken() != JsonToken.END_OBJECT) {
                    in.nextToken();
                    all.add(read(in, bytes, begin));
                }
            }
            case VALUE_NULL -> {
                return all;
            }
            default -> throw JsonSource.wrong(in, "tasks");
        }
        return all;
    }

    private void take(String key, JsonParser in) throws Unreadable {
        switch (key) {
            case "namespace" -> namespace = JsonSource.text(in);
            case "name" -> name = JsonSource.text(in);
            case "uid" -> uid = JsonSource.text(in);
            case "job" -> job = JsonSource.text(in);
            case "queue" -> queue = JsonSource.text(in);
            case "role", "taskrole" -> role = JsonSource.text(in);
            case "phase" -> phase = JsonSource.text(in);
            case "status" -> phase = phase(in);
            case "node", "nodename" -> agent = JsonSource.text(in);
            case "priority" -> priority = OptionalInt.of(JsonSource.whole(in));
            case "preemptable" -> preemptable = Optional.of(JsonSource.truth(in));
            case "resources", "resreq" -> resources = Amounts.read(in).without(ResourceList.PODS);
            case "labels" -> labels = JsonSource.texts(in);
            case "annotations" -> annotations = JsonSource.texts(in);
            case "nodeselector" -> nodeSelector = JsonSource.texts(in);
            case "pod" -> pod(in);
            default -> JsonSource.skip(in);
        }
    }

    private void pod(JsonParser in) throws Unreadable {
        PodReading pod = PodReading.of(in);
        labels = pod.labels();
        annotations = pod.annotations();
        nodeSelector = pod.nodeSelector();
    }

    private static String phase(JsonParser in) throws Unreadable {
        if (in.currentToken() == JsonToken.VALUE_STRING) {
            return JsonSource.text(in);
        }
        return switch (JsonSource.whole(in)) {
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
