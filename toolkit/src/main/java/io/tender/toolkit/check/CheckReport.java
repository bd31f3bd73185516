package io.tender.toolkit.check;

import java.time.Duration;
import java.util.List;

/**
 * What became of all checks.
 *
 * @param service its address, without a query
 * @param verbs each verb of the dialect, and whether it was asked
 */
public record CheckReport(
        String service, Dialect dialect, List<VerbState> verbs, List<CheckResult> results, Duration took) {
    public CheckReport {
        verbs = List.copyOf(verbs);
        results = List.copyOf(results);
    }

    public long count(String label) {
        return results.stream().filter(result -> result.label().equals(label)).count();
    }

    /** Whether nothing failed, and there was time to find out. */
    public boolean allPassed() {
        return results.stream().noneMatch(result -> result.failed() || result.untried());
    }

    /** Without those behind a gate that failed, of which nothing could be asked. */
    public List<CheckResult> reached() {
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).check().gate() && results.get(i).failed()) {
                return results.subList(0, i + 1);
            }
        }
        return results;
    }
}
