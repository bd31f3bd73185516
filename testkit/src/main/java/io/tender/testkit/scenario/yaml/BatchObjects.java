package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.required;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.HyperNode;
import io.tender.model.batch.JobId;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.Node;
import io.tender.model.batch.Quantity;
import io.tender.model.batch.Queue;
import io.tender.model.batch.QueueState;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Selector;
import io.tender.testkit.scenario.step.BatchCommand;
import io.tender.testkit.scenario.text.BatchNotation;
import io.tender.testkit.scenario.text.ConditionNotation;
import io.tender.testkit.scenario.text.Durations;
import io.tender.testkit.scenario.text.SelectorNotation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a batch cluster consists of, apart from its jobs. */
final class BatchObjects {
    static final Shape RESOURCES = text("cpu=4 memory=8Gi");
    static final Shape LABELS = new Shape.MapOf("name", text("value"));

    static final Shape.Fields NODE = new Shape.Fields(List.of(
            required("allocatable", RESOURCES, "what tasks may use in all; 110 pods unless said otherwise"),
            optional("labels", LABELS, "its labels"),
            optional("annotations", LABELS, "its annotations"),
            optional("taints", texts("gpu=true:NoSchedule"), "what keeps tasks away"),
            optional("unschedulable", new Shape.Flag(), "whether it takes no new tasks"),
            optional("images", new Shape.MapOf("image", text("500Mi")), "the images it has, with their sizes"),
            optional(
                    "usage",
                    new Shape.Fields(List.of(
                            optional("cpu", text("80"), "percent of its cpu that is really in use"),
                            optional("memory", text("50"), "percent of its memory"),
                            optional("age", text("6m"), "how long ago that was measured; now"))),
                    "how busy it was lately")));

    static final Shape NODES = new Shape.MapOf("node, or n1..n9", Shape.anyOf(RESOURCES, NODE));

    private static final Shape.Fields GROUPS = new Shape.Fields(List.of(
            optional("required", texts("group1"), "node groups it must use"),
            optional("preferred", texts("group1"), "node groups it would use"),
            optional("requiredAnti", texts("group1"), "node groups it must not use"),
            optional("preferredAnti", texts("group1"), "node groups it would rather not use")));

    static final Shape.Fields QUEUE = new Shape.Fields(List.of(
            optional("weight", new Shape.Count(), "its part of what is shared by weight; 1"),
            optional("capability", RESOURCES, "what it may never exceed"),
            optional("guarantee", RESOURCES, "what nobody else may use"),
            optional("deserved", RESOURCES, "its share, for the plugin capacity"),
            optional("reclaimable", new Shape.Flag(), "whether others may reclaim from it; true"),
            optional("priority", new Shape.Count(), "higher goes first; 0"),
            optional("parent", text("q1"), "the queue above it"),
            optional("hierarchy", text("root/a/b"), "its path, for drf with a hierarchy"),
            optional("weights", text("1/2/3"), "the weights along that path"),
            optional("groups", GROUPS, "node groups, for the plugin nodegroup"),
            optional("annotations", LABELS, "its annotations"),
            optional("state", new Shape.Choice(Values.names(QueueState.class)), "OPEN unless said otherwise")));

    static final Shape QUEUES = new Shape.MapOf("queue", QUEUE);

    private static final Shape.Fields DOMAIN = new Shape.Fields(List.of(
            required("tier", new Shape.Count(), "1 is the closest"),
            optional("tierName", text("rack"), "what the tier is called"),
            optional("nodes", texts("n1..n3"), "the nodes in it"),
            optional("domains", texts("s1"), "the narrower domains in it")));

    static final Shape DOMAINS = new Shape.MapOf("domain", DOMAIN);

    private static final Shape.Fields QUOTA = new Shape.Fields(List.of(
            required("hard", RESOURCES, "what the jobs of the namespace may reserve together"),
            optional("used", RESOURCES, "what others in it use already")));

    static final Shape QUOTAS = new Shape.MapOf("namespace/quota", QUOTA);

    private static final Shape SELECTOR = Shape.anyOf(text("app=web,zone!=z1"), LABELS);

    private static final Shape.Fields BUDGET = new Shape.Fields(List.of(
            required("selector", SELECTOR, "which tasks"),
            optional("minAvailable", text("50%"), "how many must be left"),
            optional("maxUnavailable", text("1"), "how many may be missing")));

