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

    /** The job at which the cursor is. */
    static Job read(Cursor in) throws Unreadable {
        int from = in.openObject("a job");
        JobReading job = new JobReading();
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            job.take(key, in);
        }
        return job.build(in.since(from));
    }

    private void take(String key, Cursor in) throws Unreadable {
        switch (key) {
            case "namespace" -> namespace = in.text();
            case "name" -> name = in.text();
            // The program's UID is the name of the job once more, and PgUID is what everybody else calls its uid.
            case "uid" -> uid = uid.isEmpty() ? in.text() : uid;
            case "pguid" -> uid = in.text();
            case "queue" -> queue = in.text();
            case "phase" -> phase = in.text();
            case "priority" -> priority = OptionalInt.of(in.whole());
            case "minavailable" -> minAvailable = in.whole();
            case "roleminimums", "taskminavailable" -> roleMinimums = counts(in);
            case "minresources" -> minResources = in.passesNull() ? Optional.empty() : Optional.of(Amounts.read(in));
            case "allocated" -> allocated = Optional.of(Amounts.read(in));
            case "requested", "totalrequest" -> requested = Optional.of(Amounts.read(in));
            case "labels" -> labels = in.texts();
            case "annotations" -> annotations = in.texts();
            case "created", "creationtimestamp" -> created = time(in.text());
            case "tasks" -> tasks = TaskReading.all(in);
            case "podgroup" -> podGroup(in);
            default -> in.skip();
        }
    }

    private void podGroup(Cursor in) throws Unreadable {
        if (!in.opensObject()) {
            return;
        }
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            if ((key.equals("metadata") || key.equals("spec") || key.equals("status")) && in.opensObject()) {
                for (String inner = in.member(); !inner.isEmpty(); inner = in.member()) {
                    switch (inner) {
                        case "labels" -> labels = in.texts();
                        case "annotations" -> annotations = in.texts();
                        case "minresources" -> minResources = Optional.of(Amounts.quantities(in));
                        case "phase" -> phase = in.text();
                        default -> in.skip();
                    }
                }
            } else {
                in.skip();
            }
        }
    }

    private static SortedMap<String, Integer> counts(Cursor in) throws Unreadable {
        SortedMap<String, Integer> all = new TreeMap<>();
        if (in.opensObject()) {
            while (in.hasMember()) {
                String role = in.name();
                all.put(role, in.whole());
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
