package io.tender.toolkit.bridge;

import io.tender.extender.server.Agent;
import io.tender.extender.server.Answer;
import io.tender.extender.server.Offer;
import io.tender.extender.server.Outlook;
import io.tender.extender.server.Question;
import io.tender.extender.server.Scores;
import io.tender.extender.server.Task;
import io.tender.extender.server.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts questions in one dialect. What it is asked can be said there: {@link Translations} has seen to that. */
abstract class Target {
    /** A full score, whatever the dialect. */
    static final double FULL = 100;

    private final ScoreScale scale;

    Target(ScoreScale scale) {
        this.scale = scale;
    }

    final ScoreScale scale() {
        return scale;
    }

    /** How often the extender is asked for this question, at most. */
    int calls(Question question) {
        return 1;
    }

    /** @throws Untellable if the question lacks what must be told */
    abstract Answer answer(Question question, Line line);

    abstract List<Verdict> fit(Task task, List<Agent> agents, Line line);

    abstract Map<String, Double> scores(Task task, List<Agent> agents, Line line);

    abstract boolean fits(Line line);

    abstract boolean ranks(Line line);

    final Answer checked(Question.Fit fit, Line line) {
        return new Answer.Checked(
                fit(fit.task(), fit.agents(), line).stream().map(Outlook::of).toList());
    }

    final Answer ranked(Question.Rank rank, Line line) {
        if (rank.agents().isEmpty()) {
            return new Answer.Ranked(Scores.none());
        }
        Map<String, Double> given = scores(rank.task(), rank.agents(), line);
        Map<String, Double> scores = scale.brought(names(rank.agents()), given);
        return new Answer.Ranked(Scores.scoreEach(rank.agents(), agent -> scores.getOrDefault(agent.name(), 0.0)));
    }

    /** What fits, best first; a host with several offers is shown by the first of them. */
    final Answer ordered(Question.Order order, Line line) {
        Map<String, Agent> hosts = new LinkedHashMap<>();
        order.offers().forEach((Offer offer) -> hosts.putIfAbsent(offer.host(), offer.agent()));
        List<Agent> agents = List.copyOf(hosts.values());
        if (fits(line) && !agents.isEmpty()) {
            List<Verdict> verdicts = fit(order.task(), agents, line);
            List<Agent> left = new ArrayList<>();
            for (int i = 0; i < agents.size(); i++) {
                if (verdicts.get(i).isFit()) {
                    left.add(agents.get(i));
                }
            }
            agents = left;
        }
        List<String> names = new ArrayList<>(agents.stream().map(Agent::name).toList());
        if (ranks(line) && names.size() > 1) {
            Map<String, Double> scores = scores(order.task(), agents, line);
            // Stable: equals stay in the order in which the scheduler holds them.
            names.sort(Comparator.comparingDouble(name -> -scores.getOrDefault(name, 0.0)));
        }
        return new Answer.Ordered(names);
    }

    /** @throws Untellable if nothing but the names of some is known */
    static void needWhole(List<Agent> agents, String whom) {
        for (Agent agent : agents) {
            if (!agent.known()) {
                throw new Untellable(
                        "Got node '" + agent.name() + "' by its name alone, and " + whom
                                + " must be shown what it is; expected whole nodes: set nodeCacheCapable: false for the bridge");
            }
        }
    }

    /** @throws Untellable if nothing but the uids of some is known */
    static void needWholeTasks(List<Task> tasks, String whom) {
        for (Task task : tasks) {
            if (task.name().isEmpty()) {
                throw new Untellable("Got the victim '" + task.uid() + "' by its uid alone, and " + whom
                        + " must be shown what it is; expected whole pods: set nodeCacheCapable: false for the bridge");
            }
        }
    }

    static List<String> names(List<Agent> agents) {
        return agents.stream().map(Agent::name).toList();
    }
}
