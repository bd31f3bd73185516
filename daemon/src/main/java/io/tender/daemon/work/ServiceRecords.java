package io.tender.daemon.work;

import io.tender.core.services.UpdateState;
import io.tender.daemon.master.Master;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is kept of services among the master's documents, besides what was asked for: every revision that an instance or a
 * task may still have, the revision and failures of each instance, and how the last update went.
 */
final class ServiceRecords {
    private static final String REVISION = "ServiceRevision";
    private static final String INSTANCE = "ServiceInstance";
    private static final String UPDATE = "ServiceUpdate";
    private static final JsonMapper JSON = new JsonMapper();

    private final Master master;
    private final Documents reader;
    private final TreeMap<JobKey, SortedMap<String, ServiceDocument>> revisions = new TreeMap<>();

    /** One instance as it was kept. */
    record Instance(String revision, int failures) {}

    ServiceRecords(Master master, Documents reader) {
        this.master = master;
        this.reader = reader;
    }

    void recover() {
        for (io.tender.daemon.master.Document kept : master.documents().all(REVISION)) {
            int at = kept.key().lastIndexOf('@');
            JobKey job = JobKey.parse(kept.key().substring(0, at));
            if (reader.readJson(ServiceDocument.id(job), kept.json()) instanceof ServiceDocument service) {
                of(job).put(kept.key().substring(at + 1), service);
            }
        }
    }

    private SortedMap<String, ServiceDocument> of(JobKey job) {
        return revisions.computeIfAbsent(job, key -> new TreeMap<>());
    }

    /** All instances begin with this; there is nothing to be reached any more. */
    void submitted(ServiceDocument service, String json) {
        keep(service, json);
        JobKey job = service.config().job();
        for (int i = 0; i < service.instances(); i++) {
            put(new InstanceKey(job, i), service.config(), 0);
        }
        master.putDocument(UPDATE, job.toString(), "\"SUBMITTED\"");
    }

    /** An update has begun that leads to this. */
    void updating(ServiceDocument service, String json) {
        keep(service, json);
        master.removeDocument(UPDATE, service.config().job().toString());
    }

    /** There are other instances than before; told at once, since a restart may come before anything is heard of them. */
    void resized(JobKey job, SortedMap<Integer, TaskConfig> wanted) {
        SortedMap<Integer, Instance> kept = instances().getOrDefault(job, Collections.emptySortedMap());
        wanted.forEach((instance, config) -> {
            if (!kept.containsKey(instance)) {
                put(new InstanceKey(job, instance), config, 0);
            }
        });
        kept.keySet().stream()
                .filter(instance -> !wanted.containsKey(instance))
                .forEach(instance -> remove(new InstanceKey(job, instance)));
    }

    /** Revisions are found again by their config. */
    private void keep(ServiceDocument service, String json) {
        JobKey job = service.config().job();
        if (revision(service.config()).isEmpty()) {
            of(job).put(hash(json), service);
            master.putDocument(REVISION, job + "@" + hash(json), json);
        }
    }

    private static String hash(String json) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(json.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }

    Optional<String> revision(TaskConfig config) {
        return of(config.job()).entrySet().stream()
                .filter(entry -> entry.getValue().config().equals(config))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    Optional<ServiceDocument> service(JobKey job, String revision) {
        return Optional.ofNullable(of(job).get(revision));
    }

    /** Forgets revisions that no config in use is of. */
    void keepOnly(JobKey job, List<TaskConfig> inUse) {
        for (Map.Entry<String, ServiceDocument> entry : List.copyOf(of(job).entrySet())) {
            if (!inUse.contains(entry.getValue().config())) {
                of(job).remove(entry.getKey());
                master.removeDocument(REVISION, job + "@" + entry.getKey());
            }
        }
    }

    void put(InstanceKey instance, TaskConfig config, int failures) {
        revision(config).ifPresent(revision -> {
            String json = JSON.createObjectNode()
                    .put("failures", failures)
                    .put("revision", revision)
                    .toString();
            boolean same = master.documents()
                    .find(INSTANCE, instance.toString())
                    .filter(known -> known.json().equals(json))
                    .isPresent();
            if (!same) {
                master.putDocument(INSTANCE, instance.toString(), json);
            }
        });
    }

    void remove(InstanceKey instance) {
        master.removeDocument(INSTANCE, instance.toString());
    }

    /** The instances of all services as they were kept. */
    SortedMap<JobKey, SortedMap<Integer, Instance>> instances() {
        TreeMap<JobKey, SortedMap<Integer, Instance>> all = new TreeMap<>();
        for (io.tender.daemon.master.Document kept : master.documents().all(INSTANCE)) {
            int at = kept.key().lastIndexOf('/');
            JsonNode json = JSON.readTree(kept.json());
            all.computeIfAbsent(JobKey.parse(kept.key().substring(0, at)), job -> new TreeMap<>())
                    .put(
                            Integer.parseInt(kept.key().substring(at + 1)),
                            new Instance(
                                    json.path("revision").asString(""),
                                    json.path("failures").asInt(0)));
        }
        return all;
    }

    /** @param failure why it did not get on, if it did not */
    void updated(JobKey job, UpdateState state, Optional<String> failure) {
        if (state.isOver() || state.isPaused()) {
            ObjectNode json = JSON.createObjectNode().put("state", state.name());
            failure.ifPresent(why -> json.put("failure", why));
            master.putDocument(UPDATE, job.toString(), json.toString());
        } else {
            master.removeDocument(UPDATE, job.toString());
        }
    }

    /** How what was asked for last came to rest, if it has; a word of {@link UpdateState}, or that it was submitted so. */
    private Optional<String> rest(JobKey job) {
        // Older stores have the word alone.
        return kept(job)
                .map(json ->
                        json.isString() ? json.asString() : json.path("state").asString(""));
    }

    private Optional<JsonNode> kept(JobKey job) {
        return master.documents().find(UPDATE, job.toString()).map(kept -> JSON.readTree(kept.json()));
    }

    /** How the last update ended, in words for who asks about the service; empty if all is as it was asked for. */
    Optional<String> lastUpdate(JobKey job) {
        Optional<String> failure =
                kept(job).map(json -> json.path("failure").asString("")).filter(why -> !why.isEmpty());
        return rest(job)
                .flatMap(word -> Arrays.stream(UpdateState.values())
                        .filter(state -> state.name().equals(word))
                        .findFirst())
                .flatMap(state -> UpdateWords.ofEnded(state, failure));
    }

    private static boolean isPause(String word) {
        return Arrays.stream(UpdateState.values())
                .anyMatch(state -> state.isPaused() && state.name().equals(word));
    }

    /** Whether what was asked for last is on its way, and somebody has stopped it for now. */
    boolean isPaused(JobKey job) {
        return rest(job).filter(ServiceRecords::isPause).isPresent();
    }

    /** Whether what was asked for last has been reached, or was given up. */
    boolean isSettled(JobKey job) {
        return rest(job).filter(word -> !isPause(word)).isPresent();
    }

    void forget(JobKey job) {
        keepOnly(job, List.of());
        revisions.remove(job);
        master.removeDocument(UPDATE, job.toString());
    }
}
