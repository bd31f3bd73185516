package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.BatchObjects.LABELS;
import static io.tender.testkit.scenario.yaml.BatchObjects.each;
import static io.tender.testkit.scenario.yaml.BatchObjects.labels;
import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.required;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.model.batch.NodeAffinity;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SpreadConstraint;
import io.tender.model.batch.TaskTemplate;
import io.tender.testkit.scenario.text.BatchNotation;
import io.tender.testkit.scenario.text.SelectorNotation;
import io.tender.testkit.scenario.text.TaskLine;
import java.util.List;
import java.util.function.Function;

/** The tasks of one role of a job. */
final class BatchTasks {
    private static final Shape WEIGHTS = new Shape.MapOf("what is wanted", new Shape.Count());

    private static final Shape.Fields SPREAD = new Shape.Fields(List.of(
            required("topologyKey", text("zone"), "nodes with the same value of this label are one domain"),
            optional("maxSkew", new Shape.Count(), "by how many a domain may exceed the emptiest; 1"),
            optional(
                    "whenUnsatisfiable",
                    new Shape.Choice(List.of("DoNotSchedule", "ScheduleAnyway")),
                    "DoNotSchedule unless said otherwise"),
            optional("selector", text("app=web"), "which tasks are counted")));

    static final Shape.Fields TASK = new Shape.Fields(List.of(
            optional("replicas", new Shape.Count(), "how many; 1"),
            optional("request", text("cpu=1 memory=1Gi"), "what each needs; nothing makes them best effort"),
            optional("on", texts("n1"), "the nodes they run on already, in turns"),
            optional("labels", LABELS, "their labels"),
            optional("annotations", LABELS, "their annotations"),
            optional("nodeSelector", LABELS, "labels a node must have"),
            optional("nodeAffinity", texts("gpu in (a,b)"), "one of these must match the node"),
            optional("preferredNodes", WEIGHTS, "nodes that are liked, with weights"),
            optional("podAffinity", texts("app=web by zone"), "tasks that must be near"),
            optional("podAntiAffinity", texts("app=web by zone"), "tasks that must not be near"),
            optional("preferredPodAffinity", WEIGHTS, "tasks that are liked near, with weights"),
            optional("preferredPodAntiAffinity", WEIGHTS, "tasks that are not liked near, with weights"),
            optional("spread", new Shape.OneOrMore(SPREAD), "how evenly they must be spread"),
            optional("tolerations", texts("gpu=true:NoSchedule"), "taints they do not mind; * for all"),
            optional("ports", texts("8080"), "ports they open on the node's own address"),
            optional("images", texts("app:1"), "images they are made of"),
            optional("priority", new Shape.Count(), "higher goes first; 1"),
            optional("priorityClass", text("high"), "the name it was given by"),
            optional("preemptable", new Shape.Flag(), "whether they may be evicted; true"),
            optional("mayPreempt", new Shape.Flag(), "whether others may be evicted for them; true"),
            optional("revocableZone", text("*"), "where time-shared nodes may be used"),
            optional("gated", new Shape.Flag(), "whether something else holds them back")));

    /** Tasks of one role, and where they run already. */
    record Tasks(TaskTemplate template, int replicas, List<String> on) {}

    private BatchTasks() {}

    static Tasks read(String role, YamlValue value) {
        if (value.isText()) {
            TaskLine line = value.read(TaskLine::parse);
            TaskTemplate.Builder asked =
                    TaskTemplate.builder(role, line.request()).named(line.named());
            return new Tasks(asked.build(), line.count(), line.on());
        }
        BatchObjects.requireKnown(value, TASK, "part of a task");
        TaskTemplate.Builder builder = TaskTemplate.builder(role, BatchObjects.resources(value, "request"))
                .named(BatchObjects.named(value, "request"))
                .labels(labels(value, "labels"))
                .annotations(labels(value, "annotations"))
                .nodeSelector(labels(value, "nodeSelector"))
                .nodeAffinity(nodeAffinity(value))
                .podAffinity(podAffinity(value))
                .spread(value.get("spread")
                        .map(list -> list.itemsOrOne().stream()
                                .map(BatchTasks::spread)
                                .toList())
                        .orElse(List.of()))
                .tolerations(each(value, "tolerations", BatchNotation::toleration))
                .ports(each(value, "ports", BatchNotation::port))
                .images(value.get("images").map(YamlValue::texts).orElse(List.of()))
                .preemptable(value.get("preemptable").map(YamlValue::flag).orElse(true))
                .mayPreempt(value.get("mayPreempt").map(YamlValue::flag).orElse(true))
                .revocableZone(value.get("revocableZone").map(YamlValue::text).orElse(""))
                .gated(value.get("gated").map(YamlValue::flag).orElse(false));
        value.get("priority").ifPresent(priority -> builder.priority(priority.count()));
        value.get("priorityClass").ifPresent(name -> builder.priorityClass(name.text()));
        return new Tasks(
                builder.build(),
                value.get("replicas").map(YamlValue::count).orElse(1),
                BatchObjects.names(value, "on"));
    }

    private static NodeAffinity nodeAffinity(YamlValue value) {
        List<Selector> required = each(value, "nodeAffinity", SelectorNotation::selector);
        List<NodeAffinity.Preferred> preferred = value.get("preferredNodes")
                .map(map -> map.entries().stream()
                        .map(entry -> new NodeAffinity.Preferred(
                                entry.value().count(), entry.key().read(SelectorNotation::selector)))
                        .toList())
                .orElse(List.of());
        return new NodeAffinity(required, preferred);
    }

    private static PodAffinity podAffinity(YamlValue value) {
        Function<String, PodAffinity.Term> term = BatchNotation::term;
        return new PodAffinity(
                each(value, "podAffinity", term),
                each(value, "podAntiAffinity", term),
                preferred(value, "preferredPodAffinity"),
                preferred(value, "preferredPodAntiAffinity"));
    }

    private static List<PodAffinity.Preferred> preferred(YamlValue value, String field) {
        return value.get(field)
                .map(map -> map.entries().stream()
                        .map(entry -> new PodAffinity.Preferred(
                                entry.value().count(), entry.key().read(BatchNotation::term)))
                        .toList())
                .orElse(List.of());
    }

    private static SpreadConstraint spread(YamlValue value) {
        BatchObjects.requireKnown(value, SPREAD, "part of 'spread'");
        return new SpreadConstraint(
                value.get("maxSkew").map(YamlValue::count).orElse(1),
                value.get("topologyKey").orElseThrow().text(),
                value.get("whenUnsatisfiable")
                        .map(when -> when.oneOf(List.of("DoNotSchedule", "ScheduleAnyway"), "way to take it"))
                        .map("DoNotSchedule"::equals)
                        .orElse(true),
                value.get("selector").map(BatchObjects::selector).orElse(Selector.EVERYTHING));
    }
}
