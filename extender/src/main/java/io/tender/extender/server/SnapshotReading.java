package io.tender.extender.server;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads what is told when a session opens: lists in the lean form, objects by name in Volcano's own. */
final class SnapshotReading {
    private String session = "";
    private String since = "";
    private Snapshot.Extent extent = Snapshot.Extent.FULL;
    private List<Agent> agents = List.of();
    private List<Job> jobs = List.of();
    private List<Queue> queues = List.of();
    private List<String> removedAgents = List.of();
    private List<String> removedJobs = List.of();
    private List<String> removedQueues = List.of();

    private SnapshotReading() {}

    @FunctionalInterface
    private interface One<T> {
        T read(JsonParser in, byte[] bytes, int begin) throws Unreadable;
    }

    static Snapshot read(byte[] body, SeenAgents seen) throws Unreadable {
        SnapshotReading snapshot = new SnapshotReading();
        Cursor cursor = new Cursor(body);
        if (!cursor.enterObject()) {
            throw new Unreadable("Got null; expected a snapshot");
        }
        for (String name = cursor.member(); !name.isEmpty(); name = cursor.member()) {
            snapshot.take(name, cursor, seen);
        }
        cursor.expectEnd();
        return new Snapshot(
                PodReading.present(snapshot.session),
                snapshot.extent,
                PodReading.present(snapshot.since),
                snapshot.agents,
                snapshot.jobs,
                snapshot.queues,
                snapshot.removedAgents,
                snapshot.removedJobs,
                snapshot.removedQueues);
    }

    private void take(String name, Cursor cursor, SeenAgents seen) throws Unreadable {
        switch (name) {
            case "sessionid" -> session = cursor.value(JsonSource::text);
            case "since" -> since = cursor.value(JsonSource::text);
            case "snapshot" -> extent = extent(cursor.value(JsonSource::text));
            case "nodes" -> agents = agents(cursor, seen);
            case "jobs" -> jobs = all(cursor, JobReading::read);
            case "queues" -> queues = all(cursor, QueueReading::read);
            case "removednodes" -> removedAgents = names(cursor);
            case "removedjobs" -> removedJobs = names(cursor);
            case "removedqueues" -> removedQueues = names(cursor);
            default -> cursor.skip();
        }
    }

    private static Snapshot.Extent extent(String word) throws Unreadable {
        return switch (word) {
            case "full" -> Snapshot.Extent.FULL;
            case "delta" -> Snapshot.Extent.DELTA;
            case "none" -> Snapshot.Extent.NONE;
            default -> throw new Unreadable("Got the snapshot '" + word + "'; expected full, delta or none");
        };
    }

    private static List<Agent> agents(Cursor cursor, SeenAgents seen) throws Unreadable {
        if (cursor.isObject()) {
            return all(cursor, AgentReading::read);
        }
        return seen.list(cursor).agents();
    }

    private static <T> List<T> all(Cursor cursor, One<T> one) throws Unreadable {
        byte[] bytes = cursor.bytes();
        return cursor.value(in -> {
            List<T> all = new ArrayList<>();
            JsonToken open = in.currentToken();
            if (open == JsonToken.START_ARRAY) {
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    all.add(one.read(in, bytes, cursor.at()));
                }
            } else if (open == JsonToken.START_OBJECT) {
                while (in.nextToken() != JsonToken.END_OBJECT) {
                    in.nextToken();
                    all.add(one.read(in, bytes, cursor.at()));
                }
            } else if (open != JsonToken.VALUE_NULL) {
                throw JsonSource.wrong(in, "a list or an object");
            }
            return all;
        });
    }

    private static List<String> names(Cursor cursor) throws Unreadable {
        List<String> names = new ArrayList<>();
        if (cursor.enterList()) {
            while (cursor.item()) {
                names.add(cursor.text());
            }
        }
        return names;
    }
}
