package io.tender.core.batch.life;

import io.tender.model.BrokenRule;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What to do when something happens.
 *
 * @param events any of these; none if it is about an exit code
 * @param exitCode tasks that fail with this code
 * @param timeout how long to wait before acting; the action is dropped if its cause is gone by then
 */
public record LifePolicy(
        SortedSet<LifeEvent> events, Optional<Integer> exitCode, LifeAction action, Optional<Duration> timeout) {
    public LifePolicy {
        events = Collections.unmodifiableSortedSet(new TreeSet<>(events));
        if (events.isEmpty() == exitCode.isEmpty()) {
            throw BrokenRule.of(
                    "A policy is about events or about an exit code.",
                    events.isEmpty() ? "neither" : "both",
                    "one of the two",
                    "write two policies, or leave one of them out");
        }
        if (exitCode.isPresent() && exitCode.get() == 0) {
            throw BrokenRule.of(
                    "Exit code 0 is a success, and no cause for a policy.",
                    "exitCode 0",
                    "a code other than 0",
                    "use the event TaskCompleted");
        }
        boolean possible = events.stream().allMatch(LifeEvent::inPolicies) && action.inPolicies();
        if (!possible || timeout.filter(time -> !time.isPositive()).isPresent()) {
            throw BrokenRule.of(
                    "A policy cannot be like this.",
                    events.stream().map(LifeEvent::word).toList() + " -> " + action.word()
                            + timeout.map(time -> " after " + time).orElse(""),
                    "events and an action that policies may name, and a timeout above zero",
                    "correct the policy");
        }
        if (events.contains(LifeEvent.POD_PENDING) && timeout.isEmpty()) {
            throw BrokenRule.of(
                    "Every task waits at first.",
                    "PodPending without a timeout",
                    "a timeout, such as 10m",
                    "say how long a task may wait");
        }
    }

    public static LifePolicy on(LifeEvent event, LifeAction action) {
        return new LifePolicy(new TreeSet<>(List.of(event)), Optional.empty(), action, Optional.empty());
    }

    public static LifePolicy onExitCode(int code, LifeAction action) {
        return new LifePolicy(new TreeSet<>(), Optional.of(code), action, Optional.empty());
    }

    public LifePolicy after(Duration time) {
        return new LifePolicy(events, exitCode, action, Optional.of(time));
    }

    boolean isAbout(LifeEvent event, Optional<Integer> code) {
        boolean any = events.contains(LifeEvent.ANY) && event != LifeEvent.POD_PENDING;
        return any || events.contains(event) || (exitCode.isPresent() && exitCode.equals(code));
    }
}
