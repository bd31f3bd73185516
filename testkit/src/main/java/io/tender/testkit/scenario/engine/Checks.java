package io.tender.testkit.scenario.engine;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Allocator;
import io.tender.testkit.scenario.engine.Books.AgentEntry;
import io.tender.testkit.scenario.engine.Inbox.Inverse;
import io.tender.testkit.scenario.step.AllocatorExpectation;
import io.tender.testkit.scenario.step.Condition;
import io.tender.testkit.scenario.step.ExpectedInverseOffer;
import io.tender.testkit.scenario.step.ExpectedOffer;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.text.TimeNotation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Holds what was expected against what came. */
final class Checks {

    private final Cluster cluster;
    private final RoleChecks roles;

    Checks(Cluster cluster) {
        this.cluster = cluster;
        this.roles = new RoleChecks(cluster);
    }

    /** @param cause the call that came before */
    void check(AllocatorExpectation expectation, Source step, Source cause) {
        switch (expectation) {
            case AllocatorExpectation.Anything anything -> cluster.inbox().clear();
            case AllocatorExpectation.Offers offers -> offers(offers.offers(), step, cause);
            case AllocatorExpectation.Callbacks callbacks -> callbacks(callbacks.count(), step, cause);
            case AllocatorExpectation.InverseOffers inverse -> inverseOffers(inverse.offers(), step, cause);
            case AllocatorExpectation.Rescinded rescinded -> rescinded(rescinded.offers(), step, cause);
            case AllocatorExpectation.Outstanding outstanding -> outstanding(outstanding.offers(), step, cause);
            case AllocatorExpectation.Metrics metrics -> metrics(metrics.conditions(), step, cause);
            case AllocatorExpectation.Shares shares -> shares(shares.conditions(), step, cause);
            case AllocatorExpectation.Statuses statuses -> statuses(statuses.answers(), step, cause);
            case AllocatorExpectation.Counts counts -> counts(counts.counts(), step, cause);
            case AllocatorExpectation.Whitelisted hosts -> whitelisted(hosts.hostnames(), step, cause);
            case AllocatorExpectation.Excluded excluded -> excluded(excluded.agents(), step, cause);
            case AllocatorExpectation.Roles views -> roles.check(views.views(), step, cause);
        }
    }

    private void offers(List<ExpectedOffer> expected, Source step, Source cause) {
        List<Offer> came = List.copyOf(cluster.inbox().offers());
        Matching matching = Matching.of(expected, came, this::total);
        boolean strangersAreFine = !cluster.setup().strict() && !expected.isEmpty();
        if (!matching.unmet().isEmpty() || (!matching.isPerfect() && !strangersAreFine)) {
            throw mismatch("offer", expected, came, matching, step, cause);
        }
        cluster.inbox().offers().clear();
    }

    private void callbacks(int expected, Source step, Source cause) {
        int got = cluster.inbox().callbacks();
        if (got != expected) {
            throw Stage.failed(step, cause, "another number of callbacks", expected + " callbacks", got + " callbacks");
        }
    }

    private void rescinded(List<ExpectedOffer> expected, Source step, Source cause) {
        List<Offer> came = List.copyOf(cluster.inbox().rescinded());
        Matching matching = Matching.of(expected, came, this::total);
        if (!matching.isPerfect()) {
            throw mismatch("rescinded offer", expected, came, matching, step, cause);
        }
        cluster.inbox().rescinded().clear();
    }

    private AssertionError mismatch(
            String what, List<ExpectedOffer> expected, List<Offer> came, Matching matching, Source step, Source cause) {
        String problem = matching.unexpected().isEmpty()
                ? "an expected " + what + " did not come"
                : matching.unmet().isEmpty() ? "an unexpected " + what : "not the expected " + what + "s";
        return Stage.failed(step, cause, problem, lines(said(expected)), lines(came));
    }

