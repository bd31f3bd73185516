package io.tender.toolkit.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Tries checks against a service, one after the other. */
public final class Checker {
    private static final long MOST_TOKEN_BYTES = 16 << 10;

    private final CheckPlan plan;
    private final Effort effort;

    public Checker(CheckPlan plan) {
        this(plan, Effort.FULL);
    }

    /** Tries the same and asks less of it: smaller questions, fewer of them, fewer at once. */
    public static Checker quick(CheckPlan plan) {
        return new Checker(plan, Effort.QUICK);
    }

    Checker(CheckPlan plan, Effort effort) {
        this.plan = plan;
        this.effort = effort;
    }

    /** Told after each check. */
    @FunctionalInterface
    public interface Progress {
        void done(CheckResult result);
    }

    /**
     * Tries them all. Takes no longer than the plan's deadline and one timeout.
     *
     * @throws IllegalArgumentException if a file that the plan names cannot be used
     */
    public CheckReport run(List<Check> checks, Progress progress) {
        long start = System.nanoTime();
        Address address = Address.of(plan.address());
        List<CheckResult> results = new ArrayList<>();
        try (Patience patience = new Patience(plan.timeout(), plan.deadline());
                Service service = new Service(plan, effort, new Wire(address, plan.tls(), patience), token())) {
            Optional<Check> closed = Optional.empty();
            boolean verbsKnown = false;
            Blame blame = new Blame(service, checks.stream().map(Check::id).collect(Collectors.toUnmodifiableSet()));
            Map<Integer, Passed> passedOn = new TreeMap<>();
            for (Check check : checks) {
                if (!verbsKnown && !check.gate() && closed.isEmpty()) {
                    service.serves(ServedVerbs.find(service));
                    verbsKnown = true;
                }
                CheckResult result = closed.map(gate -> unknown(check, gate))
                        .orElseGet(() -> result(check, service, blame, passed -> passedOn.put(results.size(), passed)));
                if (check.gate() && result.failed()) {
                    closed = Optional.of(check);
                }
                results.add(result);
                progress.done(result);
            }
            askAfterAll(results, passedOn, service, blame);
            passedOn.forEach((place, passed) -> {
                if (results.stream()
                        .noneMatch(
                                result -> result.failed() && result.check().id().equals(passed.to()))) {
                    // Who was meant for it did not meet it.
                    results.set(place, passed.own());
                }
            });
            return new CheckReport(address.toString(), plan.dialect(), service.verbs(), results, since(start));
        }
    }

    /** Who was spared questions since it was late may only have been so for a while, and have answered the patient ones. */
    private static void askAfterAll(
            List<CheckResult> results, Map<Integer, Passed> passedOn, Service service, Blame blame) {
        new TreeMap<>(passedOn).forEach((place, spared) -> {
            if (spared.own().untried() && !service.wire().patience().isOver()) {
                passedOn.remove(place);
                Check check = spared.own().check();
                results.set(place, result(check, service, blame, passed -> passedOn.put(place, passed)));
            }
        });
    }

    private static CheckResult unknown(Check check, Check gate) {
        return new CheckResult(
                check,
                new Verdict.Skipped("nothing could be asked: " + gate.id() + " failed (" + gate.name() + ")"),
                Duration.ZERO);
    }

    /**
     * What another check is meant for: a failure, or a question that was not even asked for it.
     *
     * @param own what it would be without the other one
     */
    private record Passed(CheckId to, CheckResult own) {}

    private static CheckResult result(Check check, Service service, Blame blame, Consumer<Passed> passedOn) {
        long start = System.nanoTime();
        service.waits(blame.waits(check));
        Verdict verdict;
        if (service.wire().patience().isOver()) {
            verdict = Ended.outOfTime().verdict();
        } else {
            try {
                verdict = new Verdict.Passed(check.trial().run(service));
            } catch (Ended ended) {
                verdict = ended.verdict();
                Optional<CheckId> other = blame.other(check, ended);
                Optional<String> met = met(verdict);
                if (other.isPresent() && met.isPresent()) {
                    passedOn.accept(new Passed(other.get(), new CheckResult(check, verdict, since(start))));
                    verdict = new Verdict.Skipped("it cannot be told, see " + other.get() + ": " + met.get());
                }
            }
        }
        return new CheckResult(check, verdict, since(start));
    }

    private static Optional<String> met(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Failed failed -> Optional.of(failed.evidence().got());
            case Verdict.Untried untried -> Optional.of(untried.reason());
            case Verdict.Passed ignored -> Optional.empty();
            case Verdict.Warned ignored -> Optional.empty();
            case Verdict.Skipped ignored -> Optional.empty();
        };
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private String token() {
        if (plan.tokenFile().isEmpty()) {
            return "";
        }
        Path file = plan.tokenFile().get();
        try {
            String token = Files.size(file) > MOST_TOKEN_BYTES
                    ? ""
                    : Files.readString(file).strip();
            if (!token.matches("[\\x21-\\x7e]+")) {
                throw new IllegalArgumentException("'" + file + "' holds no token: expected one of printable ASCII");
            }
            return token;
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("The token in '" + file + "' cannot be read: " + unreadable, unreadable);
        }
    }
}
