package io.tender.benchmarks.batch;

import java.util.Map;
import java.util.TreeMap;

/** What an extender is asked, and what it lets us spare. */
enum ExtenderKind {
    /** As settings are that say nothing but where it is and what it answers. */
    UNDECLARED("batchPredicate + prioritize, nothing declared"),
    PREDICATE("predicate alone"),
    TWO_VERBS("batchPredicate + prioritize"),
    ONE_CALL("the same, scores with the verdicts"),
    AHEAD("the same, asked ahead"),
    MACHINE("answers by what a node is");

    private final String words;

    ExtenderKind(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** Whether it is asked less than once for each task. */
    boolean isQuick() {
        return this == AHEAD || this == MACHINE;
    }

    Map<String, Object> argumentsFor(String url) {
        Map<String, Object> arguments = new TreeMap<>();
        arguments.put("extender.urlPrefix", url);
        arguments.put("extender.httpTimeout", "30s");
        if (this != UNDECLARED) {
            // It looks at no job, and at nothing but the node in question.
            arguments.put("extender.equalTasks", "template");
            arguments.put("extender.prioritizeScope", "node");
        }
        if (this == PREDICATE) {
            arguments.put("extender.predicateVerb", "predicate");
            return arguments;
        }
        arguments.put("extender.batchPredicateVerb", this == TWO_VERBS || this == UNDECLARED ? "batch" : "scored");
        arguments.put("extender.prioritizeVerb", "prioritize");
        if (this == AHEAD) {
            arguments.put("extender.askAhead", 31);
        } else if (this == MACHINE) {
            arguments.put("extender.looksAt", "node");
        }
        return arguments;
    }
}
