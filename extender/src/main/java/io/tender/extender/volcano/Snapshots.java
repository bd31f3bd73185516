package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.json.Json;
import io.tender.model.batch.NamespaceQuota;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.SessionView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tells an extender that a session opens and what there is: all of it, or what has changed since the session it last took.
 * It takes a session by answering 200. One that has lost what it knew answers 409 and is sent everything at once.
 */
final class Snapshots {
    /** What an extender says that does not know the session a delta is based on. */
    private static final int UNKNOWN_BASE = 409;

    private final SnapshotMode mode;
    private final NodeBytes nodeBytes;
    private Optional<Picture> acknowledged = Optional.empty();

    Snapshots(SnapshotMode mode, NodeBytes nodeBytes) {
        this.mode = mode;
        this.nodeBytes = nodeBytes;
    }

    Asked<Boolean> open(SessionView session, SessionTalk talk) {
        return mode == SnapshotMode.DELTA && !talk.settings().isVolcano()
                ? openWithDelta(session, talk, queues(session, talk.dialect()))
                : talk.judge(Question.ON_SESSION_OPEN, send(talk, whole(session, talk)));
    }

    /** All that a session opens with, or nothing if the settings say so; who cannot be waited for gets no deltas. */
    RequestBody whole(SessionView session, SessionTalk talk) {
        if (mode == SnapshotMode.NONE) {
            return nothing(talk);
        }
        return talk.settings().isVolcano()
                ? volcano(session, talk)
                : full(session, talk, queues(session, talk.dialect()));
    }

    private Asked<Boolean> openWithDelta(SessionView session, SessionTalk talk, SortedMap<String, byte[]> queues) {
        Picture now = Picture.of(session, talk.dialect(), queues);
        Outcome<Boolean> outcome = acknowledged.isPresent()
                ? send(talk, delta(session, talk, acknowledged.get(), now, queues))
                : send(talk, full(session, talk, queues));
        if (acknowledged.isPresent() && isUnknownBase(outcome)) {
            outcome = send(talk, full(session, talk, queues));
        }
        // After a failure nobody knows what the other side has; it is told everything next time.
        acknowledged = outcome instanceof Outcome.Answered<Boolean> ? Optional.of(now) : Optional.empty();
        return talk.judge(Question.ON_SESSION_OPEN, outcome);
    }

    private static boolean isUnknownBase(Outcome<Boolean> outcome) {
        return outcome instanceof Outcome.Failed<Boolean> failed
                && failed.failure() instanceof ExtenderFailure.Status status
                && status.code() == UNKNOWN_BASE;
    }

    private static Outcome<Boolean> send(SessionTalk talk, RequestBody body) {
        return talk.attempt(Question.ON_SESSION_OPEN, body, AnswerReader.ignoringBody(true));
    }

    private static RequestBody nothing(SessionTalk talk) {
        if (!talk.settings().isVolcano()) {
            return talk.envelope().put("snapshot", "none").body();
        }
        return talk.envelope()
                .map("Jobs", Map.of())
                .map("Nodes", Map.of())
                .map("Queues", Map.of())
                .map("NamespaceInfo", Map.of())
                .map("RevocableNodes", Map.of())
                .putNull("NodeList")
                .body();
    }

    private RequestBody full(SessionView session, SessionTalk talk, SortedMap<String, byte[]> queues) {
        return talk.envelope()
                .put("snapshot", "full")
                .list("nodes", nodeBytes.of(session.nodes()))
                .list("jobs", jobs(session, talk.dialect()).values())
                .list("queues", queues.values())
                .body();
    }

    private RequestBody delta(
            SessionView session, SessionTalk talk, Picture before, Picture now, SortedMap<String, byte[]> queues) {
        List<NodeView> changed = new ArrayList<>();
        for (NodeView node : session.nodes()) {
            Long known = before.nodes().get(node.name());
            if (known == null || known != node.version()) {
                changed.add(node);
            }
        }
        SortedMap<String, byte[]> jobs = new TreeMap<>();
        for (JobView job : session.jobs()) {
            String id = job.id().toString();
            if (!now.jobs().getOrDefault(id, "").equals(before.jobs().get(id))) {
                jobs.put(id, talk.dialect().job(job));
            }
        }
        return talk.envelope()
                .put("snapshot", "delta")
                .put("since", before.session())
                .list("nodes", nodeBytes.of(changed))
                .texts("removedNodes", gone(before.nodes(), now.nodes()))
                .list("jobs", jobs.values())
                .texts("removedJobs", gone(before.jobs(), now.jobs()))
                .list("queues", changed(queues, before.queues(), now.queues()))
                .texts("removedQueues", gone(before.queues(), now.queues()))
                .body();
    }

    private static List<byte[]> changed(
            SortedMap<String, byte[]> encoded, Map<String, String> before, Map<String, String> now) {
        List<byte[]> changed = new ArrayList<>();
        encoded.forEach((name, bytes) -> {
            if (!now.getOrDefault(name, "").equals(before.get(name))) {
                changed.add(bytes);
            }
        });
        return changed;
    }

    private static List<String> gone(Map<String, ?> before, Map<String, ?> now) {
        return before.keySet().stream().filter(name -> !now.containsKey(name)).toList();
    }

    private RequestBody volcano(SessionView session, SessionTalk talk) {
        SortedMap<String, byte[]> nodes = new TreeMap<>();
        SortedMap<String, byte[]> revocable = new TreeMap<>();
        List<byte[]> encoded = nodeBytes.of(session.nodes());
        for (int i = 0; i < encoded.size(); i++) {
            NodeView node = session.nodes().get(i);
            byte[] bytes = encoded.get(i);
            nodes.put(node.name(), bytes);
            if (!node.node()
                    .labels()
                    .getOrDefault(VolcanoDialect.REVOCABLE_ZONE, "")
                    .isEmpty()) {
                revocable.put(node.name(), bytes);
            }
        }
        return talk.envelope()
                .map("Jobs", jobs(session, talk.dialect()))
                .map("Nodes", nodes)
                .map("Queues", queues(session, talk.dialect()))
                .map("NamespaceInfo", namespaces(session))
                .map("RevocableNodes", revocable)
                .putNull("NodeList")
                .body();
    }

    private static SortedMap<String, byte[]> jobs(SessionView session, Dialect dialect) {
        SortedMap<String, byte[]> jobs = new TreeMap<>();
        for (JobView job : session.jobs()) {
            jobs.put(job.id().toString(), dialect.job(job));
        }
        return jobs;
    }

    private static SortedMap<String, byte[]> queues(SessionView session, Dialect dialect) {
        SortedMap<String, byte[]> queues = new TreeMap<>();
        for (QueueView queue : session.queues()) {
            queues.put(queue.name(), dialect.queue(queue));
        }
        return queues;
    }

    private static SortedMap<String, byte[]> namespaces(SessionView session) {
        SortedMap<String, SortedMap<String, NamespaceQuota>> quotas = new TreeMap<>();
        for (NamespaceQuota quota : session.quotas()) {
            quotas.computeIfAbsent(quota.namespace(), unused -> new TreeMap<>()).put(quota.name(), quota);
        }
        SortedMap<String, byte[]> namespaces = new TreeMap<>();
        quotas.forEach((namespace, named) -> {
            Json json = new Json().begin().put("Name", namespace).begin("QuotaStatus");
            named.forEach((name, quota) -> {
                json.begin(name);
                json.quantities("hard", quota.hard());
                json.quantities("used", quota.used());
                json.end();
            });
            namespaces.put(namespace, json.end().end().bytes());
        });
        return namespaces;
    }
}
