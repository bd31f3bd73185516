package io.tender.testkit.scenario.engine;

import io.tender.core.services.TaskView;
import io.tender.core.services.Waiting;
import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.Veto;
import io.tender.testkit.scenario.step.Condition;
import io.tender.testkit.scenario.step.Instances;
import io.tender.testkit.scenario.step.ServiceExpectation;
import io.tender.testkit.scenario.step.ServiceExpectation.ExpectedDecline;
import io.tender.testkit.scenario.step.ServiceExpectation.ExpectedState;
import io.tender.testkit.scenario.step.ServiceExpectation.ExpectedWaiting;
import io.tender.testkit.scenario.step.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;

/** Compares what is expected of a service scheduler with what is. */
final class ServiceChecks {
    private final ServiceCluster cluster;
    private final PlacementCheck placements;
    private final RequestCheck requests;

    ServiceChecks(ServiceCluster cluster) {
        this.cluster = cluster;
        this.placements = new PlacementCheck(cluster);
        this.requests = new RequestCheck(cluster);
    }

    void check(ServiceExpectation expectation, Source step, Source cause) {
        Differences differences = new Differences();
        switch (expectation) {
            case ServiceExpectation.Anything anything -> cluster.inbox().clear();
            case ServiceExpectation.Placed placed -> placements.check(placed.agents(), step, cause);
            case ServiceExpectation.Ending ending -> placements.check(ending, step, cause);
            case ServiceExpectation.States states -> states(states.states(), differences);
            case ServiceExpectation.Pending pending -> pending(pending.waiting(), differences);
            case ServiceExpectation.Held held -> held(held, differences);
            case ServiceExpectation.Ordered ordered ->
                differences.compare("", ordered.agents(), agents(cluster.lastOrder()));
            case ServiceExpectation.Declined declined -> declined(declined.offers(), differences);
            case ServiceExpectation.RequestCount count -> requests.count(count.count(), differences);
            case ServiceExpectation.Requests all -> requests.check(all.requests(), differences);
            case ServiceExpectation.Updates updates ->
                updates.states()
                        .forEach((job, state) -> differences.compare(
                                job + ": ",
                                state,
                                cluster.scheduler()
                                        .update(job)
                                        .<Object>map(view -> view.state())
                                        .orElse("no update")));
            case ServiceExpectation.Reserved reserved -> reserved(reserved, differences);
            case ServiceExpectation.Breaker breaker ->
                differences.compare(
                        "",
                        breaker.state(),
                        cluster.breaker().map(Object::toString).orElse("no service"));
            case ServiceExpectation.Metrics metrics -> metrics(metrics.conditions(), differences);
        }
        differences.requireNone(step, cause);
    }

    private static List<AgentId> agents(List<HostOffer> offers) {
        return offers.stream().map(HostOffer::agent).toList();
    }

    /** The instances that are meant: those named, or all the job wants or has. */
    private List<InstanceKey> keys(Instances what) {
        TreeSet<Integer> numbers = new TreeSet<>(what.numbers());
        if (what.isAll()) {
            cluster.scheduler().tasks().stream()
                    .filter(task -> what.has(task.instance()))
                    .forEach(task -> numbers.add(task.instance().instance()));
            if (cluster.scheduler().jobs().containsKey(what.job())) {
                numbers.addAll(cluster.scheduler().jobs().get(what.job()).keySet());
            }
        }
        return numbers.stream()
                .map(number -> new InstanceKey(what.job(), number))
                .toList();
    }

    private void states(SortedMap<Instances, ExpectedState> expected, Differences differences) {
        expected.forEach((what, state) -> {
            List<InstanceKey> keys = keys(what);
            if (keys.isEmpty()) {
                differences.compare(what + ": ", state.state(), "gone");
            }
            for (InstanceKey key : keys) {
                Optional<TaskView> task = cluster.task(key);
                differences.compare(
                        key + ": ",
                        state.state()
                                + state.agent().map(agent -> " on " + agent).orElse(""),
                        task.map(view -> view.state().name()).orElse("gone")
                                + (state.agent().isEmpty()
                                        ? ""
                                        : task.flatMap(TaskView::agent)
                                                .map(agent -> " on " + agent)
                                                .orElse("")));
            }
        });
    }

