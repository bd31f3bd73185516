package io.tender.testkit.batch;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
    private final Optional<Bookkeeper> bookkeeper;

    RandomConf(Random random, Unreliable extender, Optional<Bookkeeper> bookkeeper) {
        this.random = random;
        boolean gangs = random.nextInt(3) == 0;
        String evicting = gangs ? "gangpreempt, gangreclaim" : "preempt, reclaim";
        this.actions = (random.nextBoolean()
                        ? "enqueue, allocate, backfill, " + evicting
                        : "enqueue, allocate, " + evicting + ", backfill")
                + (random.nextInt(4) == 0 ? ", shuffle" : "");
        this.shares = random.nextBoolean() ? "proportion" : "capacity";
        this.extender = extender;
        this.bookkeeper = bookkeeper;
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
        String told = bookkeeper.map(Bookkeeper::conf).orElse("");
        return conf + more + (extender.isThere() ? extenders() : "") + told;
    }

    private String extenders() {
        StringBuilder parts = new StringBuilder();
        for (Unreliable.Kind kind : Unreliable.Kind.values()) {
            // Who says nothing of nodes it is asked about must be passed over, or nothing could ever run.
            boolean ignorable = random.nextBoolean() || kind == Unreliable.Kind.RANKS;
            parts.append("""
                      - name: extender
                        as: %s
                        arguments:
                          extender.urlPrefix: %s
                          extender.httpTimeout: %dms
                          extender.sessionBudget: %dms
                          extender.retries: 0
                          extender.ignorable: %s
                    """.formatted(
                            kind.name().toLowerCase(Locale.ROOT),
                            extender.url(kind),
                            extender.timeoutMillis(),
                            3 * extender.timeoutMillis(),
                            ignorable));
            kind.verbs().forEach(verb -> parts.append("      extender.%sVerb: %s\n".formatted(verb, verb)));
        }
        return parts.toString();
    }

    @Override
    public String toString() {
        return actions + " with " + shares + (extender.isThere() ? " and extenders" : "")
                + (bookkeeper.isPresent() ? " and a bookkeeper" : "");
    }
}
