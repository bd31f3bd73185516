package io.tender.testkit.scenario.yaml;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The metrics that the hierarchical allocator has, so that an expectation about another one is told as the slip it is. */
final class MetricNames {

    private static final String PREFIX = "allocator/mesos/";
    private static final String ROLE = "ROLE";
    private static final String RESOURCE = "RESOURCE";
    private static final String FRAMEWORK = "NAME.ID";

    private static final List<String> TIMINGS =
            List.of("", "/count", "/min", "/max", "/p50", "/p90", "/p95", "/p99", "/p999", "/p9999");

    /** For people; the timings also have a count, extremes and percentiles. */
    static final List<String> FORMS = List.of(
            "allocation_runs",
            "allocation_run_ms",
            "allocation_run_latency_ms",
            "event_queue_dispatches",
            "resources/RESOURCE/total",
            "resources/RESOURCE/offered_or_allocated",
            "offer_filters/roles/ROLE/active",
            "roles/ROLE/shares/dominant",
            "quota/roles/ROLE/resources/RESOURCE/guarantee",
            "quota/roles/ROLE/resources/RESOURCE/limit",
            "quota/roles/ROLE/resources/RESOURCE/offered_or_allocated",
            "quota/roles/ROLE/resources/RESOURCE/consumed",
            "master/frameworks/NAME.ID/roles/ROLE/suppressed",
            "allocator/event_queue_dispatches",
            "allocator/tender/refused_calls",
            "allocator/tender/serving_order/runs_followed",
            "allocator/tender/serving_order/runs_by_share");

    private static final List<Pattern> PATTERNS = all().map(MetricNames::full)
            .map(form -> Pattern.compile(form.replace(".", "\\.")
                    .replace("NAME\\.ID", "[^/]+\\.[^/]+")
                    .replace(RESOURCE, "[^/]+")
                    .replace(ROLE, "(?<role>.+)")))
            .toList();

    private MetricNames() {}

    private static Stream<String> all() {
        return FORMS.stream()
                .flatMap(form -> form.endsWith("_ms") ? TIMINGS.stream().map(part -> form + part) : Stream.of(form));
    }

    /** The whole name of one whose usual beginning may have been left out. */
    static String full(String name) {
        return name.startsWith("allocator/") || name.startsWith("master/") ? name : PREFIX + name;
    }

    static boolean isKnown(String name) {
        return PATTERNS.stream().anyMatch(pattern -> pattern.matcher(full(name)).matches());
    }

    /** The role it is about. */
    static Optional<String> roleIn(String name) {
        return PATTERNS.stream()
                .filter(pattern -> pattern.pattern().contains("<role>"))
                .map(pattern -> pattern.matcher(full(name)))
                .filter(Matcher::matches)
                .map(matcher -> matcher.group("role"))
                .findFirst();
    }

    /** All that may have been meant in a scenario with such roles and frameworks, with and without the usual beginning. */
    static List<String> candidates(Collection<String> roles, Collection<String> frameworks) {
        return all().flatMap(form -> filled(form, RESOURCE, List.of("cpus", "mem", "disk", "gpus")))
                .flatMap(form -> filled(form, ROLE, roles))
                .flatMap(form -> filled(form, FRAMEWORK, frameworks))
                .flatMap(name -> Stream.of(name, full(name)))
                .distinct()
                .toList();
    }

    private static Stream<String> filled(String form, String blank, Collection<String> words) {
        return form.contains(blank) ? words.stream().map(word -> form.replace(blank, word)) : Stream.of(form);
    }
}
