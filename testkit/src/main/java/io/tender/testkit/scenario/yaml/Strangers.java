package io.tender.testkit.scenario.yaml;

import io.tender.model.AgentId;
import io.tender.model.Role;
import io.tender.model.Suggestion;
import io.tender.testkit.scenario.step.AgentCommand;
import io.tender.testkit.scenario.step.AllocatorExpectation;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.Expectation;
import io.tender.testkit.scenario.step.ExpectedOffer;
import io.tender.testkit.scenario.step.FrameworkCommand;
import io.tender.testkit.scenario.step.OperatorCommand;
import io.tender.testkit.scenario.step.Place;
import io.tender.testkit.scenario.step.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds frameworks and agents in expected offers that no step brings. Such an offer can never come, so it is a slip of the
 * fingers, and told as one. So are metrics that there are not and roles that no step names: "absent" would be true of them
 * for ever.
 */
final class Strangers {

    private final SortedSet<String> frameworks = new TreeSet<>();
    private final SortedSet<String> agents = new TreeSet<>();
    private final SortedSet<String> frameworksInMetrics = new TreeSet<>();
    private final SortedSet<String> roles = new TreeSet<>();
    private final List<String> commands = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> lines;
    private final boolean metricsKnown;

    private Strangers(List<String> lines, boolean metricsKnown) {
        this.lines = lines;
        this.metricsKnown = metricsKnown;
    }

    /**
     * @param text the file that the steps were read from
     * @param metricsKnown whether it is known which metrics there are: other allocators may have others
     */
    static List<Problem> in(List<Step> steps, String text, boolean metricsKnown) {
        Strangers strangers = new Strangers(text.lines().toList(), metricsKnown);
        strangers.collect(steps);
        strangers.look(steps);
        return strangers.problems;
    }

    private void collect(List<Step> steps) {
        for (Step step : steps) {
            switch (step) {
                case Step.Call call -> collect(call.command());
                case Step.Sequence sequence -> sequence.calls().forEach(call -> collect(call.command()));
                case Step.Together together -> together.calls().forEach(call -> collect(call.command()));
                case Step.Repeat repeat -> collect(repeat.steps());
                case Step.Check check -> {}
            }
        }
    }

    private void collect(Command command) {
        commands.add(command.toString());
        switch (command) {
            case FrameworkCommand.Add add -> {
                String id = add.info().id().value();
                frameworks.add(id);
                frameworksInMetrics.add(add.info().name() + "." + id);
                collectRoles(add.info().roles());
            }
            case FrameworkCommand.Update update -> update.roles().ifPresent(this::collectRoles);
            case AgentCommand.Add add -> {
                agents.add(add.info().id().value());
                add.total()
                        .forEach(resource -> resource.reservations().forEach(one -> collectRoles(Set.of(one.role()))));
            }
            case OperatorCommand.UpdateQuota quota ->
                collectRoles(quota.quotas().keySet());
            case OperatorCommand.FirstQuota quota -> collectRoles(Set.of(quota.role()));
            case OperatorCommand.UpdateWeights weights ->
                collectRoles(weights.weights().keySet());
            case OperatorCommand.Recover recover ->
                collectRoles(recover.quotas().keySet());
            default -> {}
        }
    }

    private void collectRoles(Collection<Role> some) {
        some.forEach(role -> roles.add(role.toString()));
    }

    private void look(List<Step> steps) {
        for (Step step : steps) {
            if (step instanceof Step.Check check) {
                offers(check.expectation()).forEach(offer -> look(offer, check));
                switch (check.expectation()) {
                    case AllocatorExpectation.Metrics metrics ->
                        metrics.conditions().keySet().forEach(name -> lookAtMetric(name, check));
                    case AllocatorExpectation.Shares shares ->
                        shares.conditions().keySet().forEach(role -> lookAtRole(role.toString(), check));
                    default -> {}
                }
            } else if (step instanceof Step.Repeat repeat) {
                look(repeat.steps());
            }
        }
    }