    /** Expectations with the resources that "all" stands for, so that they can be compared by eye. */
    private List<String> said(List<ExpectedOffer> expected) {
        List<String> lines = new ArrayList<>();
        for (ExpectedOffer offer : expected) {
            String whole = offer.amount() instanceof ExpectedOffer.Amount.All
                            && offer.agents().size() == 1
                    ? "   (" + offer.agents().getFirst() + " has "
                            + total(offer.agents().getFirst()) + ")"
                    : "";
            lines.add(offer + whole);
        }
        return lines;
    }

    private Resources total(AgentId agent) {
        return cluster.books().agent(agent).map(AgentEntry::total).orElseGet(Resources::empty);
    }

    private void outstanding(List<AllocatorExpectation.Outstanding.Detail> expected, Source step, Source cause) {
        List<Offer> waiting = cluster.books().offers();
        List<ExpectedOffer> offers = expected.stream()
                .map(AllocatorExpectation.Outstanding.Detail::offer)
                .toList();
        Matching matching = Matching.of(offers, waiting, this::total);
        if (!matching.isPerfect()) {
            throw mismatch("outstanding offer", offers, waiting, matching, step, cause);
        }
        for (AllocatorExpectation.Outstanding.Detail detail : expected) {
            for (Offer offer : waiting) {
                if (Matching.of(List.of(detail.offer()), List.of(offer), this::total)
                        .isPerfect()) {
                    same(detail.unavailability(), offer.unavailability(), "unavailability", offer, step, cause);
                    same(detail.domain(), offer.domain(), "domain", offer, step, cause);
                }
            }
        }
    }

    private static <T> void same(
            Optional<Optional<T>> expected, Optional<T> got, String what, Offer offer, Source step, Source cause) {
        if (expected.isPresent() && !expected.get().equals(got)) {
            throw Stage.failed(
                    step,
                    cause,
                    "the offer " + offer + " shows another " + what,
                    expected.get().map(Object::toString).orElse("none"),
                    got.map(Object::toString).orElse("none"));
        }
    }

    private void inverseOffers(List<ExpectedInverseOffer> expected, Source step, Source cause) {
        List<Inverse> left = new ArrayList<>(cluster.inbox().inverseOffers());
        List<ExpectedInverseOffer> unmet = new ArrayList<>();
        for (ExpectedInverseOffer one : expected) {
            Optional<Inverse> found =
                    left.stream().filter(inverse -> fits(one, inverse)).findFirst();
            found.ifPresentOrElse(left::remove, () -> unmet.add(one));
        }
        if (!unmet.isEmpty() || !left.isEmpty()) {
            throw Stage.failed(
                    step,
                    cause,
                    unmet.isEmpty() ? "an unexpected inverse offer" : "not the expected inverse offers",
                    lines(expected.stream().map(Checks::said).toList()),
                    lines(cluster.inbox().inverseOffers().stream()
                            .map(inverse -> inverse.framework() + " <- " + inverse.agent() + " "
                                    + TimeNotation.print(inverse.unavailable().unavailability()))
                            .toList()));
        }
        cluster.inbox().inverseOffers().clear();
    }

    private static boolean fits(ExpectedInverseOffer expected, Inverse inverse) {
        return expected.framework().equals(inverse.framework())
                && expected.agent().equals(inverse.agent())
                && inverse.unavailable().resources().isEmpty()
                && expected.unavailability()
                        .filter(when -> !when.equals(inverse.unavailable().unavailability()))
                        .isEmpty();
    }

    private static String said(ExpectedInverseOffer expected) {
        return expected.framework() + " <- " + expected.agent()
                + expected.unavailability()
                        .map(when -> " " + TimeNotation.print(when))
                        .orElse("");
    }

