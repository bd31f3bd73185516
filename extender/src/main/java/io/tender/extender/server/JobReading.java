package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads a job in either of Volcano's forms: the lean one of its page, and the program's JobInfo. */
final class JobReading {
    private String namespace = "";
    private String name = "";
    private String uid = "";
    private String queue = "";
    private String phase = "";
    private OptionalInt priority = OptionalInt.empty();
    private int minAvailable;
    private SortedMap<String, Integer> roleMinimums = Collections.emptySortedMap();
    private Optional<ResourceList> minResources = Optional.empty();
    private Optional<ResourceList> allocated = Optional.empty();
    private Optional<ResourceList> requested = Optional.empty();
    private SortedMap<String, String> labels = Collections.emptySortedMap();
    private SortedMap<String, String> annotations = Collections.emptySortedMap();
    private Optional<Instant> created = Optional.empty();
    private List<Task> tasks = List.of();

    private JobReading() {}

    /** The job at which the parser stands, which reads a text that begins at a place of these bytes. */
    static Job read(JsonParser in, byte[] bytes, int begin) throws Unreadable {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw JsonSource.wrong(in, "a job");
        }
        int from = begin + (int) in.currentTokenLocation().getByteOffset();
        JobReading job = new JobReading();
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            job.take(key, in, bytes, begin);
        }
        return job.build(
                Document.part(bytes, from, begin + (int) in.currentLocation().getByteOffset()));
    }

    private void take(String key, JsonParser in, byte[] bytes, int begin) throws Unreadable {
        switch (key) {
            case "namespace" -> namespace = JsonSource.text(in);
            case "name" -> name = JsonSource.text(in);
            // The program's UID is the name of the job once more, and PgUID is what everybody else calls its uid.
            case "uid" -> uid = uid.isEmpty() ? JsonSource.text(in) : uid;
            case "pguid" -> uid = JsonSource.text(in);
            case "queue" -> queue = JsonSource.text(in);
            case "phase" -> phase = JsonSource.text(in);
            case "priority" -> priority = OptionalInt.of(JsonSource.whole(in));
            case "minavailable" -> minAvailable = JsonSource.whole(in);
            case "roleminimums", "taskminavailable" -> roleMinimums = counts(in);
            case "minresources" ->
                minResources =
                        in.currentToken() == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(Amounts.read(in));
            case "allocated" -> allocated = Optional.of(Amounts.read(in));
            case "requested", "totalrequest" -> requested = Optional.of(Amounts.read(in));
            case "labels" -> labels = JsonSource.texts(in);
            case "annotations" -> annotations = JsonSource.texts(in);
            case "created", "creationtimestamp" -> created = time(JsonSource.text(in));
            case "tasks" -> tasks = TaskReading.all(in, bytes, begin);
            case "podgroup" -> podGroup(in);
            default -> JsonSource.skip(in);
        }
    }

    private void podGroup(JsonParser in) throws Unreadable {
        if (!JsonSource.isObject(in)) {
            return;
        }
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            if ((key.equals("metadata") || key.equals("spec") || key.equals("status")) && JsonSource.isObject(in)) {
                for (String inner = JsonSource.member(in); !inner.isEmpty(); inner = JsonSource.member(in)) {
                    switch (inner) {
                        case "labels" -> labels = JsonSource.texts(in);
                        case "annotations" -> annotations = JsonSource.texts(in);
                        case "minresources" -> minResources = Optional.of(Amounts.quantities(in));
                        case "phase" -> phase = JsonSource.text(in);
                        default -> JsonSource.skip(in);
                    }
                }
            } else {
                JsonSource.skip(in);
            }
        }
    }

    private static SortedMap<String, Integer> counts(JsonParser in) throws Unreadable {
        SortedMap<String, Integer> all = new TreeMap<>();
        if (JsonSource.isObject(in)) {
            for (String role = in.nextName(); role != null; role = in.nextName()) {
                in.nextToken();
                all.put(role, JsonSource.whole(in));
            }
        }
        return all;
    }

    private static Optional<Instant> time(String text) throws Unreadable {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException none) {
            throw new Unreadable("Got the time '" + text + "'; expected one such as 2026-01-02T03:04:05Z", none);
        }
    }

    private Job build(Document raw) {
        return new Job(
                namespace,
                name,
                uid,
                PodReading.present(queue),
                PodReading.present(phase),
                priority,
                minAvailable,
                roleMinimums,
                minResources,
                allocated,
                requested,
                labels,
                annotations,
                created,
                tasks,
                raw);
    }
}
