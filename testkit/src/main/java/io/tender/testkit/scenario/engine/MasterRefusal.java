package io.tender.testkit.scenario.engine;

import io.tender.core.operator.AdmissionProblem;
import io.tender.core.operator.QuotaProblem;
import java.util.List;
import java.util.stream.Collectors;

/** The master does not let something through to the allocator. */
final class MasterRefusal extends RuntimeException {

    private final String reason;

    private MasterRefusal(String reason, String message) {
        super(message);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }

    static void ifAny(List<AdmissionProblem> problems) {
        if (!problems.isEmpty()) {
            throw new MasterRefusal(
                    problems.getFirst().reason().name(),
                    problems.stream().map(AdmissionProblem::message).collect(Collectors.joining("\n")));
        }
    }

    static void ifAnyQuota(List<QuotaProblem> problems) {
        if (!problems.isEmpty()) {
            throw new MasterRefusal(
                    problems.getFirst().reason().name(),
                    problems.stream().map(QuotaProblem::message).collect(Collectors.joining("\n")));
        }
    }
}