    private static List<ExpectedOffer> offers(Expectation expectation) {
        return switch (expectation) {
            case AllocatorExpectation.Offers expected -> expected.offers();
            case AllocatorExpectation.Rescinded expected -> expected.offers();
            case AllocatorExpectation.Outstanding expected ->
                expected.offers().stream()
                        .map(AllocatorExpectation.Outstanding.Detail::offer)
                        .toList();
            default -> List.of();
        };
    }

    private void look(ExpectedOffer offer, Step.Check check) {
        List<String> receivers = offer.receivers().stream()
                .map(receiver -> receiver.framework().value())
                .toList();
        look("framework", receivers, 1, frameworks, check);
        look("agent", offer.agents().stream().map(AgentId::value).toList(), offer.count(), agents, check);
    }

    /** Where there is a choice, it is enough that some can be chosen. */
    private void look(String kind, List<String> names, int enough, SortedSet<String> known, Step.Check check) {
        List<String> strangers =
                names.stream().filter(name -> !known.contains(name)).toList();
        if (names.size() - strangers.size() < enough) {
            strangers.forEach(name -> problems.add(problem(kind, name, known, check)));
        }
    }

    private void lookAtMetric(String name, Step.Check check) {
        if (!metricsKnown) {
            return;
        }
        if (MetricNames.isKnown(name)) {
            MetricNames.roleIn(name).ifPresent(role -> lookAtRole(role, check));
            return;
        }
        String meant = Suggestion.sentence(name, MetricNames.candidates(roles, frameworksInMetrics));
        problems.add(problem(
                name, "there is no metric '" + name + "'." + meant, String.join(", ", MetricNames.FORMS), check));
    }

    /** A role counts as named wherever a step holds its name: in a reservation, say, or as the parent of another one. */
    private void lookAtRole(String role, Step.Check check) {
        if (roles.contains(role) || commands.stream().anyMatch(command -> wordAt(command, role, 0) >= 0)) {
            return;
        }
        problems.add(problem(
                role,
                "no step names role '" + role + "'." + Suggestion.sentence(role, roles),
                String.join(", ", roles),
                check));
    }

    private Problem problem(String name, String problem, String known, Step.Check check) {
        Place place = placeOf(name, check.source().place());
        return new Problem(
                place,
                problem,
                Optional.of("'" + name + "'"),
                Optional.of(known.isEmpty() ? "a step that brings it" : "one of " + known),
                lineAt(place));
    }

    private String lineAt(Place place) {
        return place.line() <= lines.size() ? lines.get(place.line() - 1) : "";
    }

    private Problem problem(String kind, String name, SortedSet<String> known, Step.Check check) {
        Place place = placeOf(name, check.source().place());
        return new Problem(
                place,
                "no step brings " + kind + " '" + name + "'." + Suggestion.sentence(name, known),
                Optional.of("'" + name + "' in '" + check.source().text() + "'"),
                Optional.of(
                        known.isEmpty()
                                ? "a step such as '" + kind + ": ...' that brings it"
                                : "one of " + String.join(", ", known)),
                lineAt(place));
    }

    /** Where the name stands in an expectation; where that begins, if it is not written there but made by a variable. */
    private Place placeOf(String name, Place from) {
        int column = Math.max(0, from.column() - 1);
        for (int line = from.line() - 1; line < lines.size(); line++) {
            int at = wordAt(lines.get(line), name, column);
            if (at >= 0) {
                return new Place(from.file(), line + 1, at + 1);
            }
            column = 0;
        }
        return from;
    }

    private static int wordAt(String line, String name, int from) {
        int at = line.indexOf(name, from);
        while (at >= 0 && (isPart(line, at - 1) || isPart(line, at + name.length()))) {
            at = line.indexOf(name, at + 1);
        }
        return at;
    }

    private static boolean isPart(String line, int at) {
        return at >= 0
                && at < line.length()
                && (Character.isLetterOrDigit(line.charAt(at)) || "-_$".indexOf(line.charAt(at)) >= 0);
    }
}
