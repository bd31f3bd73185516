package io.tender.toolkit.bridge;

import io.tender.extender.client.RequestBody;
import io.tender.extender.kube.BindingReader;
import io.tender.extender.kube.FilterAnswer;
import io.tender.extender.kube.FilterReader;
import io.tender.extender.kube.KubeMode;
import io.tender.extender.kube.KubeRequests;
import io.tender.extender.kube.PriorityReader;
import io.tender.extender.kube.VictimMapReader;
import io.tender.extender.server.Agent;
import io.tender.extender.server.Answer;
import io.tender.extender.server.Candidate;
import io.tender.extender.server.Question;
import io.tender.extender.server.Task;
import io.tender.extender.server.Verdict;
import io.tender.extender.server.Victims;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Asks an extender of kube-scheduler. */
final class KubeTarget extends Target {
    private final KubeForms forms;
    private final KubeMode mode;
    private final Consumer<String> warnings;
    private final AtomicBoolean warned = new AtomicBoolean();

    KubeTarget(KubeForms forms, KubeMode mode, ScoreScale scale, Consumer<String> warnings) {
        super(scale);
        this.forms = forms;
        this.mode = mode;
        this.warnings = warnings;
    }

    @Override
    Answer answer(Question question, Line line) {
        return switch (question) {
            case Question.Fit fit -> checked(fit, line);
            case Question.Rank rank -> ranked(rank, line);
            case Question.Order order -> ordered(order, line);
            case Question.Preempt preempt -> new Answer.Narrowed(preempt(preempt.task(), preempt.candidates(), line));
            case Question.Evict evict -> new Answer.Chosen(victims(evict, line));
            case Question.Bind bind -> bind(bind, line);
            default -> throw new IllegalStateException("there is no verb for " + question.kind());
        };
    }

    @Override
    boolean fits(Line line) {
        return line.has("filter");
    }

    @Override
    boolean ranks(Line line) {
        return line.has("prioritize");
    }

    private RequestBody about(Task task, List<Agent> agents) {
        byte[] pod = forms.pod(task);
        if (mode.names()) {
            return KubeRequests.ofNames(pod, names(agents));
        }
        needWhole(agents, "the extender");
        return KubeRequests.ofNodes(pod, agents.stream().map(forms::node).toList());
    }

    @Override
    List<Verdict> fit(Task task, List<Agent> agents, Line line) {
        List<String> names = names(agents);
        FilterAnswer answer =
                line.ask("filter", "filter", about(task, agents), new FilterReader(Set.copyOf(names), mode));
        Set<String> fitting = answer.fittingSet();
        return names.stream().map(name -> verdict(answer, fitting, name)).toList();
    }

    private static Verdict verdict(FilterAnswer answer, Set<String> fitting, String name) {
        if (fitting.contains(name)) {
            return Verdict.fits();
        }
        return answer.isHopeless(name) ? Verdict.never(answer.reason(name)) : Verdict.notNow(answer.reason(name));
    }

    @Override
    Map<String, Double> scores(Task task, List<Agent> agents, Line line) {
        Map<String, Double> scores = line.ask(
                "prioritize",
                "prioritize",
                about(task, agents),
                new PriorityReader(Set.copyOf(names(agents)), mode, this::clamped));
        Map<String, Double> full = new TreeMap<>();
        scores.forEach((name, score) -> full.put(name, score * FULL / PriorityReader.MOST));
        return full;
    }

    private void clamped(String score) {
        if (!warned.getAndSet(true)) {
            warnings.accept(
                    "The extender's scores are not all within 0 to 10, as kube-scheduler's are, and count as 0 or 10"
                            + " where they are not; the first was " + score
                            + ". Mend the extender, or use --compat kube, which takes them as they are. It is not said again.");
        }
    }

    private List<Candidate> preempt(Task task, List<Candidate> candidates, Line line) {
        Map<String, Candidate> byAgent = new LinkedHashMap<>();
        candidates.forEach(candidate -> byAgent.put(candidate.agent(), candidate));
        Map<String, Set<String>> possible = new LinkedHashMap<>();
        Set<String> withVictims = new LinkedHashSet<>();
        byAgent.forEach((agent, candidate) -> {
            possible.put(agent, uids(candidate.victims()));
            if (!candidate.victims().isEmpty()) {
                withVictims.add(agent);
            }
        });
        Map<String, VictimMapReader.Left> left = line.ask(
                "preempt", "preempt", victims(task, byAgent), new VictimMapReader(possible, withVictims, mode));
        return byAgent.values().stream()
                .flatMap(candidate ->
                        Optional.ofNullable(left.get(candidate.agent()))
                                .map(kept -> narrowed(candidate, kept))
                                .stream())
                .toList();
    }

    /** With as many violations as the extender counts: of fewer victims there may be fewer. */
    private static Candidate narrowed(Candidate candidate, VictimMapReader.Left left) {
        return new Candidate(
                candidate.agent(),
                candidate.victims().stream()
                        .filter(victim -> left.uids().contains(victim.key()))
                        .toList(),
                left.violations());
    }

    private static Set<String> uids(List<Task> tasks) {
        return tasks.stream().map(Task::key).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private RequestBody victims(Task task, Map<String, Candidate> byAgent) {
        byte[] pod = forms.pod(task);
        if (mode.names()) {
            Map<String, KubeRequests.Victims<String>> uids = new LinkedHashMap<>();
            byAgent.forEach((agent, candidate) -> uids.put(
                    agent, new KubeRequests.Victims<>(List.copyOf(uids(candidate.victims())), candidate.violations())));
            return KubeRequests.ofVictimUids(pod, uids);
        }
        Map<String, KubeRequests.Victims<byte[]>> pods = new LinkedHashMap<>();
        byAgent.forEach((agent, candidate) -> {
            needWholeTasks(candidate.victims(), "the extender");
            pods.put(
                    agent,
                    new KubeRequests.Victims<>(
                            candidate.victims().stream().map(forms::pod).toList(), candidate.violations()));
        });
        return KubeRequests.ofVictims(pod, pods);
    }

    /** One node, as batch sessions ask it; a node that is dropped is a veto. */
    private Victims victims(Question.Evict evict, Line line) {
        List<Task> evictees = evict.evictees();
        if (evictees.isEmpty()) {
            return Victims.abstain();
        }
        String agent = evictees.getFirst().agent().orElse("");
        if (agent.isEmpty() || !evictees.stream().allMatch(task -> task.agent().equals(Optional.of(agent)))) {
            throw new Untellable("Got evictees that are not all said to be on one node; expected a node for each:"
                    + " kube-scheduler's extenders are asked about victims by node");
        }
        List<Candidate> left = preempt(evict.evictor(), List.of(new Candidate(agent, evictees, 0)), line);
        return left.isEmpty() ? Victims.nobody() : Victims.these(left.getFirst().victims());
    }

    private static Answer bind(Question.Bind bind, Line line) {
        Task task = bind.task();
        if (task.uid().isEmpty() || task.name().isEmpty()) {
            throw new Untellable("Got a task without a name or a uid; expected both: a pod is bound by them");
        }
        String error = line.tell(
                "bind",
                KubeRequests.ofBinding(
                        task.namespace(), task.name(), task.uid(), bind.agent().name()),
                new BindingReader(),
                false);
        return new Answer.Done(error.isEmpty() ? Optional.empty() : Optional.of(error));
    }
}
