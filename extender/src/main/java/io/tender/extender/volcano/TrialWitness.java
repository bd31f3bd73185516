package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.shadow.Comparison;
import io.tender.extender.shadow.Example;
import io.tender.extender.shadow.Trial;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Contest;
import io.tender.spi.batch.Evictable;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import io.tender.spi.batch.Witness;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Has an extender on trial asked, after each decision, what it would have said. On the session's thread the question is put
 * into bytes and what was decided is noted; everything else happens later, elsewhere, or not at all. What waits for that holds
 * names and bytes, and nothing of the session: many sessions may pass until a slow extender answers.
 */
final class TrialWitness implements Witness {
    private final Trial trial;
    private final SessionTalk talk;
    private final ManagedResources managed;
    private final Wording wording;
    private final NodeBytes nodeBytes;
    private final Optional<Reference> reference;
    private final Crew crew;
    private final Instant time;

    /**
     * The extender whose answers count instead of what all decide together.
     *
     * @param answers what it said in the session that is open
     * @param ranks whether it gives scores for a task
     */
    record Reference(Supplier<Said> answers, Predicate<TaskView> ranks) {
        Said said() {
            return answers.get();
        }
    }

    TrialWitness(
            Trial trial,
            SessionTalk talk,
            ManagedResources managed,
            Wording wording,
            NodeBytes nodeBytes,
            Optional<Reference> reference,
            Crew crew,
            Instant time) {
        this.trial = trial;
        this.talk = talk;
        this.managed = managed;
        this.wording = wording;
        this.nodeBytes = nodeBytes;
        this.reference = reference;
        this.crew = crew;
        this.time = time;
    }

    private boolean asks(Question question) {
        return talk.settings().asks(question);
    }

    @Override
    public boolean wantsContest(TaskView task) {
        return (asks(Question.BATCH_PREDICATE) || asks(Question.PREDICATE) || asks(Question.PRIORITIZE))
                && managed.concerns(task)
                && trial.hasRoom();
    }

    @Override
    public void contest(Contest contest) {
        TaskView task = contest.task();
        List<Contest.Contender> asked = picked(contest);
        boolean roomToCome =
                contest.chosen().isPresent() && !contest.chosen().get().idle().covers(task.request());
        if (asked.isEmpty() || (talk.settings().isKube() && roomToCome)) {
            return;
        }
        NodeStanding standing = standing(contest, asked);
        List<NodeView> nodes = asked.stream().map(Contest.Contender::node).toList();
        List<NodeView> accepted = asked.stream()
                .filter(Contest.Contender::fits)
                .map(Contest.Contender::node)
                .toList();
        NodeTrial questions = new NodeTrial(trial, talk, task.job(), standing, crew);
        if (asks(Question.BATCH_PREDICATE)) {
            questions.together(
                    wording.fit(talk.envelope(), task, nodes, nodes.size()), wording.fitReader(nodes, nodes.size()));
        } else if (asks(Question.PREDICATE)) {
            byte[] encoded = talk.dialect().task(task);
            questions.oneByOne(nodes.stream()
                    .map(node -> talk.envelope()
                            .put("task", encoded)
                            .put("node", nodeBytes.of(node))
                            .body())
                    .toList());
        }
        if (asks(Question.PRIORITIZE) && accepted.size() > 1) {
            questions.ranked(wording.scores(talk.envelope(), task, accepted), wording.scoreReader(accepted));
        }
        trial.later(questions.bytes(), questions);
    }

    /** As many as it is asked about at most, spread evenly, and the chosen one in any case. */
    private List<Contest.Contender> picked(Contest contest) {
        List<Contest.Contender> all = contest.contenders();
        int most = trial.settings().nodes();
        if (all.size() <= most) {
            return all;
        }
        TreeSet<Integer> places = new TreeSet<>();
        for (int i = 0; i < most; i++) {
            places.add((int) ((long) i * all.size() / most));
        }
        for (int i = 0; i < all.size() && contest.chosen().isPresent(); i++) {
            if (all.get(i).node().index() == contest.chosen().get().index()) {
                places.add(i);
            }
        }
        return places.stream().map(all::get).toList();
    }

