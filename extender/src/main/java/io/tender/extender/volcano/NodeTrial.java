package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.shadow.Trial;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The questions about the nodes of one task to an extender on trial, ready to be sent, and what becomes of its answers. */
final class NodeTrial implements Runnable {
    private final Trial trial;
    private final SessionTalk talk;
    private final String job;
    private final NodeStanding standing;
    private final Crew crew;
    private Optional<Asking<List<NodeAnswer>>> fit = Optional.empty();
    private Optional<Asking<Map<String, Double>>> ranking = Optional.empty();
    private List<RequestBody> each = List.of();

    private record Asking<T>(RequestBody body, AnswerReader<T> reader) {}

    NodeTrial(Trial trial, SessionTalk talk, JobView job, NodeStanding standing, Crew crew) {
        this.trial = trial;
        this.talk = talk;
        this.job = job.id().toString();
        this.standing = standing;
        this.crew = crew;
    }

    void together(RequestBody body, AnswerReader<List<NodeAnswer>> reader) {
        fit = Optional.of(new Asking<>(body, reader));
    }

    void oneByOne(List<RequestBody> bodies) {
        each = bodies;
    }

    void ranked(RequestBody body, AnswerReader<Map<String, Double>> reader) {
        ranking = Optional.of(new Asking<>(body, reader));
    }

    long bytes() {
        return fit.map(asking -> asking.body().length()).orElse(0L)
                + ranking.map(asking -> asking.body().length()).orElse(0L)
                + each.stream().mapToLong(RequestBody::length).sum();
    }

    private <T> Outcome<T> ask(Question question, RequestBody body, AnswerReader<T> reader) {
        Outcome<T> outcome = talk.aside(question, job, body, reader);
        trial.called(talk.settings().label(question), outcome);
        return outcome;
    }

    @Override
    public void run() {
        List<Optional<Verdict>> verdicts =
                new ArrayList<>(Collections.nCopies(standing.entries().size(), Optional.empty()));
        Map<String, Double> scores = new TreeMap<>();
        if (fit.isPresent()) {
            Optional<List<NodeAnswer>> said = ask(
                            Question.BATCH_PREDICATE,
                            fit.get().body(),
                            fit.get().reader())
                    .value();
            if (said.isEmpty()) {
                return;
            }
            take(said.get(), verdicts, scores);
        } else if (!each.isEmpty()) {
            askEach(verdicts);
        }
        boolean judged = verdicts.stream().anyMatch(Optional::isPresent);
        if (judged) {
            Question question = fit.isPresent() ? Question.BATCH_PREDICATE : Question.PREDICATE;
            trial.compared(standing.verdicts(talk.settings().label(question), verdicts, ranking.isEmpty()));
        }
        ranking.ifPresent(asking -> rank(asking, verdicts, scores));
    }

    private void take(List<NodeAnswer> said, List<Optional<Verdict>> verdicts, Map<String, Double> scores) {
        for (int i = 0; i < said.size(); i++) {
            verdicts.set(i, Optional.of(said.get(i).verdict(0)));
            String node = standing.entries().get(i).name();
            said.get(i).score(0).ifPresent(score -> scores.put(node, score));
        }
    }

    private void askEach(List<Optional<Verdict>> verdicts) {
        VerdictReader reader = talk.settings().verdictReader();
        List<Optional<Verdict>> answers = Collections.synchronizedList(verdicts);
        AtomicInteger next = new AtomicInteger();
        crew.run(Math.min(each.size(), talk.settings().concurrency()), () -> {
            for (int i = next.getAndIncrement(); i < each.size(); i = next.getAndIncrement()) {
                answers.set(i, ask(Question.PREDICATE, each.get(i), reader).value());
            }
        });
    }

    /** Scores that came with the verdicts count; it is asked for them if one is missing. */
    private void rank(
            Asking<Map<String, Double>> asking, List<Optional<Verdict>> verdicts, Map<String, Double> scores) {
        boolean missing = false;
        for (int i = 0; i < verdicts.size(); i++) {
            NodeStanding.Entry entry = standing.entries().get(i);
            boolean refused =
                    verdicts.get(i).filter(verdict -> !verdict.isFit()).isPresent();
            missing |= entry.accepted() && !refused && !scores.containsKey(entry.name());
        }
        if (missing || talk.settings().scoresByList()) {
            Optional<Map<String, Double>> said =
                    ask(Question.PRIORITIZE, asking.body(), asking.reader()).value();
            if (said.isEmpty()) {
                return;
            }
            scores.putAll(said.get());
        }
        trial.compared(standing.scores(talk.settings().label(Question.PRIORITIZE), verdicts, scores));
    }
}
