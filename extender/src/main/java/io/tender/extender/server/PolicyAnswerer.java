package io.tender.extender.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Has a policy answer: what a dialect asks in one go is put together from the hooks there are. */
final class PolicyAnswerer implements Answerer {
    private final Policy policy;
    private final Set<Policy.Hook> hooks;

    PolicyAnswerer(Policy policy) {
        this.policy = policy;
        this.hooks = Set.copyOf(policy.hooks());
    }

    @Override
    public boolean serves(Question.Kind kind) {
        return switch (kind) {
            case FIT -> has(Policy.Hook.PREDICATE);
            case RANK -> has(Policy.Hook.PRIORITIZE);
            case ORDER -> has(Policy.Hook.ORDER) || has(Policy.Hook.PRIORITIZE) || has(Policy.Hook.PREDICATE);
            case PREEMPTABLE -> has(Policy.Hook.PREEMPTABLE);
            case RECLAIMABLE -> has(Policy.Hook.RECLAIMABLE);
            case PREEMPT -> has(Policy.Hook.PREEMPT) || has(Policy.Hook.PREEMPTABLE);
            case ADMIT -> has(Policy.Hook.ENQUEUEABLE);
            case ADMITTED -> has(Policy.Hook.ENQUEUED);
            case OVERUSED -> has(Policy.Hook.OVERUSED);
            case READY -> has(Policy.Hook.READY);
            case ALLOCATED -> has(Policy.Hook.ALLOCATED);
            case DEALLOCATED -> has(Policy.Hook.DEALLOCATED);
            case BIND -> has(Policy.Hook.BIND);
            case COMMITTED -> has(Policy.Hook.COMMITTED);
            case ABORTED -> has(Policy.Hook.ABORTED);
            case SESSION_OPENED -> has(Policy.Hook.SESSION_OPENED);
            case SESSION_CLOSED -> has(Policy.Hook.SESSION_CLOSED);
        };
    }

    private boolean has(Policy.Hook hook) {
        return hooks.contains(hook);
    }

    @Override
    public Answer answer(Question question) {
        return switch (question) {
            case Question.Fit fit -> new Answer.Checked(outlooks(fit));
            case Question.Rank rank ->
                new Answer.Ranked(policy.prioritize(rank.task(), rank.agents()).over(rank.agents()));
            case Question.Order order -> new Answer.Ordered(order(order.task(), order.offers()));
            case Question.Evict evict -> new Answer.Chosen(checked(evict, victims(evict)));
            case Question.Preempt preempt -> new Answer.Narrowed(narrowed(preempt.task(), preempt.candidates()));
            case Question.Admit admit -> new Answer.Voted(policy.enqueueable(admit.job()));
            case Question.Overused overused -> new Answer.Truth(policy.overused(overused.queue()));
            case Question.Ready ready -> new Answer.Truth(policy.ready(ready.job()));
            case Question.Allocated allocated -> new Answer.Done(policy.allocated(allocated.task()));
            case Question.Bind bind -> new Answer.Done(policy.bind(bind.task(), bind.agent()));
            case Question.SessionOpened opened ->
                policy.sessionOpened(opened.snapshot()) ? Answer.Done.well() : new Answer.Unknown();
            case Question.Admitted admitted -> done(() -> policy.enqueued(admitted.job()));
            case Question.Deallocated deallocated -> done(() -> policy.deallocated(deallocated.task()));
            case Question.Committed committed -> done(() -> policy.committed(committed.tasks()));
            case Question.Aborted aborted -> done(() -> policy.aborted(aborted.tasks()));
            case Question.SessionClosed closed -> done(() -> policy.sessionClosed(closed.session()));
        };
    }

    private static Answer done(Runnable told) {
        told.run();
        return Answer.Done.well();
    }

    private List<Outlook> outlooks(Question.Fit fit) {
        Outlook[] outlooks = new Outlook[fit.agents().size()];
        Outlook refusal = Outlook.of(Verdict.fits());
        int next = 0;
        for (Agent agent : fit.agents()) {
            Verdict verdict = policy.predicate(fit.task(), agent);
            if (verdict.isFit()) {
                outlooks[next++] = Outlook.of(verdict);
            } else {
                // Many are refused for the same reason, and one object is compared and kept faster than thousands.
                refusal = verdict.equals(refusal.verdict()) ? refusal : Outlook.of(verdict);
                outlooks[next++] = refusal;
            }
        }
        boolean scored = fit.scored() && has(Policy.Hook.PRIORITIZE);
        boolean ahead = fit.ahead() > 0 && has(Policy.Hook.AHEAD);
        if (scored || ahead) {
            enrich(fit, outlooks, scored, ahead);
        }
        return List.of(outlooks);
    }

    private void enrich(Question.Fit fit, Outlook[] outlooks, boolean scored, boolean ahead) {
        List<Agent> fitting = new ArrayList<>();
        for (int i = 0; i < outlooks.length; i++) {
            if (outlooks[i].verdict().isFit()) {
                fitting.add(fit.agents().get(i));
            }
        }
        Scores scores = scored ? policy.prioritize(fit.task(), fitting).over(fitting) : Scores.none();
        int next = 0;
        for (int i = 0; i < outlooks.length; i++) {
            if (outlooks[i].verdict().isFit()) {
                Agent agent = fit.agents().get(i);
                outlooks[i] = new Outlook(
                        Verdict.fits(),
                        scored ? OptionalDouble.of(scores.value(next++)) : OptionalDouble.empty(),
                        ahead ? ahead(fit.task(), agent, fit.ahead()) : List.of());
            }
        }
    }

