package io.tender.extender.server;

import java.util.ArrayList;
import java.util.List;

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
            case "sessionid" -> session = cursor.text();
            case "since" -> since = cursor.text();
            case "snapshot" -> extent = extent(cursor.text());
            case "nodes" -> agents = agents(cursor, seen);
            case "jobs" -> jobs = cursor.all(JobReading::read, "a list or an object");
            case "queues" -> queues = cursor.all(QueueReading::read, "a list or an object");
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
            return cursor.all(AgentReading::read, "a list or an object");
        }
        return seen.list(cursor).agents();
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
