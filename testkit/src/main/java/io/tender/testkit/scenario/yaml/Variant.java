package io.tender.testkit.scenario.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One of several ways to run a scenario: its name, and what its variables stand for. */
record Variant(String name, Map<String, String> variables) {
    private static final int MOST = 1_000;

    /** All that are written: a map of them, or several maps, of which each goes with each of the others. */
    static List<Variant> all(YamlValue written) {
        List<Variant> all = List.of(new Variant("", Map.of()));
        for (YamlValue map : written.isList() ? written.items() : List.of(written)) {
            all = each(all, of(map), map);
        }
        if (all.getFirst().name.isEmpty()) {
            throw written.expected("at least one variant", "none");
        }
        return all;
    }

    private static List<Variant> each(List<Variant> before, List<Variant> next, YamlValue written) {
        if ((long) before.size() * next.size() > MOST) {
            throw written.expected("at most " + MOST + " variants", (long) before.size() * next.size() + " of them");
        }
        List<Variant> both = new ArrayList<>();
        for (Variant one : before) {
            for (Variant other : next) {
                Map<String, String> variables = new LinkedHashMap<>(one.variables);
                other.variables.forEach((name, value) -> {
                    if (variables.put(name, value) != null) {
                        throw written.problem(
                                "'" + name + "' is set by two lists of variants", "'" + name + "' twice", "it once");
                    }
                });
                both.add(new Variant(one.name.isEmpty() ? other.name : one.name + ", " + other.name, variables));
            }
        }
        return both;
    }

    private static List<Variant> of(YamlValue map) {
        List<Variant> variants = new ArrayList<>();
        Optional<Set<String>> first = Optional.empty();
        for (YamlValue.Entry variant : map.entries()) {
            Map<String, String> variables = new LinkedHashMap<>();
            variant.value()
                    .entries()
                    .forEach(entry -> variables.put(entry.name(), entry.value().text()));
            Set<String> names = new TreeSet<>(variables.keySet());
            if (first.isPresent() && !first.get().equals(names)) {
                throw variant.key()
                        .problem(
                                "variants must set the same variables",
                                names.toString(),
                                first.get().toString());
            }
            first = Optional.of(names);
            variants.add(new Variant(variant.name(), variables));
        }
        if (variants.isEmpty()) {
            throw map.expected("at least one variant", "none");
        }
        return variants;
    }
}
