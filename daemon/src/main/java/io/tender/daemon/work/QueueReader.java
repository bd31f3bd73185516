package io.tender.daemon.work;

import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.batch.QueueState;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SubGroupPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads Queues and PodGroups of Volcano's. */
final class QueueReader {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private static final String PATH = "volcano.sh/hierarchy";
    private static final String PATH_WEIGHTS = "volcano.sh/hierarchy-weights";
    private static final Pattern IS_PATH = Pattern.compile("root(/[^/\\s]+)+");
    private static final Pattern IS_WEIGHTS =
            Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?(/[0-9]{1,9}(\\.[0-9]{1,9})?)*");

    private static final Map<String, QueueState> STATES =
            new TreeMap<>(Map.of("Open", QueueState.OPEN, "Closed", QueueState.CLOSED));

    private QueueReader() {}

    /** @param forgiving whether what cannot be read of its path is passed over: a queue that was made once stays */
    static Optional<QueueDocument> queue(Fields document, Metadata metadata, boolean forgiving) {
        Queue.Builder queue = Queue.builder(metadata.name()).annotations(metadata.annotations());
        String path = metadata.annotations().getOrDefault(PATH, "");
        String weights = metadata.annotations().getOrDefault(PATH_WEIGHTS, "");
        queue.hierarchy(path, weights);
        if (!forgiving) {
            checkPath(document, path, weights);
        }
        document.within("spec", "A queue").ifPresent(spec -> {
            queue.weight(spec.number("weight", 1, 1, 65_535))
                    .capability(spec.resources("capability").orElse(ResourceList.empty()), spec.named("capability"))
                    .deserved(spec.resources("deserved").orElse(ResourceList.empty()), spec.named("deserved"))
                    .reclaimable(spec.truth("reclaimable", true))
                    .priority(spec.number("priority", 0, 0, Integer.MAX_VALUE));
            spec.text("parent").ifPresent(queue::parent);
            spec.within("guarantee", "A guarantee").ifPresent(guarantee -> {
                queue.guarantee(guarantee.resources("resource").orElse(ResourceList.empty()));
                guarantee.done();
            });
            spec.within("affinity", "The affinity of a queue").ifPresent(affinity -> queue.groups(groups(affinity)));
            spec.ignore("nothing here looks at it", "type", "extendClusters", "dequeueStrategy");
            spec.done();
        });
        document.within("status", "The status of a queue")
                .ifPresent(status -> status.oneOf("state", STATES).ifPresent(queue::state));
        document.done();
        return document.make(() -> new QueueDocument(queue.build()));
    }

    /** In hierarchical drf a path of another form would be another place, and a weight that is none would be 1. */
    private static void checkPath(Fields document, String path, String weights) {
        if (!path.isEmpty() && !IS_PATH.matcher(path).matches()) {
            document.where("metadata", "annotations", PATH)
                    .problem(
                            "The annotation '" + PATH + "' cannot be this.",
                            "'" + path + "'",
                            "names from the root on, such as root/science/physics");
        } else if (!weights.isEmpty() && (!IS_WEIGHTS.matcher(weights).matches() || parts(weights) != parts(path))) {
            document.where("metadata", "annotations", PATH_WEIGHTS)
                    .problem(
                            "The annotation '" + PATH_WEIGHTS + "' cannot be this.",
                            "'" + weights + "'",
                            "a number for each name in '" + path + "', such as 1/2/8");
        }
    }

    private static int parts(String path) {
        return path.split("/", -1).length;
    }

    private static Queue.NodeGroups groups(Fields affinity) {
        Optional<Fields> near = affinity.within("nodeGroupAffinity", "A node group affinity");
        Optional<Fields> far = affinity.within("nodeGroupAntiAffinity", "A node group anti-affinity");
        Queue.NodeGroups groups = new Queue.NodeGroups(
                names(near, REQUIRED), names(near, PREFERRED), names(far, REQUIRED), names(far, PREFERRED));
        near.ifPresent(Fields::done);
        far.ifPresent(Fields::done);
        affinity.done();
        return groups;
    }

    private static List<String> names(Optional<Fields> of, String field) {
        return of.map(fields -> fields.texts(field)).orElse(List.of());
    }

    static Optional<PodGroupDocument> podGroup(Fields document, Metadata metadata, PriorityClasses priorityClasses) {
        document.required("spec", "spec: with minMember");
        new Marks(metadata.labels(), metadata.annotations())
                .keys()
                .forEach(key -> document.notice("'" + key + "' of a pod group has no effect: say it of its jobs"));
        Optional<Fields> within = document.within("spec", "A pod group");
        document.get("status");
        document.done();
        return within.flatMap(spec -> {
            TreeMap<String, Integer> roles = new TreeMap<>();
            spec.get("minTaskMember")
                    .ifPresent(map -> map.entries("'minTaskMember'")
                            .forEach((name, entry) -> entry.value()
                                    .number("'" + name + "'", 0, Integer.MAX_VALUE)
                                    .ifPresent(least -> roles.put(name, least))));
            int members = spec.number("minMember", 1, 0, Integer.MAX_VALUE);
            Rank rank = Rank.read(spec, Rank.usual(priorityClasses), priorityClasses);
            PodGroupDocument read = new PodGroupDocument(
                    new JobId(metadata.namespace(), metadata.name()),
                    members,
                    roles,
                    spec.text("queue", Queue.DEFAULT),
                    rank.priority(),
                    spec.text("priorityClassName"),
                    spec.resources("minResources"),
                    JobReader.topology(spec),
                    spec.each("subGroupPolicy", "A sub-group policy", QueueReader::subGroup));
            spec.done();
            return Optional.of(read);
        });
    }

    private static Optional<SubGroupPolicy> subGroup(Fields fields) {
        fields.required("name", "the policy's name");
        String name = fields.text("name", "");
        Selector selector = AffinityReader.selector(fields, "labelSelector");
        List<String> keys = fields.texts("matchLabelKeys");
        int size = fields.number("subGroupSize", 0, 0, Integer.MAX_VALUE);
        int least = fields.number("minSubGroups", 0, 0, Integer.MAX_VALUE);
        var topology = JobReader.topology(fields);
        fields.done();
        return fields.make(() -> new SubGroupPolicy(name, selector, keys, size, least, topology));
    }
}
