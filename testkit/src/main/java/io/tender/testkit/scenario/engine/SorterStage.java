package io.tender.testkit.scenario.engine;

import io.tender.core.sorter.Sorter;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.spi.Chance;
import io.tender.testkit.scenario.Subject;
import io.tender.testkit.scenario.step.SorterCommand;
import io.tender.testkit.scenario.step.SorterExpectation;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A sorter by itself. */
final class SorterStage implements Stage {

    private final Sorter sorter;
    private final Set<AgentId> agents = new HashSet<>();

    SorterStage(Subject.SorterSubject about, Source opening) {
        try {
            sorter = Sorter.create(SorterKind.parse(about.kind()), about.excludedNames(), Chance.seeded(about.seed()));
        } catch (IllegalArgumentException e) {
            throw Stage.failed(opening, "there is no such sorter", "drf or random", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void call(Step.Call call) {
        if (!(call.command() instanceof SorterCommand command)) {
            throw Stage.misplaced(call.source(), "a sorter");
        }
        Attempted<Boolean> attempted = Attempted.to(call.source(), () -> {
            perform(command);
            return true;
        });
        call.refused()
                .ifPresent(refused -> attempted.requireFailure(refused.because().orElse(""), call.source()));
        attempted.requireNoFailure();
    }

    private void perform(SorterCommand command) {
        switch (command) {
            case SorterCommand.Add add -> {
                sorter.add(add.client());
                sorter.activate(add.client());
            }
            case SorterCommand.Remove remove -> sorter.remove(remove.client());
            case SorterCommand.Activate activate -> sorter.activate(activate.client());
            case SorterCommand.Deactivate deactivate -> sorter.deactivate(deactivate.client());
            case SorterCommand.Weight weight -> sorter.updateWeight(weight.path(), weight.weight());
            case SorterCommand.Allocate allocate -> {
                if (!sorter.contains(allocate.client())) {
                    perform(new SorterCommand.Add(allocate.client()));
                }
                sorter.allocated(allocate.client(), allocate.agent(), allocate.resources());
            }
            case SorterCommand.Unallocate unallocate ->
                sorter.unallocated(unallocate.client(), unallocate.agent(), unallocate.resources());
            case SorterCommand.Update update ->
                sorter.update(update.client(), update.agent(), update.before(), update.after());
            case SorterCommand.Total total -> {
                if (!agents.add(total.agent())) {
                    sorter.removeAgent(total.agent());
                }
                sorter.addAgent(total.agent(), total.total());
            }
            case SorterCommand.RemoveAgent remove -> {
                agents.remove(remove.agent());
                sorter.removeAgent(remove.agent());
            }
        }
    }

    @Override
    public void check(Step.Check check) {
        if (!(check.expectation() instanceof SorterExpectation expectation)) {
            throw Stage.misplaced(check.source(), "a sorter");
        }
        Source step = check.source();
        switch (expectation) {
            case SorterExpectation.Order order -> equal("the order is different", order.clients(), sorter.sort(), step);
            case SorterExpectation.Active active ->
                equal("other clients are active", new TreeSet<>(active.clients()), new TreeSet<>(sorter.sort()), step);
            case SorterExpectation.Count count ->
                equal("another number of clients", count.clients(), sorter.count(), step);
            case SorterExpectation.Contains contains ->
                contains.clients().forEach(client -> present(client, true, step));
            case SorterExpectation.Lacks lacks -> lacks.clients().forEach(client -> present(client, false, step));
            case SorterExpectation.Held held ->
                held.holdings().forEach((client, byAgent) -> held(client, byAgent, step));
            case SorterExpectation.Quantities quantities ->
                quantities
                        .quantities()
                        .forEach((client, expected) -> equal(
                                "client " + client + " holds another quantity",
                                expected,
                                sorter.allocationScalarQuantities(client),
                                step));
            case SorterExpectation.AllQuantities all ->
                equal("all clients hold another quantity", all.quantities(), sorter.allocationScalarQuantities(), step);
            case SorterExpectation.Frequencies frequencies -> frequencies(frequencies, step);
        }
    }

    private void held(String client, SortedMap<AgentId, Resources> expected, Source step) {
        equal("client " + client + " holds something else", expected, new TreeMap<>(sorter.allocation(client)), step);
    }

    private void present(String client, boolean expected, Source step) {
        equal(
                "client " + client + (expected ? " is missing" : " is there"),
                expected ? "known" : "not known",
                sorter.contains(client) ? "known" : "not known",
                step);
    }

    private void frequencies(SorterExpectation.Frequencies expected, Source step) {
        Map<String, int[]> counts = new TreeMap<>();
        for (int i = 0; i < expected.sorts(); i++) {
            List<String> order = sorter.sort();
            for (int place = 0; place < order.size(); place++) {
                counts.computeIfAbsent(order.get(place), client -> new int[order.size()])[place]++;
            }
        }
        equal("other clients are sorted", expected.table().keySet(), counts.keySet(), step);
        expected.table().forEach((client, parts) -> {
            int[] got = Objects.requireNonNull(counts.get(client));
            if (parts.size() > got.length) {
                throw Stage.failed(
                        step,
                        "there are fewer places",
                        "at most " + got.length + " numbers for client " + client,
                        parts.size() + " numbers");
            }
            for (int place = 0; place < parts.size(); place++) {
                double part = (double) got[place] / expected.sorts();
                if (Math.abs(part - parts.get(place)) > expected.tolerance()) {
                    throw Stage.failed(
                            step,
                            "client " + client + " is at place " + place + " too often or not often enough",
                            parts.get(place) + " of all sorts, give or take " + expected.tolerance(),
                            part + " of " + expected.sorts() + " sorts");
                }
            }
        });
    }

    private static void equal(String problem, Object expected, Object got, Source step) {
        if (!expected.equals(got)) {
            throw Stage.failed(step, problem, expected.toString(), got.toString());
        }
    }

    @Override
    public void end() {}
}
