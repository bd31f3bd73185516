package io.tender.daemon.work;

import io.tender.model.batch.NodeAffinity;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.Requirement;
import io.tender.model.batch.Selector;
import io.tender.model.batch.SpreadConstraint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads where tasks want to be, in Kubernetes's words. */
final class AffinityReader {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private static final Map<String, Requirement.Operator> OPERATORS = new TreeMap<>(Map.of(
            "In", Requirement.Operator.IN,
            "NotIn", Requirement.Operator.NOT_IN,
            "Exists", Requirement.Operator.EXISTS,
            "DoesNotExist", Requirement.Operator.DOES_NOT_EXIST,
            "Gt", Requirement.Operator.GT,
            "Lt", Requirement.Operator.LT));

    private static final Map<String, Boolean> WHEN_UNSATISFIABLE =
            new TreeMap<>(Map.of("DoNotSchedule", true, "ScheduleAnyway", false));

    private AffinityReader() {}

    static NodeAffinity ofNodes(Optional<Fields> affinity) {
        Optional<Fields> nodes = affinity.flatMap(fields -> fields.within("nodeAffinity", "A node affinity"));
        if (nodes.isEmpty()) {
            return NodeAffinity.ANY;
        }
        List<Selector> required = new ArrayList<>();
        nodes.get().within(REQUIRED, "A node selector").ifPresent(fields -> {
            required.addAll(fields.each("nodeSelectorTerms", "A term", AffinityReader::nodeTerm));
            fields.done();
        });
        List<NodeAffinity.Preferred> preferred = nodes.get().each(PREFERRED, "A preference", fields -> {
            int weight = fields.number("weight", 1, 1, 100);
            Optional<Selector> selector = fields.within("preference", "A term").flatMap(AffinityReader::nodeTerm);
            fields.done();
            return selector.map(some -> new NodeAffinity.Preferred(weight, some));
        });
        nodes.get().done();
        return new NodeAffinity(required, preferred);
    }

    private static Optional<Selector> nodeTerm(Fields fields) {
        List<Requirement> requirements = fields.each("matchExpressions", "An expression", AffinityReader::requirement);
        fields.refuse("agents have labels, not fields", "matchFields");
        fields.done();
        return Optional.of(new Selector(requirements));
    }

    private static Optional<Requirement> requirement(Fields fields) {
        fields.required("key", "the name of a label");
        fields.required("operator", "one of " + String.join(", ", OPERATORS.keySet()));
        Optional<String> key = fields.text("key");
        Optional<Requirement.Operator> operator = fields.oneOf("operator", OPERATORS);
        List<String> values = fields.texts("values");
        fields.done();
        return key.flatMap(name -> operator.flatMap(how -> fields.make(() -> new Requirement(name, how, values))));
    }

    static PodAffinity ofTasks(Optional<Fields> affinity) {
        if (affinity.isEmpty()) {
            return PodAffinity.NONE;
        }
        Optional<Fields> near = affinity.get().within("podAffinity", "A pod affinity");
        Optional<Fields> far = affinity.get().within("podAntiAffinity", "A pod anti-affinity");
        PodAffinity read = new PodAffinity(required(near), required(far), preferred(near), preferred(far));
        near.ifPresent(Fields::done);
        far.ifPresent(Fields::done);
        return read;
    }

    private static List<PodAffinity.Term> required(Optional<Fields> of) {
        return of.map(fields -> fields.each(REQUIRED, "A term", AffinityReader::taskTerm))
                .orElse(List.of());
    }

    private static List<PodAffinity.Preferred> preferred(Optional<Fields> of) {
        return of.map(some -> some.each(PREFERRED, "A preference", fields -> {
                    int weight = fields.number("weight", 1, 1, 100);
                    Optional<PodAffinity.Term> term =
                            fields.within("podAffinityTerm", "A term").flatMap(AffinityReader::taskTerm);
                    fields.done();
                    return term.map(one -> new PodAffinity.Preferred(weight, one));
                }))
                .orElse(List.of());
    }

    private static Optional<PodAffinity.Term> taskTerm(Fields fields) {
        fields.required("topologyKey", "the label that makes agents neighbours, such as rack");
        Selector selector = selectorOfTasks(fields);
        String key = fields.text("topologyKey", "");
        List<String> namespaces = fields.texts("namespaces");
        fields.refuse("namespaces have no labels", "namespaceSelector");
        fields.done();
        return Optional.of(new PodAffinity.Term(selector, key, namespaces));
    }

    /** As in Kubernetes: {@code labelSelector: {}} means every task, and none that is there means none. */
    private static Selector selectorOfTasks(Fields of) {
        return of.get("labelSelector").isPresent() ? selector(of, "labelSelector") : Selector.NOTHING;
    }

    static Selector selector(Fields of, String name) {
        Optional<Fields> within = of.within(name, "A label selector");
        if (within.isEmpty()) {
            return Selector.EVERYTHING;
        }
        Fields fields = within.get();
        List<Requirement> requirements =
                new ArrayList<>(Selector.labels(fields.labels("matchLabels")).requirements());
        requirements.addAll(fields.each("matchExpressions", "An expression", AffinityReader::requirement));
        fields.done();
        return new Selector(requirements);
    }

    static List<SpreadConstraint> spread(Fields pod) {
        return pod.each("topologySpreadConstraints", "A spread constraint", fields -> {
            int skew = fields.number("maxSkew", 1, 1, 1_000_000);
            fields.required("topologyKey", "the label whose values are the domains");
            String key = fields.text("topologyKey", "");
            boolean hard = fields.oneOf("whenUnsatisfiable", WHEN_UNSATISFIABLE).orElse(true);
            Selector selector = selectorOfTasks(fields);
            fields.ignore(
                    "every agent with the label counts",
                    "minDomains",
                    "nodeAffinityPolicy",
                    "nodeTaintsPolicy",
                    "matchLabelKeys");
            fields.done();
            return fields.make(() -> new SpreadConstraint(skew, key, hard, selector));
        });
    }
}