    static final Shape BUDGETS = new Shape.MapOf("namespace/budget", BUDGET);

    private BatchObjects() {}

    static void requireKnown(YamlValue value, Shape.Fields fields, String what) {
        List<String> known = fields.fields().stream().map(Shape.Field::name).toList();
        value.entries().forEach(entry -> entry.key().oneOf(known, what));
        for (Shape.Field field : fields.fields()) {
            if (field.required() && value.get(field.name()).isEmpty()) {
                throw value.problem(
                        "'" + field.name() + "' is missing: " + field.help(),
                        "no '" + field.name() + "'",
                        "'" + field.name() + ": ...'");
            }
        }
    }

    static ResourceList resources(YamlValue value) {
        if (value.isMap()) {
            TreeMap<String, String> amounts = new TreeMap<>();
            value.entries()
                    .forEach(entry -> amounts.put(entry.name(), entry.value().text()));
            return value.isMap() && amounts.isEmpty() ? ResourceList.empty() : ResourceList.parse(amounts);
        }
        return value.read(BatchNotation::resources);
    }

    static ResourceList resources(YamlValue from, String field) {
        return from.get(field).map(BatchObjects::resources).orElse(ResourceList.empty());
    }

    /** The resources that are named there, those with the amount 0 too. */
    static Set<String> named(YamlValue from, String field) {
        return from.get(field)
                .map(value -> value.isMap()
                        ? value.entries().stream().map(YamlValue.Entry::name).collect(Collectors.toSet())
                        : value.read(BatchNotation::named))
                .orElse(Set.of());
    }

    static SortedMap<String, String> labels(YamlValue from, String field) {
        TreeMap<String, String> labels = new TreeMap<>();
        from.get(field)
                .ifPresent(map -> map.entries()
                        .forEach(entry -> labels.put(entry.name(), entry.value().text())));
        return labels;
    }

    static Selector selector(YamlValue value) {
        if (value.isMap()) {
            TreeMap<String, String> labels = new TreeMap<>();
            value.entries()
                    .forEach(entry -> labels.put(entry.name(), entry.value().text()));
            return Selector.labels(labels);
        }
        return value.read(SelectorNotation::selector);
    }

    static List<String> names(YamlValue from, String field) {
        List<String> names = new ArrayList<>();
        from.get(field)
                .ifPresent(value -> value.itemsOrOne().forEach(item -> names.addAll(item.read(BatchNotation::names))));
        return names;
    }

    static <T> List<T> each(YamlValue from, String field, Function<String, T> notation) {
        return from.get(field)
                .map(value -> value.itemsOrOne().stream()
                        .map(item -> item.read(notation))
                        .toList())
                .orElse(List.of());
    }

    static List<BatchCommand> nodes(YamlValue map) {
        List<BatchCommand> commands = new ArrayList<>();
        map.entries()
                .forEach(entry -> entry.key()
                        .read(BatchNotation::names)
                        .forEach(name -> commands.add(node(name, entry.value()))));
        return commands;
    }

    private static BatchCommand node(String name, YamlValue value) {
        if (value.isText()) {
            Node node = Node.builder(name, resources(value)).build();
            return new BatchCommand.PutNode(name, now -> node);
        }
        requireKnown(value, NODE, "part of a node");
        Node.Builder builder = Node.builder(
                        name, resources(value.get("allocatable").orElseThrow()))
                .labels(labels(value, "labels"))
                .annotations(labels(value, "annotations"))
                .taints(each(value, "taints", BatchNotation::taint))
                .unschedulable(value.get("unschedulable").map(YamlValue::flag).orElse(false));
        TreeMap<String, Long> images = new TreeMap<>();
        value.get("images")
                .ifPresent(map -> map.entries()
                        .forEach(entry -> images.put(entry.name(), entry.value().read(Quantity::parse) / 1000)));
        builder.images(images);
        Optional<YamlValue> usage = value.get("usage");
        if (usage.isEmpty()) {
            Node node = builder.build();
            return new BatchCommand.PutNode(name, now -> node);
        }
        double cpu = percent(usage.get(), "cpu");
        double memory = percent(usage.get(), "memory");
        Duration age = usage.get()
                .get("age")
                .map(text -> text.read(Durations::duration))
                .orElse(Duration.ZERO);
        return new BatchCommand.PutNode(
                name,
                now -> builder.usage(new Node.Usage(cpu, memory, now.minus(age)))
                        .build());
    }

