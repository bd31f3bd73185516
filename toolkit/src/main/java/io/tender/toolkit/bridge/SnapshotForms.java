package io.tender.toolkit.bridge;

import io.tender.extender.client.RequestBody;
import io.tender.extender.json.Envelope;
import io.tender.extender.server.Snapshot;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What there is when a session opens, passed on in the dialect it came in. */
final class SnapshotForms {
    private SnapshotForms() {}

    static RequestBody of(Snapshot snapshot, BatchForms forms, boolean volcano) {
        return volcano ? structures(snapshot, forms) : lean(snapshot, forms);
    }

    private static RequestBody structures(Snapshot snapshot, BatchForms forms) {
        Map<String, byte[]> jobs = new TreeMap<>();
        snapshot.jobs().forEach(job -> jobs.put(job.id(), forms.job(job)));
        Map<String, byte[]> nodes = new TreeMap<>();
        snapshot.agents().forEach(agent -> nodes.put(agent.name(), forms.agent(agent)));
        Map<String, byte[]> queues = new TreeMap<>();
        snapshot.queues().forEach(queue -> queues.put(queue.name(), forms.queue(queue)));
        return Envelope.empty()
                .map("Jobs", jobs)
                .map("Nodes", nodes)
                .map("Queues", queues)
                .map("NamespaceInfo", Map.of())
                .map("RevocableNodes", Map.of())
                .putNull("NodeList")
                .body();
    }

    private static RequestBody lean(Snapshot snapshot, BatchForms forms) {
        Envelope envelope = Envelope.empty();
        snapshot.session().ifPresent(session -> envelope.put("sessionId", session));
        envelope.put("snapshot", snapshot.extent().name().toLowerCase(Locale.ROOT));
        snapshot.since().ifPresent(since -> envelope.put("since", since));
        if (snapshot.extent() != Snapshot.Extent.NONE) {
            envelope.list("nodes", snapshot.agents().stream().map(forms::agent).toList())
                    .list("jobs", snapshot.jobs().stream().map(forms::job).toList())
                    .list("queues", snapshot.queues().stream().map(forms::queue).toList());
        }
        if (snapshot.extent() == Snapshot.Extent.DELTA) {
            envelope.texts("removedNodes", snapshot.removedAgents())
                    .texts("removedJobs", snapshot.removedJobs())
                    .texts("removedQueues", snapshot.removedQueues());
        }
        return envelope.body();
    }
}