    private NodeStanding standing(Contest contest, List<Contest.Contender> asked) {
        List<NodeStanding.Entry> entries = new ArrayList<>();
        Optional<Integer> chosen = Optional.empty();
        for (Contest.Contender contender : asked) {
            if (contest.chosen().isPresent()
                    && contest.chosen().get().index() == contender.node().index()) {
                chosen = Optional.of(entries.size());
            }
            entries.add(entry(contest.task(), contender));
        }
        return new NodeStanding(
                contest.task().job().id() + "/" + contest.task().name(),
                time,
                reference.isPresent(),
                entries,
                chosen,
                talk.settings().weight());
    }

    private NodeStanding.Entry entry(TaskView task, Contest.Contender contender) {
        NodeView node = contender.node();
        OptionalDouble sum = contender.fits() ? OptionalDouble.of(contender.score()) : OptionalDouble.empty();
        if (reference.isEmpty()) {
            return new NodeStanding.Entry(node.name(), Optional.of(contender.fits()), sum, contender.fits(), sum);
        }
        Said said = reference.get().said();
        OptionalDouble theirs = said.score(task, node);
        OptionalDouble others = theirs.isPresent()
                ? OptionalDouble.of(contender.score() - theirs.getAsDouble())
                : reference.get().ranks().test(task) ? OptionalDouble.empty() : sum;
        return new NodeStanding.Entry(
                node.name(), said.verdict(task, node).map(Verdict::isFit), theirs, contender.fits(), others);
    }

    @Override
    public void eviction(
            HookKind<Evictable> kind, TaskView evictor, List<TaskView> all, List<? extends TaskView> victims) {
        Question question = kind.equals(HookKind.PREEMPTABLE) ? Question.PREEMPTABLE : Question.RECLAIMABLE;
        if (!asks(question) || !managed.concerns(evictor) || !trial.hasRoom()) {
            return;
        }
        Optional<Said.Eviction> theirs = reference.flatMap(other -> other.said().eviction(question, evictor, all));
        // It is asked what the other was asked.
        List<TaskView> evictees = theirs.map(Said.Eviction::evictees).orElse(all);
        Optional<VictimReader.Choice<VictimComparison.Evictee>> decided = (reference.isEmpty()
                        ? Optional.of(Victims.of(victims))
                        : theirs.map(Said.Eviction::answer))
                .map(VictimComparison::noted);
        VictimComparison comparison = new VictimComparison(
                label(question),
                time,
                evictor.job().id() + "/" + evictor.name(),
                evictees.stream().map(VictimComparison.Evictee::of).toList(),
                reference.isPresent());
        ask(
                question,
                evictor.job(),
                wording.victims(talk.envelope(), evictor, evictees),
                wording.victimReader(evictees, VictimComparison.Evictee::of),
                own -> decided.map(choice -> comparison.of(choice, own)));
    }

    @Override
    public void admission(JobView job, boolean admitted) {
        Question question = Question.JOB_ENQUEUEABLE;
        boolean judged = job.job().minResources().isPresent() || talk.settings().everyJob();
        if (!judged || !asks(question) || !JobQuestions.concerns(managed, talk.settings(), job) || !trial.hasRoom()) {
            return;
        }
        Optional<Boolean> decided = reference.isEmpty()
                ? Optional.of(admitted)
                : reference.get().said().vote(question, job).map(vote -> vote.kind() != Vote.Kind.REJECT);
        boolean direct = reference.isPresent();
        Truth truth = truth(question, job.id().toString(), decided);
        ask(
                question,
                job,
                talk.envelope().put("job", talk.dialect().job(job)).body(),
                DecisionReaders.vote(talk.settings().isVolcano()),
                // Who leaves it to the others differs from nobody, unless it is compared with one of them.
                own -> own.kind() == Vote.Kind.ABSTAIN && !direct
                        ? Optional.empty()
                        : truth.beside(own.kind() != Vote.Kind.REJECT, own.reason()));
    }

