package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.BreakerState;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.Ticker;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import java.util.Optional;

/**
 * Lets a program elsewhere take part in batch scheduling, over HTTP: a hook for each verb that has a path. Calls end by
 * their deadline and all calls of a session by the session's budget, whatever that program does.
 */
public final class ExtenderPlugin implements BatchPlugin {
    /** Messages about outcomes that wait for an extender to come back: a few hundred sessions' worth. */
    private static final int MOST_UNTOLD = 1_000;

    private static final long MOST_UNTOLD_BYTES = 16L << 20;

    private final PluginSettings settings;
    private final Dialect dialect;
    private final ExtenderClient client;
    private final Ticker ticker;
    private final FailureWatch watch;
    private final ManagedResources managed;
    private final NodeBytes nodeBytes;
    private final Snapshots snapshots;
    private final Outcomes outcomes;
    private final Crew crew;
    private final KeptAnswers<Verdict> lastingVerdicts = new KeptAnswers<>(KeptAnswers.USUAL_ANSWERS);
    private final KeptAnswers<Double> lastingScores = new KeptAnswers<>(KeptAnswers.USUAL_ANSWERS);
    private Optional<SessionTalk> current = Optional.empty();

    /** @throws IllegalArgumentException when a file that the settings name cannot be used */
    ExtenderPlugin(PluginSettings settings, ClientSurroundings surroundings) {
        this.settings = settings;
        this.dialect = Dialect.of(settings.dialect());
        this.client = new ExtenderClient(settings.client(), surroundings);
        this.ticker = surroundings.ticker();
        this.watch = new FailureWatch(settings.name(), surroundings.registry());
        this.managed = new ManagedResources(settings.managed());
        this.nodeBytes = new NodeBytes(dialect, NodeBytes.USUAL_BYTES);
        this.snapshots = new Snapshots(settings.snapshot(), nodeBytes);
        this.outcomes = new Outcomes(settings.name(), MOST_UNTOLD, MOST_UNTOLD_BYTES);
        this.crew = new Crew("tender-extender-" + settings.name());
    }

    private SessionTalk talk(SessionView session) {
        return new SessionTalk(client, settings, dialect, watch, ticker, session.id());
    }

    @Override
    public Hooks open(SessionView session) {
        SessionTalk talk = talk(session);
        current = Optional.of(talk);
        outcomes.tellAgain(talk);
        if (settings.asks(Question.ON_SESSION_OPEN)
                && snapshots.open(session, talk) instanceof Asked.Failed<Boolean> failed
                && !failed.consequence().isUnasked()) {
            return closed(talk, failed.reason());
        }
        Hooks hooks = Hooks.none();
        nodeHooks(hooks, talk);
        jobHooks(hooks, talk);
        if (settings.asks(Question.PREEMPTABLE)) {
            hooks.preemptable(new EvictionQuestion(Question.PREEMPTABLE, talk, managed));
        }
        if (settings.asks(Question.RECLAIMABLE)) {
            hooks.reclaimable(new EvictionQuestion(Question.RECLAIMABLE, talk, managed));
        }
        PlacementEvents events = new PlacementEvents(talk, managed, nodeBytes);
        if (settings.asks(Question.ALLOCATE)) {
            hooks.allocateHandler(events::allocated);
        }
        if (settings.asks(Question.BIND)) {
            hooks.binder(events);
        }
        afterwards(hooks, talk);
        return hooks;
    }

    private void nodeHooks(Hooks hooks, SessionTalk talk) {
        KeptAnswers<Verdict> verdicts =
                settings.stateless() ? lastingVerdicts : new KeptAnswers<>(KeptAnswers.USUAL_ANSWERS);
        KeptAnswers<Double> scores =
                settings.stateless() ? lastingScores : new KeptAnswers<>(KeptAnswers.USUAL_ANSWERS);
        if (settings.asks(Question.BATCH_PREDICATE)) {
            hooks.batchPredicate(new NodeBatchCheck(talk, managed, nodeBytes, verdicts, scores));
        } else if (settings.asks(Question.PREDICATE)) {
            hooks.batchPredicate(new NodeChecks(talk, managed, nodeBytes, verdicts, crew));
        }
        if (settings.asks(Question.PRIORITIZE)) {
            hooks.batchNodeOrder(new NodeScores(talk, managed, nodeBytes, scores));
        }
    }

    private void jobHooks(Hooks hooks, SessionTalk talk) {
        JobQuestions jobs = new JobQuestions(talk, managed);
        if (settings.asks(Question.JOB_ENQUEUEABLE)) {
            hooks.jobEnqueueable(jobs::vote);
        }
        if (settings.asks(Question.JOB_ENQUEUED)) {
            hooks.jobEnqueued(jobs::enqueued);
        }
        if (settings.asks(Question.JOB_READY)) {
            hooks.jobReady(jobs::isReady);
        }
        if (settings.asks(Question.QUEUE_OVERUSED)) {
            hooks.overused(jobs::mayGoOn);
        }
    }

    /** What it is told in any session, also one it took no part in: its running tasks may still be evicted. */
    private void afterwards(Hooks hooks, SessionTalk talk) {
        if (settings.asks(Question.DEALLOCATE)) {
            hooks.deallocateHandler(new PlacementEvents(talk, managed, nodeBytes)::deallocated);
        }
        if (settings.asks(Question.COMMIT) || settings.asks(Question.ABORT)) {
            hooks.outcomeListener((committed, aborted) -> {
                outcomes.tell(talk, Question.COMMIT, managed.of(committed));
                outcomes.tell(talk, Question.ABORT, managed.of(aborted));
            });
        }
    }

    /** A session it could not be told of, and must not be left out of: nothing is done for those it looks after. */
    private Hooks closed(SessionTalk talk, String reason) {
        Hooks hooks = Hooks.none();
        hooks.prePredicate(task -> managed.concerns(task) ? Verdict.error(reason) : Verdict.fits());
        // Whatever it would have been asked: without it nothing is known about those.
        hooks.jobEnqueueable(job -> managed.concerns(job) ? Vote.reject(reason) : Vote.abstain());
        hooks.preemptable((evictor, evictees) -> refused(evictor, reason));
        hooks.reclaimable((evictor, evictees) -> refused(evictor, reason));
        afterwards(hooks, talk);
        return hooks;
    }

    private Victims refused(TaskView evictor, String reason) {
        return managed.concerns(evictor) ? Victims.none(reason) : Victims.abstain();
    }

    @Override
    public void sessionClosed(SessionView session) {
        if (settings.asks(Question.ON_SESSION_CLOSE)) {
            SessionTalk talk =
                    current.filter(open -> open.session().equals(session.id())).orElseGet(() -> talk(session));
            talk.tell(Question.ON_SESSION_CLOSE, talk.envelope().body(), AnswerReader.ignoringBody(true));
        }
        if (current.filter(open -> !open.isSpent()).isPresent()) {
            watch.keptBudget();
        }
        current = Optional.empty();
    }

    /** What it is called in metrics, errors and refusals. */
    public String name() {
        return settings.name();
    }

    /** Whether it is asked at present. */
    public BreakerState breakerState() {
        return client.breakerState();
    }

    /** How often a node was encoded. */
    long encodings() {
        return nodeBytes.encodings();
    }

    /** How many messages wait to be told again. */
    int untold() {
        return outcomes.untold();
    }

    @Override
    public void close() {
        outcomes.close();
        client.close();
    }
}