    private static double percent(YamlValue usage, String what) {
        return usage.get(what)
                .map(value -> value.read(ConditionNotation::number))
                .orElse(0.0);
    }

    static List<BatchCommand> queues(YamlValue map) {
        List<BatchCommand> commands = new ArrayList<>();
        map.entries()
                .forEach(entry -> entry.key()
                        .read(BatchNotation::names)
                        .forEach(name -> commands.add(new BatchCommand.PutQueue(queue(name, entry.value())))));
        return commands;
    }

    private static Queue queue(String name, YamlValue value) {
        requireKnown(value, QUEUE, "part of a queue");
        Queue.Builder builder = Queue.builder(name)
                .weight(value.get("weight").map(YamlValue::count).orElse(1))
                .capability(resources(value, "capability"), named(value, "capability"))
                .guarantee(resources(value, "guarantee"))
                .deserved(resources(value, "deserved"), named(value, "deserved"))
                .reclaimable(value.get("reclaimable").map(YamlValue::flag).orElse(true))
                .priority(value.get("priority").map(YamlValue::count).orElse(0))
                .hierarchy(
                        value.get("hierarchy").map(YamlValue::text).orElse(""),
                        value.get("weights").map(YamlValue::text).orElse(""))
                .annotations(labels(value, "annotations"))
                .state(value.get("state")
                        .map(state ->
                                state.read(text -> BatchNotation.word(QueueState.class, text, "state of a queue")))
                        .orElse(QueueState.OPEN));
        value.get("parent").ifPresent(parent -> builder.parent(parent.text()));
        value.get("groups").ifPresent(groups -> {
            requireKnown(groups, GROUPS, "kind of node groups");
            builder.groups(new Queue.NodeGroups(
                    names(groups, "required"),
                    names(groups, "preferred"),
                    names(groups, "requiredAnti"),
                    names(groups, "preferredAnti")));
        });
        try {
            return builder.build();
        } catch (IllegalArgumentException wrong) {
            throw value.problem(
                    String.valueOf(wrong.getMessage()).lines().findFirst().orElse(""));
        }
    }

    static List<BatchCommand> domains(YamlValue map) {
        List<BatchCommand> commands = new ArrayList<>();
        map.entries().forEach(entry -> {
            YamlValue value = entry.value();
            requireKnown(value, DOMAIN, "part of a domain");
            commands.add(new BatchCommand.PutHyperNode(new HyperNode(
                    entry.name(),
                    value.get("tier").orElseThrow().count(),
                    value.get("tierName").map(YamlValue::text).orElse(""),
                    names(value, "nodes"),
                    names(value, "domains"))));
        });
        return commands;
    }

    static List<BatchCommand> quotas(YamlValue map) {
        List<BatchCommand> commands = new ArrayList<>();
        map.entries().forEach(entry -> {
            requireKnown(entry.value(), QUOTA, "part of a quota");
            JobId id = entry.key().read(BatchNotation::job);
            ResourceList hard = resources(entry.value(), "hard");
            TreeSet<String> none = new TreeSet<>(named(entry.value(), "hard"));
            none.removeIf(hard::has);
            commands.add(new BatchCommand.PutQuota(
                    new NamespaceQuota(id.namespace(), id.name(), hard, resources(entry.value(), "used"), none)));
        });
        return commands;
    }

    static List<BatchCommand> budgets(YamlValue map) {
        List<BatchCommand> commands = new ArrayList<>();
        map.entries().forEach(entry -> {
            YamlValue value = entry.value();
            requireKnown(value, BUDGET, "part of a budget");
            JobId id = entry.key().read(BatchNotation::job);
            commands.add(new BatchCommand.PutBudget(new DisruptionBudget(
                    id.namespace(),
                    id.name(),
                    selector(value.get("selector").orElseThrow()),
                    value.get("minAvailable").map(YamlValue::text).orElse(""),
                    value.get("maxUnavailable").map(YamlValue::text).orElse(""))));
        });
        return commands;
    }
}
