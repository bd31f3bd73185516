package io.tender.daemon.work;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** What would have to change for refusals to end, as far as their reasons tell. */
final class Advice {
    /** A kind of reason, and what helps against it. */
    private record Rule(Predicate<String> about, String advice) {
        static Rule when(String word, String advice) {
            return new Rule(reason -> reason.contains(word), advice);
        }
    }

    static final String NOBODY_EVICTED = "nobody is evicted for it: ";

    private static final List<Rule> RULES = List.of(
            // Addresses of verbs are in it, whose names may sound like anything below.
            new Rule(
                    Advice::isFailedExtender,
                    "see why the extender fails (tender extenders, and the log); it is asked again in each session"),
            // What an offer set says in words of its own may sound like anything below.
            Rule.when(
                    "left out by the offer set",
                    "see what orders the offers, and why it leaves them out (tender extenders); it is asked again with each try"),
            Rule.when("not bound", "see why the extender would not bind it; it is asked again with each try"),
            Rule.when("reserved by", "wait until those have their place for whom the machine is kept"),
            Rule.when("there are no agents", "add agents"),
            Rule.when("can be reached", "see why the agents do not report, or add others"),
            Rule.when("deactivated or drained", "reactivate agents, or add others"),
            Rule.when(
                    "on offer to others", "wait until they have answered, or set how long they may take: offerTimeout"),
            Rule.when("others hold what there is", "wait for tasks to end, add agents, or give the role a quota"),
            Rule.when("have is in use", "wait for tasks to end, or add agents"),
            Rule.when(
                    "even if all agents were empty",
                    "add agents, or ask for less: smaller requests, fewer tasks, or a lower minAvailable"),
            Rule.when("even if the node were empty", "add larger agents, or ask for less"),
            Rule.when("insufficient", "wait for tasks to end, add agents, or ask for less"),
            Rule.when("too little", "wait for tasks to end, add agents, or ask for less"),
            Rule.when("offer without", "wait for agents with free cpus and memory"),
            Rule.when("labels are not", "change nodeSelector or affinity, or give an agent the labels they ask for"),
            Rule.when("constraint not", "change the constraint, or give an agent the attribute it asks for"),
            Rule.when("limit not", "raise the limit, or add agents with other values of the attribute"),
            Rule.when("taint", "tolerate the taint, or take it off the agent (tender taint)"),
            Rule.when("no new tasks", "reactivate the agents, or end their maintenance"),
            Rule.when("draining", "wait for the maintenance to end, or add agents"),
            Rule.when("drained", "wait for the maintenance to end, or add agents"),
            Rule.when("dedicated", "ask for dedicated agents by a constraint, if they are the role's"),
            Rule.when("port ", "ask for another port, or wait until it is free"),
            Rule.when("affinity", "change the affinity, or start what it asks for"),
            Rule.when("spread", "loosen maxSkew, or add agents in other domains"),
            Rule.when("nothing of nothing", "add agents, or let those take part again that are drained or down"),
            Rule.when("queue", "raise the queue's share or limit, or wait until it is below it"),
            Rule.when("quota", "raise the quota, or wait until less of it is used"));

    private Advice() {}

    /** Whether it tells of an extender that did not answer, rather than of what one said. */
    static boolean isFailedExtender(String reason) {
        return reason.toLowerCase(Locale.ROOT).contains("extender '") && reason.contains("; to do: ");
    }

    /** Each piece once, in the order of the refusals. */
    static List<String> on(List<Explanation.No> refusals) {
        List<String> all = new ArrayList<>(onOffers(refusals));
        boolean byAgents = refusals.stream().anyMatch(no -> no.agents() > 0);
        if (byAgents && refusals.stream().noneMatch(no -> no.agents() > 0 && no.hope())) {
            all.add("waiting will not help: no agent as it is could ever take it");
        }
        return all;
    }

    /** The same where offers were refused: agents that offer nothing at present may take it once they do. */
    static List<String> onOffers(List<Explanation.No> refusals) {
        Set<String> advice = new LinkedHashSet<>();
        for (Explanation.No no : refusals) {
            if (no.reason().startsWith(NOBODY_EVICTED) && !isFailedExtender(no.reason())) {
                // It says why there is no more room, not what is lacking.
                continue;
            }
            String reason = no.reason().toLowerCase(Locale.ROOT);
            RULES.stream()
                    .filter(rule -> rule.about().test(reason))
                    .findFirst()
                    .ifPresent(rule -> advice.add(rule.advice()));
        }
        return List.copyOf(advice);
    }
}
