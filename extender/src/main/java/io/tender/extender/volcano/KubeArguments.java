package io.tender.extender.volcano;

import io.tender.extender.kube.KubeMode;
import io.tender.spi.batch.Arguments;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The arguments that kube-scheduler's dialect has beyond those of the others, under the names of its settings. */
final class KubeArguments {
    static final String MANAGED = "extender.managedResources";

    /** What Kubernetes calls an extended resource. */
    private static final Pattern EXTENDED =
            Pattern.compile("[a-z0-9]([-a-z0-9.]{0,250}[a-z0-9])?/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

    private final Arguments arguments;

    KubeArguments(Arguments arguments) {
        this.arguments = arguments;
    }

    /** Its verbs, by what they are here. To be preempted and to be reclaimed are one thing to kube-scheduler. */
    static Map<Question, String> verbs() {
        Map<Question, String> verbs = new EnumMap<>(Question.class);
        verbs.put(Question.BATCH_PREDICATE, "filter");
        verbs.put(Question.PRIORITIZE, "prioritize");
        verbs.put(Question.PREEMPTABLE, "preempt");
        verbs.put(Question.RECLAIMABLE, "preempt");
        verbs.put(Question.BIND, "bind");
        return verbs;
    }

    static String label(Question question) {
        return verbs().getOrDefault(question, question.label());
    }

    boolean isTolerant() {
        String compat = arguments.text("extender.compat", "strict");
        if (!compat.equals("strict") && !compat.equals("kube")) {
            arguments.problem("extender.compat", "'" + compat + "'", "strict or kube");
        }
        return compat.equals("kube");
    }

    KubeSettings settings(boolean tolerant, Set<String> ignored) {
        boolean names = arguments.truth("extender.nodeCacheCapable", false);
        String scope = arguments.text("extender.filterScope", "list");
        if (!scope.equals("node") && !scope.equals("list")) {
            arguments.problem("extender.filterScope", "'" + scope + "'", "list or node");
        }
        return new KubeSettings(new KubeMode(names, tolerant), scope.equals("list"), ignored);
    }

    /** The resources it manages, and which of them the scheduler leaves to it. */
    record Managed(List<String> names, Set<String> ignored) {}

    /** Names, or objects such as {@code {name: example.com/foo, ignoredByScheduler: true}}. */
    Managed managed() {
        Object given = arguments.structure(MANAGED).orElse(List.of());
        if (!(given instanceof List<?> list)) {
            List<String> names = arguments.texts(MANAGED);
            names.forEach(this::checkName);
            return new Managed(names, Set.of());
        }
        List<String> names = new ArrayList<>();
        Set<String> ignored = new HashSet<>();
        for (Object item : list) {
            String name = nameOf(item);
            if (!name.isEmpty()) {
                checkName(name);
                if (names.contains(name)) {
                    arguments.problem(MANAGED, "'" + name + "' twice", "each resource once");
                }
                names.add(name);
                if (item instanceof Map<?, ?> map && Boolean.TRUE.equals(map.get("ignoredByScheduler"))) {
                    ignored.add(name);
                }
            }
        }
        return new Managed(names, ignored);
    }

    private String nameOf(Object item) {
        if (item instanceof String name) {
            return name;
        }
        if (item instanceof Map<?, ?> map && map.get("name") instanceof String name) {
            Set<String> others = new TreeSet<>();
            map.keySet().forEach(key -> others.add(String.valueOf(key)));
            others.removeAll(Set.of("name", "ignoredByScheduler"));
            if (others.isEmpty()
                    && (!map.containsKey("ignoredByScheduler") || map.get("ignoredByScheduler") instanceof Boolean)) {
                return name;
            }
        }
        arguments.problem(
                MANAGED, String.valueOf(item), "names, or objects with a name and ignoredByScheduler true or false");
        return "";
    }

    private void checkName(String name) {
        if (!EXTENDED.matcher(name).matches()) {
            arguments.problem(MANAGED, "'" + name + "'", "names of extended resources, such as example.com/foo");
        }
    }
}