    private void pending(SortedMap<Instances, ExpectedWaiting> expected, Differences differences) {
        expected.forEach((what, waiting) -> {
            List<InstanceKey> keys = keys(what);
            if (keys.isEmpty()) {
                differences.add(what + " waits for a place", what + " has no tasks");
            }
            for (InstanceKey key : keys) {
                Optional<Waiting> why =
                        cluster.task(key).flatMap(task -> cluster.scheduler().why(task.id()));
                if (why.isEmpty()) {
                    differences.add(
                            key + " waits for a place",
                            key + " is "
                                    + cluster.task(key)
                                            .map(task -> task.state().name())
                                            .orElse("gone"));
                } else {
                    compare(key, waiting, why.get(), differences);
                }
            }
        });
    }

    private static void compare(InstanceKey key, ExpectedWaiting expected, Waiting got, Differences differences) {
        expected.reason()
                .filter(text -> !got.pendingReason().contains(text))
                .ifPresent(text -> differences.add(key + ": " + text, key + ": " + got.pendingReason()));
        expected.nearestFit()
                .ifPresent(texts -> differences.compare(
                        key + ": nearest fit ",
                        texts,
                        got.nearestFit().stream().map(Veto::text).toList()));
        expected.reasons().ifPresent(counts -> differences.compare(key + ": reasons ", counts, got.reasons()));
        expected.lookedAt().ifPresent(count -> differences.compare(key + ": looked at ", count, got.offersLookedAt()));
        expected.nextTry()
                .filter(least -> least.toMillis() > got.nextTryMillis())
                .ifPresent(least -> differences.add(
                        key + ": next try in " + least.toMillis() + " ms or later",
                        key + ": next try in " + got.nextTryMillis() + " ms"));
    }

    private void held(ServiceExpectation.Held expected, Differences differences) {
        List<AgentId> got = agents(cluster.scheduler().heldOffers());
        if (expected.inOrder()) {
            differences.compare("", expected.agents(), got);
        } else {
            differences.compare(
                    "",
                    expected.agents().stream().sorted().toList(),
                    got.stream().sorted().toList());
        }
    }

    private void declined(List<ExpectedDecline> expected, Differences differences) {
        List<ServiceInbox.Decline> left = new ArrayList<>(cluster.inbox().declines());
        String got = left.isEmpty() ? "nothing" : lines(left);
        List<ExpectedDecline> unmet = new ArrayList<>();
        for (ExpectedDecline one : expected) {
            Optional<ServiceInbox.Decline> match = left.stream()
                    .filter(decline -> decline.agent().equals(one.agent()))
                    .filter(decline -> one.length()
                            .filter(length -> !length.equals(length(decline)))
                            .isEmpty())
                    .findFirst();
            match.ifPresentOrElse(left::remove, () -> unmet.add(one));
        }
        if (!unmet.isEmpty() || !left.isEmpty()) {
            differences.add(
                    expected.isEmpty()
                            ? "nothing"
                            : String.join(
                                    ", ",
                                    expected.stream()
                                            .map(one -> one.agent()
                                                    + one.length()
                                                            .map(length -> " for " + length.toMillis() + " ms")
                                                            .orElse(""))
                                            .toList()),
                    got);
        }
        cluster.inbox().declines().clear();
    }

    private static Duration length(ServiceInbox.Decline decline) {
        return decline.filters().length();
    }

    private static String lines(List<ServiceInbox.Decline> declines) {
        return String.join(
                ", ",
                declines.stream()
                        .map(decline ->
                                decline.agent() + " for " + length(decline).toMillis() + " ms")
                        .toList());
    }

    private void reserved(ServiceExpectation.Reserved expected, Differences differences) {
        for (AgentId agent : cluster.world().agents()) {
            String job = cluster.scheduler()
                    .reservedFor(agent)
                    .map(group -> group.job().toString())
                    .orElse("nobody");
            String wanted = Optional.ofNullable(expected.jobs().get(agent))
                    .map(Object::toString)
                    .orElse("nobody");
            differences.compare(agent + " for ", wanted, job);
        }
    }

    private void metrics(SortedMap<String, Condition> conditions, Differences differences) {
        SortedMap<String, Double> values = cluster.metrics();
        conditions.forEach((name, condition) -> {
            Optional<Double> value = Optional.ofNullable(values.get(name));
            if (!condition.holds(value)) {
                differences.add(
                        name + ": " + condition,
                        name + ": " + value.map(ServiceChecks::number).orElse("absent"));
            }
        });
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
