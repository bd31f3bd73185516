package io.tender.extender.compare;

import io.tender.spi.batch.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What an answer decides, free of the form it came in. */
public sealed interface Decision {

    /** In a few words, for where decisions of different kinds meet. */
    String words();

    /** Which nodes fit: {@code predicate}, {@code batchPredicate}, {@code filter}. */
    record Verdicts(SortedMap<String, Finding> nodes) implements Decision {
        public Verdicts {
            nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
        }

        @Override
        public String words() {
            long fitting = nodes.values().stream()
                    .filter(finding -> finding.verdict().isFit())
                    .count();
            return fitting + " of " + nodes.size() + " nodes fit";
        }
    }

    /**
     * What is said of one node.
     *
     * @param score if it came with the verdict
     * @param ahead what would hold with one, two, … more such tasks
     */
    record Finding(Verdict verdict, OptionalDouble score, List<Finding> ahead) {
        public Finding {
            ahead = List.copyOf(ahead);
        }

        public static Finding of(Verdict verdict) {
            return new Finding(verdict, OptionalDouble.empty(), List.of());
        }
    }

    /** How good each node is: {@code prioritize}. */
    record Scores(SortedMap<String, Double> nodes) implements Decision {
        public Scores {
            nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
        }

        /**
         * Those with the highest score, in order of their names; none if there are no scores.
         *
         * @param tolerance up to which a lower score counts as the highest
         */
        public List<String> best(double tolerance) {
            double most = nodes.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(Double.NaN);
            return nodes.entrySet().stream()
                    .filter(entry -> entry.getValue() >= most - tolerance)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        @Override
        public String words() {
            return "scores for " + nodes.size() + " nodes";
        }
    }

    /** Who comes first; whoever is left out is not considered. */
    record Order(List<String> names) implements Decision {
        public Order {
            names = List.copyOf(names);
            if (Set.copyOf(names).size() != names.size()) {
                throw new IllegalArgumentException(
                        "An order names each thing once: got " + names + ", expected no name twice");
            }
        }

        @Override
        public String words() {
            return "an order of " + names.size();
        }
    }

    /**
     * Who is evicted, by node; where the question is about one node only, that node's name is empty.
     *
     * @param nodes tasks by node; a node without tasks may not be freed
     * @param violations of disruption budgets that this would mean, by node; none where nothing is said of a node
     */
    record Victims(SortedMap<String, SortedSet<String>> nodes, SortedMap<String, Long> violations) implements Decision {
        /** Where budgets are not spoken of. */
        public Victims(SortedMap<String, SortedSet<String>> nodes) {
            this(nodes, Collections.emptySortedMap());
        }

        public Victims {
            violations = Collections.unmodifiableSortedMap(new TreeMap<>(violations));
            SortedMap<String, SortedSet<String>> copy = new TreeMap<>();
            nodes.forEach((node, tasks) -> copy.put(node, Collections.unmodifiableSortedSet(new TreeSet<>(tasks))));
            nodes = Collections.unmodifiableSortedMap(copy);
        }

        @Override
        public String words() {
            int tasks = nodes.values().stream().mapToInt(Set::size).sum();
            return tasks == 0 ? "no victims" : tasks + (tasks == 1 ? " victim" : " victims");
        }
    }

    /**
     * A short answer: {@code ready}, {@code rejects}, {@code done}.
     *
     * @param reason why, or nothing
     */
    record Said(String what, String reason) implements Decision {
        @Override
        public String words() {
            return what;
        }
    }

    /**
     * None: the call failed, or the answer cannot be understood.
     *
     * @param label as in docs/delegation.md
     */
    record Failed(String label, String message) implements Decision {
        private static final Set<String> WANTING = Set.of("malformed", "error_answer");
        private static final int MOST_WORDS = 200;

        @Override
        public String words() {
            return "failed: " + label;
        }

        /** The same, with what was wrong where the label leaves it open. */
        String wholeWords() {
            String line = message.strip().replaceAll("\\s+", " ");
            if (line.isEmpty() || !WANTING.contains(label)) {
                return words();
            }
            int end = line.offsetByCodePoints(0, Math.min(MOST_WORDS, line.codePointCount(0, line.length())));
            return words() + " (" + line.substring(0, end) + (end < line.length() ? "…" : "") + ")";
        }
    }
}
