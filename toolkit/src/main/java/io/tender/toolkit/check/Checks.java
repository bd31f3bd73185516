package io.tender.toolkit.check;

import java.util.ArrayList;
import java.util.List;

/** All checks there are. */
public final class Checks {
    private Checks() {}

    /** Those of a dialect, in the order in which they are tried. */
    public static List<Check> of(Dialect dialect) {
        List<Check> checks = new ArrayList<>();
        checks.addAll(TransportChecks.first());
        checks.addAll(TlsChecks.all());
        checks.addAll(TransportChecks.all());
        switch (dialect) {
            case KUBE -> {
                checks.addAll(KubeFilterChecks.all());
                checks.addAll(KubeScoreChecks.all());
                checks.addAll(KubePreemptChecks.all());
                checks.addAll(KubeBindChecks.all());
            }
            case AURORA -> checks.addAll(AuroraChecks.all());
            case SORTER -> checks.addAll(SorterChecks.all());
            case VOLCANO, TENDER -> {
                checks.addAll(PredicateChecks.all());
                checks.addAll(BatchPredicateChecks.all());
                checks.addAll(BatchScoreChecks.all(dialect));
                checks.addAll(VictimChecks.all(dialect));
                checks.addAll(JobChecks.all());
                checks.addAll(EventChecks.all(dialect));
            }
        }
        checks.addAll(HardshipChecks.all());
        checks.addAll(LoadChecks.all());
        return List.copyOf(checks);
    }

    /**
     * Those that are meant by ids such as {@code F4}, and the gates that all of them need.
     *
     * @throws IllegalArgumentException if an id means none
     */
    public static List<Check> of(Dialect dialect, List<String> wanted) {
        List<Check> all = of(dialect);
        if (wanted.isEmpty()) {
            return all;
        }
        for (String id : wanted) {
            if (all.stream().noneMatch(check -> check.id().isMeantBy(id))) {
                throw new IllegalArgumentException("The dialect " + dialect.label() + " has no check '" + id + "'");
            }
        }
        return all.stream()
                .filter(check -> check.gate()
                        || wanted.stream().anyMatch(id -> check.id().isMeantBy(id)))
                .toList();
    }
}
