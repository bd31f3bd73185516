package io.tender.core.allocator;

import io.tender.model.FrameworkId;
import io.tender.model.Role;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The last metrics of frameworks that are gone, as many as an operator wants to keep. */
final class CompletedFrameworks {

    private final int most;
    private final LinkedHashMap<FrameworkId, Map<String, Double>> kept = new LinkedHashMap<>();

    CompletedFrameworks(int most) {
        this.most = most;
    }

    void add(FrameworkRecord framework) {
        Map<String, Double> last = new TreeMap<>();
        for (Role role : framework.info.roles()) {
            last.put(MetricsSnapshot.suppressedKey(framework, role), framework.suppressed.contains(role) ? 1.0 : 0.0);
        }
        kept.remove(framework.id);
        kept.put(framework.id, last);
        while (kept.size() > most) {
            kept.pollFirstEntry();
        }
    }

    /** A framework that came back speaks for itself. */
    void remove(FrameworkId framework) {
        kept.remove(framework);
    }

    Map<String, Double> metrics() {
        Map<String, Double> all = new TreeMap<>();
        kept.values().forEach(all::putAll);
        return all;
    }
}
