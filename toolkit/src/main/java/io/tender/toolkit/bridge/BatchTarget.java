package io.tender.toolkit.bridge;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.RequestBody;
import io.tender.extender.json.Envelope;
import io.tender.extender.server.Agent;
import io.tender.extender.server.Answer;
import io.tender.extender.server.Candidate;
import io.tender.extender.server.Question;
import io.tender.extender.server.Task;
import io.tender.extender.server.Verdict;
import io.tender.extender.server.Victims;
import io.tender.extender.server.Vote;
import io.tender.extender.volcano.VerbReplies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks an extender of Volcano, one node at a time, or one that speaks Tender's own form, about all nodes at once. */
final class BatchTarget extends Target {
    /** As many as Volcano itself has under way for a task. */
    private static final int AT_ONCE = 16;

    private final BatchForms forms;
    private final boolean volcano;

    BatchTarget(BatchForms forms, boolean volcano, ScoreScale scale) {
        super(scale);
        this.forms = forms;
        this.volcano = volcano;
    }

    @Override
    Answer answer(Question question, Line line) {
        return switch (question) {
            case Question.Fit fit -> checked(fit, line);
            case Question.Rank rank -> ranked(rank, line);
            case Question.Order order -> ordered(order, line);
            case Question.Evict evict -> new Answer.Chosen(victims(evict, line));
            case Question.Preempt preempt -> new Answer.Narrowed(preempt(preempt, line));
            case Question.Admit admit ->
                new Answer.Voted(vote(line.ask(
                        "jobEnqueueable",
                        "jobEnqueueable",
                        about("job", forms.job(admit.job())),
                        VerbReplies.vote(volcano))));
            case Question.Ready ready ->
                new Answer.Truth(line.ask(
                                "jobReady",
                                "jobReady",
                                about("job", forms.job(ready.job())),
                                VerbReplies.ready(volcano))
                        .yes());
            case Question.Overused overused ->
                new Answer.Truth(!line.ask(
                                "queueOverused",
                                "queueOverused",
                                about("queue", forms.queue(overused.queue())),
                                VerbReplies.overused(volcano))
                        .yes());
            case Question.Admitted admitted -> told("jobEnqueued", about("job", forms.job(admitted.job())), line);
            case Question.Allocated allocated ->
                done("allocateFunc", about("task", forms.task(allocated.task())), line);
            case Question.Deallocated deallocated ->
                done("deallocateFunc", about("task", forms.task(deallocated.task())), line);
            case Question.Bind bind -> bind(bind, line);
            case Question.Committed committed -> told("commit", tasks(committed.tasks()), line);
            case Question.Aborted aborted -> told("abort", tasks(aborted.tasks()), line);
            case Question.SessionOpened opened -> opened(opened, line);
            case Question.SessionClosed closed ->
                told("onSessionClose", session(closed.session()).body(), line);
        };
    }

    /** Volcano's form has one node in a request. */
    @Override
    int calls(Question question) {
        return switch (question) {
            case Question.Fit fit -> volcano ? fit.agents().size() : 1;
            case Question.Order order -> volcano ? order.offers().size() : 1;
            case Question.Preempt preempt -> preempt.candidates().size();
            default -> 1;
        };
    }

    @Override
    boolean fits(Line line) {
        return line.has(volcano ? "predicate" : "batchPredicate");
    }

    @Override
    boolean ranks(Line line) {
        return line.has("prioritize");
    }

    private static RequestBody about(String name, byte[] what) {
        return Envelope.empty().put(name, what).body();
    }

    private RequestBody tasks(List<Task> tasks) {
        return Envelope.empty()
                .list("tasks", tasks.stream().map(forms::task).toList())
                .body();
    }

    @Override
    List<Verdict> fit(Task task, List<Agent> agents, Line line) {
        needWhole(agents, "the extender");
        if (agents.isEmpty()) {
            return List.of();
        }
        byte[] encoded = forms.task(task);
        if (volcano) {
            return SideBySide.each(
                    agents,
                    AT_ONCE,
                    agent -> verdict(line.ask(
                            "predicate",
                            "predicate",
                            Envelope.empty()
                                    .put("task", encoded)
                                    .put("node", forms.agent(agent))
                                    .body(),
                            VerbReplies.verdict(true))));
        }
        RequestBody body = Envelope.empty()
                .put("task", encoded)
                .list("nodes", agents.stream().map(forms::agent).toList())
                .put("enough", agents.size())
                .body();
        return line.ask("batchPredicate", "batchPredicate", body, VerbReplies.verdicts(names(agents))).stream()
                .map(BatchTarget::verdict)
                .toList();
    }

