package io.tender.testkit.scenario.engine;

import io.tender.model.Quota;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.AllocatorExpectation.Roles.View;
import io.tender.testkit.scenario.step.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Holds the master's view of roles against what was expected of it. */
final class RoleChecks {

    private final Cluster cluster;

    RoleChecks(Cluster cluster) {
        this.cluster = cluster;
    }

    void check(SortedMap<Role, View> expected, Source step, Source cause) {
        List<String> wanted = new ArrayList<>();
        List<String> got = new ArrayList<>();
        expected.forEach((role, view) -> {
            Quota quota = cluster.books().quotas().getOrDefault(role, Quota.NONE);
            compare(role + " guarantee", view.guarantees(), quota.guarantees(), wanted, got);
            compare(role + " limit", view.limits(), quota.limits(), wanted, got);
            compare(role + " consumed", view.consumed(), OperatorCalls.consumed(cluster.books(), role), wanted, got);
            compare(role + " weight", view.weight(), cluster.books().weights().getOrDefault(role, 1.0), wanted, got);
        });
        if (!wanted.isEmpty()) {
            throw Stage.failed(
                    step, cause, "the view of roles is different", String.join("\n", wanted), String.join("\n", got));
        }
    }

    private static <T> void compare(
            String what, Optional<T> expected, T actual, List<String> wanted, List<String> got) {
        if (expected.isPresent() && !expected.get().equals(actual)) {
            wanted.add(what + ": " + expected.get());
            got.add(what + ": " + actual);
        }
    }
}
