package io.tender.testkit.batch;

import java.util.List;
import java.util.Random;

/** Settings of sessions: good ones that differ from seed to seed, and bad ones. */
final class RandomConf {
    private static final List<String> BAD = List.of(
            "actions: \"enqueue, alocate\"\ntiers:\n- plugins:\n  - name: gang\n",
            "actions: \"enqueue, allocate\"\ntiers:\n- plugins:\n  - name: gangs\n",
            "actions: \"allocate\"\ntiers:\n- plugins:\n  - name: binpack\n    arguments:\n      binpack.cpu: many\n",
            "actions: [");

    private final Random random;
    private final String actions;
    private final String shares;
    private final Unreliable extender;

    RandomConf(Random random, Unreliable extender) {
        this.random = random;
        boolean gangs = random.nextInt(3) == 0;
        String evicting = gangs ? "gangpreempt, gangreclaim" : "preempt, reclaim";
        this.actions = (random.nextBoolean()
                        ? "enqueue, allocate, backfill, " + evicting
                        : "enqueue, allocate, " + evicting + ", backfill")
                + (random.nextInt(4) == 0 ? ", shuffle" : "");
        this.shares = random.nextBoolean() ? "proportion" : "capacity";
        this.extender = extender;
    }

    String bad() {
        return BAD.get(random.nextInt(BAD.size()));
    }

    /** The same every time, but for what can differ without changing what is promised. */
    String good() {
        String conf = """
                actions: "%s"
                tiers:
                - plugins:
                  - name: priority
                  - name: gang
                  - name: conformance
                - plugins:
                  - name: overcommit
                  - name: drf
                  - name: predicates
                  - name: %s
                  - name: nodeorder
                """.formatted(actions, shares);
        String more = random.nextBoolean() ? "  - name: binpack\n" : "";
        return conf + more + (extender.url().isEmpty() ? "" : extenderPart(random.nextBoolean()));
    }

    private String extenderPart(boolean ignorable) {
        return """
                  - name: extender
                    arguments:
                      extender.urlPrefix: %s
                      extender.httpTimeout: %dms
                      extender.sessionBudget: %dms
                      extender.onSessionOpenVerb: open
                      extender.predicateVerb: predicate
                      extender.allocateFuncVerb: allocate
                      extender.retries: 0
                      extender.ignorable: %s
                """.formatted(extender.url(), extender.timeoutMillis(), 3 * extender.timeoutMillis(), ignorable);
    }

    @Override
    public String toString() {
        return actions + " with " + shares + (extender.url().isEmpty() ? "" : " and an extender");
    }
}
