package io.tender.core.batch.plugin;

import io.tender.model.batch.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which roles of a job go together and which apart, from its annotations, such as {@code ps,worker;evaluator}. */
final class RoleAffinity {
    private static final String PREFIX = "volcano.sh/task-topology-";

    private final Set<List<String>> together = new HashSet<>();
    private final Set<List<String>> apart = new HashSet<>();
    private final Set<String> roles = new HashSet<>();
    private final Map<String, Integer> order = new HashMap<>();

    private RoleAffinity(Job job) {
        read(job, "affinity", together);
        read(job, "anti-affinity", apart);
        List<String> names = words(job, "task-order", ",");
        for (int i = 0; i < names.size(); i++) {
            order.put(names.get(i), names.size() - i);
        }
    }

    /** Empty if the job says nothing of the kind. */
    static Optional<RoleAffinity> of(Job job) {
        boolean asks = job.annotations().containsKey(PREFIX + "affinity")
                || job.annotations().containsKey(PREFIX + "anti-affinity");
        return asks
                ? Optional.of(new RoleAffinity(job)).filter(affinity -> !affinity.roles.isEmpty())
                : Optional.empty();
    }

    private void read(Job job, String kind, Set<List<String>> pairs) {
        for (String group : words(job, kind, ";")) {
            List<String> names = split(group, ",");
            roles.addAll(names);
            if (names.size() == 1) {
                pairs.add(List.of(names.getFirst(), names.getFirst()));
            }
            for (String one : names) {
                for (String other : names) {
                    if (!one.equals(other)) {
                        pairs.add(List.of(one, other));
                    }
                }
            }
        }
    }

    private static List<String> words(Job job, String kind, String separator) {
        return split(job.annotations().getOrDefault(PREFIX + kind, ""), separator);
    }

    private static List<String> split(String text, String separator) {
        List<String> words = new ArrayList<>();
        for (String word : text.split(separator, -1)) {
            if (!word.isBlank()) {
                words.add(word.trim());
            }
        }
        return words;
    }

    boolean names(String role) {
        return roles.contains(role);
    }

    /** Roles named first in the order are higher; those not named are zero. */
    int rank(String role) {
        return order.getOrDefault(role, 0);
    }

    /** How well a task of this role goes with so many others of each role. */
    int score(String role, Map<String, Integer> others, boolean onlyApart) {
        int score = 0;
        for (Map.Entry<String, Integer> other : others.entrySet()) {
            List<String> pair = List.of(role, other.getKey());
            if (!onlyApart && together.contains(pair)) {
                score += other.getValue();
            }
            if (apart.contains(pair)) {
                score -= other.getValue();
            }
        }
        return score;
    }
}
