package io.tender.cli.demo;

import io.tender.runtime.batch.SchedulerConf;
import java.time.Duration;
import java.util.List;

/** The actions and plugins of a demo's batch sessions, as in a {@code volcano-scheduler.conf}. */
public final class SessionSettings {
    /** What the example extender answers. */
    public static final List<String> USUAL_VERBS =
            List.of("batchPredicate", "prioritize", "allocateFunc", "deallocateFunc", "commit", "abort");

    /** What the one that looks on is called. */
    static final String SHADOW = "together";

    private SessionSettings() {}

    /** With nobody else asked. */
    public static String alone() {
        return SchedulerConf.USUAL + "  - name: binpack\n";
    }

    /** @param patience how long an answer may take before things go on as if the extender had not been asked */
    public static String extended(String url, List<String> verbs, Duration patience) {
        StringBuilder text = new StringBuilder(alone()).append("""
                  - name: extender
                    arguments:
                      extender.urlPrefix: "%s"
                      extender.httpTimeout: %dms
                      extender.ignorable: true
                      extender.retries: 1
                      extender.breaker.minCalls: 3
                """.formatted(url, patience.toMillis()));
        verbs.forEach(verb -> text.append("      extender.%1$sVerb: %1$s%n".formatted(verb)));
        return text.toString();
    }

    /** One more that is asked the same as the extender and never obeyed; to be put behind the others. */
    static String shadow(String url, Duration patience) {
        StringBuilder text = new StringBuilder("""
                  - name: extender
                    as: %s
                    arguments:
                      extender.mode: shadow
                      extender.shadowOf: extender
                      extender.urlPrefix: "%s"
                      extender.httpTimeout: %dms
                """.formatted(SHADOW, url, patience.toMillis()));
        USUAL_VERBS.forEach(verb -> text.append("      extender.%1$sVerb: %1$s%n".formatted(verb)));
        return text.toString();
    }
}
