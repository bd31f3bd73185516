package io.tender.testkit.scenario.yaml;

import io.tender.core.operator.AdmissionProblem;
import io.tender.core.operator.QuotaProblem;
import io.tender.spi.AllocatorRefusal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** The reasons for which a call can be refused, by the allocator or by the master before it. */
final class Refusals {

    static final List<String> ALL = all();

    private Refusals() {}

    private static List<String> all() {
        LinkedHashSet<String> names = new LinkedHashSet<>(Values.names(AllocatorRefusal.Reason.class));
        names.addAll(Values.names(AdmissionProblem.Reason.class));
        names.addAll(Values.names(QuotaProblem.Reason.class));
        return List.copyOf(new ArrayList<>(names));
    }
}
