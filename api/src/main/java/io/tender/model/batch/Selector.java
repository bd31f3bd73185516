package io.tender.model.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Requirements on labels that must all be met; without any it matches everything. */
public record Selector(List<Requirement> requirements) {
    public static final Selector EVERYTHING = new Selector(List.of());

    /** What Kubernetes takes a selector for that is not there: one that matches nothing. */
    public static final Selector NOTHING = new Selector(List.of(
            new Requirement("any", Requirement.Operator.EXISTS, List.of()),
            new Requirement("any", Requirement.Operator.DOES_NOT_EXIST, List.of())));

    public Selector {
        requirements = List.copyOf(requirements);
    }

    /** Labels that must have exactly these values. */
    public static Selector labels(Map<String, String> labels) {
        List<Requirement> requirements = new ArrayList<>();
        new TreeMap<>(labels)
                .forEach((key, value) ->
                        requirements.add(new Requirement(key, Requirement.Operator.IN, List.of(value))));
        return new Selector(requirements);
    }

    public boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }
}