    private static Verdict verdict(io.tender.spi.batch.Verdict said) {
        if (!(said instanceof io.tender.spi.batch.Verdict.Refused refused)) {
            return Verdict.fits();
        }
        String reason = refused.reason().isBlank() ? "refused" : refused.reason();
        return refused.code().hope() ? Verdict.notNow(reason) : Verdict.never(reason);
    }

    @Override
    Map<String, Double> scores(Task task, List<Agent> agents, Line line) {
        needWhole(agents, "the extender");
        RequestBody body = Envelope.empty()
                .put("task", forms.task(task))
                .list("nodes", agents.stream().map(forms::agent).toList())
                .body();
        return line.ask("prioritize", "prioritize", body, VerbReplies.scores(names(agents), volcano));
    }

    private Victims victims(Question.Evict evict, Line line) {
        String verb = evict.between() ? "reclaimable" : "preemptable";
        return chosen(verb, evict.evictor(), evict.evictees(), line)
                .map(Victims::these)
                .orElseGet(Victims::abstain);
    }

    private Optional<List<Task>> chosen(String verb, Task evictor, List<Task> evictees, Line line) {
        needWholeTasks(evictees, "the extender");
        RequestBody body = Envelope.empty()
                .put("evictor", forms.task(evictor))
                .list("evictees", evictees.stream().map(forms::task).toList())
                .body();
        AnswerReader<Optional<List<Task>>> reader =
                VerbReplies.victims(evictees, Task::key, Task::namespace, Task::name, volcano);
        return line.ask(verb, verb, body, reader);
    }

    /** A node stays in question if all its victims may go: with fewer of them there might not be room. */
    private List<Candidate> preempt(Question.Preempt preempt, Line line) {
        List<Candidate> left = new ArrayList<>();
        for (Candidate candidate : preempt.candidates()) {
            List<Task> victims = candidate.victims().stream()
                    .map(victim -> victim.agent().isPresent() ? victim : victim.on(candidate.agent()))
                    .toList();
            boolean stays = victims.isEmpty()
                    || chosen("preemptable", preempt.task(), victims, line)
                            .map(chosen -> chosen.size() == victims.size())
                            .orElse(true);
            if (stays) {
                left.add(candidate);
            }
        }
        return left;
    }

    private static Vote vote(io.tender.spi.batch.Vote said) {
        return switch (said.kind()) {
            case PERMIT -> Vote.permit();
            case ABSTAIN -> Vote.abstain();
            case REJECT -> Vote.reject(said.reason());
        };
    }

    private Answer bind(Question.Bind bind, Line line) {
        // Of the node its name is enough, and more kube-scheduler does not say.
        return done(
                "bind",
                Envelope.empty()
                        .put("task", forms.task(bind.task()))
                        .put("node", forms.agent(bind.agent()))
                        .body(),
                line);
    }

    private Answer done(String verb, RequestBody body, Line line) {
        io.tender.spi.batch.Verdict said = line.tell(verb, body, VerbReplies.verdict(volcano), !volcano);
        return new Answer.Done(
                said instanceof io.tender.spi.batch.Verdict.Refused refused
                        ? Optional.of(refused.reason())
                        : Optional.empty());
    }

    private Answer told(String verb, RequestBody body, Line line) {
        line.tell(verb, body, AnswerReader.ignoringBody(true), !volcano);
        return Answer.Done.well();
    }

    private static Envelope session(Optional<String> session) {
        Envelope envelope = Envelope.empty();
        return session.isPresent() ? envelope.put("sessionId", session.get()) : envelope;
    }

    private Answer opened(Question.SessionOpened opened, Line line) {
        try {
            line.ask(
                    "onSessionOpen",
                    "onSessionOpen",
                    SnapshotForms.of(opened.snapshot(), forms, volcano),
                    AnswerReader.ignoringBody(true));
            return Answer.Done.well();
        } catch (Unanswered none) {
            if (none.wantsEverything()) {
                return new Answer.Unknown();
            }
            throw none;
        }
    }
}
