package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads what Kubernetes calls Pod, PodGroup and Queue as far as the domain has words for it; a {@link NodeReading} reads nodes. */
final class PodReading {
    private static final String GROUP = "scheduling.k8s.io/group-name";
    private static final String ROLE = "volcano.sh/task-spec";

    private String namespace = "";
    private String name = "";
    private String uid = "";
    private String phase = "";
    private String nodeName = "";
    private OptionalInt priority = OptionalInt.empty();
    private ResourceList containers = ResourceList.empty();
    private ResourceList initial = ResourceList.empty();
    private SortedMap<String, String> labels = Collections.emptySortedMap();
    private SortedMap<String, String> annotations = Collections.emptySortedMap();
    private SortedMap<String, String> nodeSelector = Collections.emptySortedMap();

    private PodReading() {}

    /** The pod at which the parser stands; where only its UID is sent, that is a member of its own. */
    static Task read(JsonParser in, Document raw) throws Unreadable {
        PodReading pod = of(in);
        Optional<String> group = Optional.ofNullable(pod.annotations.get(GROUP));
        return new Task(
                pod.namespace,
                pod.name,
                pod.uid,
                group.map(it -> pod.namespace + "/" + it),
                Optional.empty(),
                Optional.ofNullable(pod.annotations.get(ROLE)),
                present(pod.phase),
                pod.priority,
                Optional.empty(),
                pod.containers.max(pod.initial),
                pod.labels,
                pod.annotations,
                pod.nodeSelector,
                present(pod.nodeName),
                raw);
    }

    static PodReading of(JsonParser in) throws Unreadable {
        PodReading pod = new PodReading();
        if (JsonSource.isObject(in)) {
            for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
                switch (key) {
                    case "metadata" -> pod.metadata(in);
                    case "spec" -> pod.spec(in);
                    case "status" -> pod.status(in);
                    case "uid" -> pod.uid = JsonSource.text(in);
                    default -> JsonSource.skip(in);
                }
            }
        }
        return pod;
    }

    SortedMap<String, String> labels() {
        return labels;
    }

    SortedMap<String, String> annotations() {
        return annotations;
    }

    SortedMap<String, String> nodeSelector() {
        return nodeSelector;
    }

    String uid() {
        return uid;
    }

    private void metadata(JsonParser in) throws Unreadable {
        if (!JsonSource.isObject(in)) {
            return;
        }
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            switch (key) {
                case "name" -> name = JsonSource.text(in);
                case "namespace" -> namespace = JsonSource.text(in);
                case "uid" -> uid = JsonSource.text(in);
                case "labels" -> labels = JsonSource.texts(in);
                case "annotations" -> annotations = JsonSource.texts(in);
                default -> JsonSource.skip(in);
            }
        }
    }

    private void spec(JsonParser in) throws Unreadable {
        if (!JsonSource.isObject(in)) {
            return;
        }
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            switch (key) {
                case "containers" -> containers = sum(in);
                case "initcontainers" -> initial = largest(in);
                case "nodeselector" -> nodeSelector = JsonSource.texts(in);
                case "nodename" -> nodeName = JsonSource.text(in);
                case "priority" ->
                    priority = in.currentToken() == JsonToken.VALUE_NULL
                            ? OptionalInt.empty()
                            : OptionalInt.of(JsonSource.whole(in));
                default -> JsonSource.skip(in);
            }
        }
    }

    private void status(JsonParser in) throws Unreadable {
        if (!JsonSource.isObject(in)) {
            return;
        }
        for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
            if (key.equals("phase")) {
                phase = JsonSource.text(in);
            } else {
                JsonSource.skip(in);
            }
        }
    }

    private static ResourceList sum(JsonParser in) throws Unreadable {
        ResourceList all = ResourceList.empty();
        for (ResourceList each : requests(in)) {
            all = all.plus(each);
        }
        return all;
    }

    /** Those that run first run one after another, so that a pod needs as much as the largest of them. */
    private static ResourceList largest(JsonParser in) throws Unreadable {
        ResourceList all = ResourceList.empty();
        for (ResourceList each : requests(in)) {
            all = all.max(each);
        }
        return all;
    }

    private static List<ResourceList> requests(JsonParser in) throws Unreadable {
        List<ResourceList> all = new ArrayList<>();
        if (!JsonSource.isList(in)) {
            return all;
        }
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (!JsonSource.isObject(in)) {
                continue;
            }
            for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
                if (key.equals("resources")) {
                    all.add(requested(in));
                } else {
                    JsonSource.skip(in);
                }
            }
        }
        return all;
    }

    /** What is limited and not requested is requested up to its limit, as Kubernetes has it. */
    private static ResourceList requested(JsonParser in) throws Unreadable {
        ResourceList requests = ResourceList.empty();
        ResourceList limits = ResourceList.empty();
        if (JsonSource.isObject(in)) {
            for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
                switch (key) {
                    case "requests" -> requests = Amounts.quantities(in);
                    case "limits" -> limits = Amounts.quantities(in);
                    default -> JsonSource.skip(in);
                }
            }
        }
        return requests.plus(limits.minus(limits.only(requests)));
    }

    static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    static List<Taint> taints(JsonParser in) throws Unreadable {
        List<Taint> all = new ArrayList<>();
        if (!JsonSource.isList(in)) {
            return all;
        }
        while (in.nextToken() != JsonToken.END_ARRAY) {
            String taint = "";
            String value = "";
            String effect = "";
            if (!JsonSource.isObject(in)) {
                continue;
            }
            for (String key = JsonSource.member(in); !key.isEmpty(); key = JsonSource.member(in)) {
                switch (key) {
                    case "key" -> taint = JsonSource.text(in);
                    case "value" -> value = JsonSource.text(in);
                    case "effect" -> effect = JsonSource.text(in);
                    default -> JsonSource.skip(in);
                }
            }
            all.add(new Taint(taint, value, effect(effect)));
        }
        return all;
    }

    private static Taint.Effect effect(String word) throws Unreadable {
        return switch (word) {
            case "NoSchedule" -> Taint.Effect.NO_SCHEDULE;
            case "PreferNoSchedule" -> Taint.Effect.PREFER_NO_SCHEDULE;
            case "NoExecute" -> Taint.Effect.NO_EXECUTE;
            default ->
                throw new Unreadable(
                        "Got the effect '" + word + "' of a taint; expected NoSchedule, PreferNoSchedule or NoExecute");
        };
    }
}
