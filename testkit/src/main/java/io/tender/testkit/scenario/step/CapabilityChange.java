package io.tender.testkit.scenario.step;

import java.util.EnumSet;
import java.util.Set;

/** Capabilities said by their difference: some are taken away, then some are added. */
public record CapabilityChange<E extends Enum<E>>(Class<E> type, Set<E> without, Set<E> with) {

    public Set<E> applyTo(Set<E> before) {
        EnumSet<E> after = EnumSet.noneOf(type);
        after.addAll(before);
        after.removeAll(without);
        after.addAll(with);
        return after;
    }
}