    private List<Outlook> ahead(Task task, Agent agent, int most) {
        List<Outlook> told = policy.ahead(task, agent, most);
        return told.size() <= most ? told : told.subList(0, most);
    }

    private List<String> order(Task task, List<Offer> offers) {
        if (has(Policy.Hook.ORDER)) {
            List<String> hosts = policy.order(task, offers).stream()
                    .map(Offer::host)
                    .distinct()
                    .toList();
            Set<String> held = new HashSet<>();
            offers.forEach(offer -> held.add(offer.host()));
            for (String host : hosts) {
                if (!held.contains(host)) {
                    throw new IllegalArgumentException(
                            "Got host '" + host + "' in the order; expected the hosts of the " + offers.size()
                                    + " offers that were asked about, and no others");
                }
            }
            return hosts;
        }
        // A host with several offers is as good as the first of them that fits.
        Map<String, Agent> fitting = new LinkedHashMap<>();
        for (Offer offer : offers) {
            Agent agent = offer.agent();
            if (!fitting.containsKey(offer.host())
                    && policy.predicate(task, agent).isFit()) {
                fitting.put(offer.host(), agent);
            }
        }
        List<Agent> agents = List.copyOf(fitting.values());
        if (!has(Policy.Hook.PRIORITIZE)) {
            return List.copyOf(fitting.keySet());
        }
        Scores scores = policy.prioritize(task, agents).over(agents);
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < agents.size(); i++) {
            places.add(i);
        }
        // Stable: equals stay in the order in which the scheduler holds them.
        places.sort(Comparator.comparingDouble((Integer place) -> scores.value(place))
                .reversed());
        return places.stream().map(scores::name).toList();
    }

    private Victims victims(Question.Evict evict) {
        return evict.between()
                ? policy.reclaimable(evict.evictor(), evict.evictees())
                : policy.preemptable(evict.evictor(), evict.evictees());
    }

    private static Victims checked(Question.Evict evict, Victims victims) {
        return switch (victims) {
            case Victims.Abstain abstain -> abstain;
            case Victims.These these ->
                Victims.these(asSent(
                        these.tasks(),
                        evict.evictees(),
                        stranger -> "Got task '" + stranger + "' as a victim; expected tasks of the "
                                + evict.evictees().size() + " that were asked about, and no others"));
        };
    }

    /**
     * Each of these tasks once, and as the scheduler sent it: a policy may name one by a task of its own making, which lacks
     * what the scheduler needs to know it again.
     */
    private static List<Task> asSent(List<Task> named, List<Task> sent, UnaryOperator<String> complaint) {
        Map<String, Task> known = new HashMap<>();
        sent.forEach(task -> known.putIfAbsent(task.key(), task));
        Map<String, Task> found = new LinkedHashMap<>();
        for (Task task : named) {
            Task same = known.get(task.key());
            if (same == null) {
                throw new IllegalArgumentException(complaint.apply(task.key()));
            }
            found.put(task.key(), same);
        }
        return List.copyOf(found.values());
    }

    private static Set<String> keys(List<Task> tasks) {
        Set<String> keys = new HashSet<>();
        tasks.forEach(task -> keys.add(task.key()));
        return keys;
    }

    private List<Candidate> narrowed(Task task, List<Candidate> candidates) {
        if (!has(Policy.Hook.PREEMPT)) {
            return candidates.stream()
                    .filter(candidate -> mayAllGo(task, candidate.victims()))
                    .toList();
        }
        Map<String, List<Task>> known = new HashMap<>();
        candidates.forEach(candidate -> known.put(candidate.agent(), candidate.victims()));
        Map<String, Candidate> narrowed = new LinkedHashMap<>();
        for (Candidate left : policy.preempt(task, candidates)) {
            String complaint = "Got agent '" + left.agent() + "' with victims " + keys(left.victims())
                    + "; expected an agent that was asked about, and victims of its own";
            List<Task> sent = known.get(left.agent());
            if (sent == null) {
                throw new IllegalArgumentException(complaint);
            }
            List<Task> victims = asSent(left.victims(), sent, stranger -> complaint);
            if (victims.isEmpty() && !sent.isEmpty()) {
                throw new IllegalArgumentException(
                        "Got agent '" + left.agent() + "' without any of its " + sent.size()
                                + " victims; expected some of them, or the agent left out: kube-scheduler takes it for a mistake");
            }
            narrowed.putIfAbsent(left.agent(), new Candidate(left.agent(), victims, left.violations()));
        }
        return List.copyOf(narrowed.values());
    }

    private boolean mayAllGo(Task task, List<Task> victims) {
        return victims.isEmpty()
                || switch (policy.preemptable(task, victims)) {
                    case Victims.Abstain abstain -> true;
                    case Victims.These these -> keys(these.tasks()).containsAll(keys(victims));
                };
    }
}