    @Override
    public void readiness(JobView job, boolean ready) {
        if (asks(Question.JOB_READY) && JobQuestions.concerns(managed, talk.settings(), job) && trial.hasRoom()) {
            truth(
                    Question.JOB_READY,
                    Optional.of(job),
                    job.id().toString(),
                    decided(Question.JOB_READY, job, ready),
                    talk.envelope().put("job", talk.dialect().job(job)).body(),
                    DecisionReaders.ready(talk.settings().isVolcano()));
        }
    }

    @Override
    public void turn(QueueView queue, boolean mayGoOn) {
        if (asks(Question.QUEUE_OVERUSED) && trial.hasRoom()) {
            truth(
                    Question.QUEUE_OVERUSED,
                    Optional.empty(),
                    queue.queue().name(),
                    decided(Question.QUEUE_OVERUSED, queue, mayGoOn),
                    talk.envelope().put("queue", talk.dialect().queue(queue)).body(),
                    DecisionReaders.overused(talk.settings().isVolcano()));
        }
    }

    private Optional<Boolean> decided(Question question, Object about, boolean together) {
        return reference.isEmpty()
                ? Optional.of(together)
                : reference.get().said().answer(question, about).map(Answer::yes);
    }

    private void truth(
            Question question,
            Optional<JobView> job,
            String about,
            Optional<Boolean> decided,
            RequestBody body,
            AnswerReader<Answer> reader) {
        String subject = job.map(one -> one.id().toString()).orElse("");
        Truth truth = truth(question, about, decided);
        ask(question, subject, body, reader, own -> truth.beside(own.yes(), own.reason()));
    }

    private Truth truth(Question question, String about, Optional<Boolean> decided) {
        return new Truth(label(question), time, reference.isPresent(), about, decided);
    }

    /** What was decided with a yes or no; empty if that is not known. */
    private record Truth(String verb, Instant time, boolean direct, String about, Optional<Boolean> decided) {
        Optional<Comparison> beside(boolean own, String reason) {
            return decided.map(yes -> new Comparison(
                    verb,
                    direct,
                    yes == own ? 1 : 0,
                    yes && !own ? 1 : 0,
                    !yes && own ? 1 : 0,
                    OptionalDouble.empty(),
                    Optional.empty(),
                    () -> new Example(
                            time,
                            verb,
                            about,
                            yes ? "yes" : "no",
                            own ? "yes" : "no" + (reason.isEmpty() ? "" : ": " + reason),
                            List.of())));
        }
    }

    private String label(Question question) {
        return talk.settings().label(question);
    }

    /** What becomes of an answer. */
    private interface Reading<T> {
        Optional<Comparison> compared(T own);
    }

    private <T> void ask(Question question, JobView job, RequestBody body, AnswerReader<T> reader, Reading<T> reading) {
        ask(question, job.id().toString(), body, reader, reading);
    }

    private <T> void ask(
            Question question, String subject, RequestBody body, AnswerReader<T> reader, Reading<T> reading) {
        trial.later(body.length(), asking(trial, talk, question, subject, body, reader, reading));
    }

    /** Static, since whoever holds the witness holds the session. */
    private static <T> Runnable asking(
            Trial trial,
            SessionTalk talk,
            Question question,
            String subject,
            RequestBody body,
            AnswerReader<T> reader,
            Reading<T> reading) {
        return () -> {
            Outcome<T> outcome = talk.aside(question, subject, body, reader);
            trial.called(talk.settings().label(question), outcome);
            outcome.value().flatMap(reading::compared).ifPresent(trial::compared);
        };
    }
}