    private void metrics(SortedMap<String, Condition> conditions, Source step, Source cause) {
        SortedMap<String, Double> values = ask(() -> cluster.allocator().metrics(), step);
        List<String> expected = new ArrayList<>();
        List<String> got = new ArrayList<>();
        conditions.forEach((name, condition) -> {
            String key = name.startsWith("allocator/") || name.startsWith("master/") ? name : "allocator/mesos/" + name;
            Optional<Double> value = Optional.ofNullable(values.get(key));
            if (!condition.holds(value)) {
                expected.add(key + ": " + condition);
                got.add(key + ": " + value.map(Checks::number).orElse("absent"));
            }
        });
        if (!expected.isEmpty()) {
            throw Stage.failed(step, cause, "a metric is different", lines(expected), lines(got));
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private void shares(SortedMap<Role, Condition> conditions, Source step, Source cause) {
        TreeMap<String, Condition> metrics = new TreeMap<>();
        conditions.forEach((role, condition) -> metrics.put("roles/" + role + "/shares/dominant", condition));
        metrics(metrics, step, cause);
    }

    private void statuses(
            SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus.Answer>> expected, Source step, Source cause) {
        TreeMap<AgentId, Map<FrameworkId, InverseOfferStatus.Answer>> got = new TreeMap<>();
        ask(() -> cluster.allocator().inverseOfferStatuses(), step).forEach((agent, answers) -> {
            TreeMap<FrameworkId, InverseOfferStatus.Answer> said = new TreeMap<>();
            answers.forEach((framework, status) -> said.put(framework, status.answer()));
            got.put(agent, said);
        });
        if (!got.equals(expected)) {
            throw Stage.failed(
                    step, cause, "the answers to inverse offers are different", expected.toString(), got.toString());
        }
    }

    private void counts(SortedMap<FrameworkId, Integer> expected, Source step, Source cause) {
        TreeMap<FrameworkId, Integer> got = new TreeMap<>(cluster.inbox().counts());
        expected.forEach((framework, count) -> got.putIfAbsent(framework, 0));
        if (!got.equals(expected)) {
            throw Stage.failed(step, cause, "another number of offers", expected.toString(), got.toString());
        }
        cluster.inbox().counts().clear();
    }

    private void whitelisted(Optional<Set<String>> expected, Source step, Source cause) {
        if (!cluster.whitelist().equals(expected)) {
            throw Stage.failed(
                    step, cause, "the allocator was told of other hosts", hosts(expected), hosts(cluster.whitelist()));
        }
    }

    private static String hosts(Optional<Set<String>> hostnames) {
        return hostnames.map(names -> new TreeSet<>(names).toString()).orElse("all hosts");
    }

    private void excluded(SortedMap<FrameworkId, Map<Role, Set<AgentId>>> expected, Source step, Source cause) {
        SortedMap<FrameworkId, Allocator.ConstraintsView> views =
                ask(() -> cluster.allocator().offerConstraintsDebug(), step);
        expected.forEach((framework, byRole) -> byRole.forEach((role, agents) -> {
            Set<AgentId> got = Optional.ofNullable(views.get(framework))
                    .<Set<AgentId>>map(view -> view.excludedAgents().getOrDefault(role, new TreeSet<>()))
                    .orElseGet(TreeSet::new);
            if (!got.equals(agents)) {
                throw Stage.failed(
                        step,
                        cause,
                        "constraints keep other agents from " + framework + "/" + role,
                        new TreeSet<>(agents).toString(),
                        new TreeSet<>(got).toString());
            }
        }));
    }

    /** Asks the allocator on a turn of its host, as everybody must. */
    private <T> T ask(Supplier<CompletableFuture<T>> question, Source step) {
        AtomicReference<Optional<CompletableFuture<T>>> answer = new AtomicReference<>(Optional.empty());
        cluster.host().enqueue(() -> answer.set(Optional.of(question.get())));
        cluster.host().settle();
        CompletableFuture<T> future = answer.get().orElseThrow();
        if (!future.isDone()) {
            throw Stage.failed(step, "the allocator never answered", "an answer once the queue is empty", "none");
        }
        return future.join();
    }

    static String lines(Collection<?> things) {
        return things.isEmpty()
                ? "nothing"
                : things.stream().map(Object::toString).collect(Collectors.joining("\n"));
    }
}
