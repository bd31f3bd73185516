package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Taint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

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
    private List<Container> containers = List.of();
    private List<Container> initial = List.of();
    private ResourceList overhead = ResourceList.empty();
    private SortedMap<String, String> labels = Collections.emptySortedMap();
    private SortedMap<String, String> annotations = Collections.emptySortedMap();
    private SortedMap<String, String> nodeSelector = Collections.emptySortedMap();

    /**
     * One container.
     *
     * @param stays whether it runs on beside those that start after it, though it starts among those that run first
     */
    private record Container(ResourceList requested, boolean stays) {}

    private PodReading() {}

    /** The pod at which the cursor is; where only its UID is sent, that is a member of its own. */
    static Task read(Cursor in) throws Unreadable {
        int from = in.start();
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
                pod.requested(),
                pod.labels,
                pod.annotations,
                pod.nodeSelector,
                present(pod.nodeName),
                in.since(from));
    }

    static PodReading of(Cursor in) throws Unreadable {
        PodReading pod = new PodReading();
        if (in.opensObject()) {
            for (String key = in.member(); !key.isEmpty(); key = in.member()) {
                switch (key) {
                    case "metadata" -> pod.metadata(in);
                    case "spec" -> pod.spec(in);
                    case "status" -> pod.status(in);
                    case "uid" -> pod.uid = in.text();
                    default -> in.skip();
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

    private void metadata(Cursor in) throws Unreadable {
        if (!in.opensObject()) {
            return;
        }
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            switch (key) {
                case "name" -> name = in.text();
                case "namespace" -> namespace = in.text();
                case "uid" -> uid = in.text();
                case "labels" -> labels = in.texts();
                case "annotations" -> annotations = in.texts();
                default -> in.skip();
            }
        }
    }

    private void spec(Cursor in) throws Unreadable {
        if (!in.opensObject()) {
            return;
        }
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            switch (key) {
                case "containers" -> containers = containers(in);
                case "initcontainers" -> initial = containers(in);
                case "overhead" -> overhead = Amounts.quantities(in);
                case "nodeselector" -> nodeSelector = in.texts();
                case "nodename" -> nodeName = in.text();
                case "priority" -> priority = in.passesNull() ? OptionalInt.empty() : OptionalInt.of(in.whole());
                default -> in.skip();
            }
        }
    }

    private void status(Cursor in) throws Unreadable {
        if (!in.opensObject()) {
            return;
        }
        for (String key = in.member(); !key.isEmpty(); key = in.member()) {
            if (key.equals("phase")) {
                phase = in.text();
            } else {
                in.skip();
            }
        }
    }

    /**
     * As Kubernetes counts it: those that run first do so one after another, each beside the ones before it that stay; then
     * all that stay run beside the containers proper. A pod needs as much as the largest of these, and its overhead.
     */
    private ResourceList requested() {
        ResourceList staying = ResourceList.empty();
        ResourceList most = ResourceList.empty();
        for (Container first : initial) {
            ResourceList now = staying.plus(first.requested());
            most = most.max(now);
            if (first.stays()) {
                staying = now;
            }
        }
        ResourceList together = staying;
        for (Container container : containers) {
            together = together.plus(container.requested());
        }
        return most.max(together).plus(overhead);
    }

    private static List<Container> containers(Cursor in) throws Unreadable {
        List<Container> all = new ArrayList<>();
        if (!in.opensList()) {
            return all;
        }
        while (in.item()) {
            if (!in.opensObject()) {
                continue;
            }
            ResourceList requested = ResourceList.empty();
            boolean stays = false;
            for (String key = in.member(); !key.isEmpty(); key = in.member()) {
                switch (key) {
                    case "resources" -> requested = requested(in);
                    case "restartpolicy" -> stays = in.text().equals("Always");
                    default -> in.skip();
                }
            }
            all.add(new Container(requested, stays));
        }
        return all;
    }

    /** What is limited and not requested is requested up to its limit, as Kubernetes has it. */
    private static ResourceList requested(Cursor in) throws Unreadable {
        ResourceList requests = ResourceList.empty();
        ResourceList limits = ResourceList.empty();
        if (in.opensObject()) {
            for (String key = in.member(); !key.isEmpty(); key = in.member()) {
                switch (key) {
                    case "requests" -> requests = Amounts.quantities(in);
                    case "limits" -> limits = Amounts.quantities(in);
                    default -> in.skip();
                }
            }
        }
        return requests.plus(limits.minus(limits.only(requests)));
    }

    static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    static List<Taint> taints(Cursor in) throws Unreadable {
        List<Taint> all = new ArrayList<>();
        if (!in.opensList()) {
            return all;
        }
        while (in.item()) {
            String taint = "";
            String value = "";
            String effect = "";
            if (!in.opensObject()) {
                continue;
            }
            for (String key = in.member(); !key.isEmpty(); key = in.member()) {
                switch (key) {
                    case "key" -> taint = in.text();
                    case "value" -> value = in.text();
                    case "effect" -> effect = in.text();
                    default -> in.skip();
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
