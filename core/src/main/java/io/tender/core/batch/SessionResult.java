package io.tender.core.batch;

import java.util.List;

/**
 * What came of a session.
 *
 * @param decisions in the order in which they were taken
 * @param explanations why what waits is waiting
 * @param faults plugins that threw
 */
public record SessionResult(Cycle cycle, List<Decision> decisions, Explanations explanations, List<Fault> faults) {
    public SessionResult {
        decisions = List.copyOf(decisions);
        faults = List.copyOf(faults);
    }

    public List<Decision.Bind> binds() {
        return decisions.stream()
                .filter(Decision.Bind.class::isInstance)
                .map(Decision.Bind.class::cast)
                .toList();
    }

    public List<Decision.Evict> evictions() {
        return decisions.stream()
                .filter(Decision.Evict.class::isInstance)
                .map(Decision.Evict.class::cast)
                .toList();
    }
}
