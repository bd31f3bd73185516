package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.BreakerState;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.Ticker;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.extender.shadow.ExtenderReport;
import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.ShadowSettings;
import io.tender.extender.shadow.Stops;
import io.tender.extender.shadow.Trial;
import io.tender.model.Suggestion;
import io.tender.model.batch.JobId;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.Evictable;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Lets a program elsewhere take part in batch scheduling, over HTTP: a hook for each verb that has a path. Calls end by
 * their deadline and all calls of a session by the session's budget, whatever that program does.
 */
public final class ExtenderPlugin implements BatchPlugin {
    /** Messages about outcomes that wait for an extender to come back: a few hundred sessions' worth. */
    private static final int MOST_UNTOLD = 1_000;

    private static final long MOST_UNTOLD_BYTES = 16L << 20;

    /** Where the jobs are that it has no say about: they need not be told apart. */
    private static final int NO_SIDE = 0;

    private final PluginSettings settings;
    private final Dialect dialect;
    private final ExtenderClient client;
    private final Ticker ticker;
    private final FailureWatch watch;
    private final ManagedResources all;
    /** What it decides about in the current session. */
    private ManagedResources managed;

    private final NodeBytes nodeBytes;
    private final Wording wording;
    private final Snapshots snapshots;
    private final Outcomes outcomes;
    private final Crew crew;
    private final KeptAnswers<Verdict> lastingVerdicts = new KeptAnswers<>(KeptAnswers.USUAL_ANSWERS);
    private final KeptAnswers<Double> lastingScores = new KeptAnswers<>(KeptAnswers.USUAL_ANSWERS);
    private final ExtenderBoard board;
    private final String fingerprint;
    private final Optional<OnTrial> onTrial;
    /** Those on trial in its place: where one of them decides, it does not. */
    private List<OnTrial> understudies = List.of();

    private Optional<ExtenderPlugin> shadowed = Optional.empty();
    /** With the others of its settings, once it has met them. */
    private Company company;

    private Optional<SessionTalk> current = Optional.empty();
    private Optional<Said> said = Optional.empty();
    private final ExtenderBoard.Entry entry = new ExtenderBoard.Entry() {
        @Override
        public ExtenderReport report() {
            return ExtenderPlugin.this.report();
        }

        @Override
        public boolean resume() {
            return onTrial.map(trial -> trial.trial().resume()).orElse(false);
        }
    };

    /**
     * @param given its arguments, as they were given
     * @throws IllegalArgumentException when a file that the settings name cannot be used
     */
    ExtenderPlugin(
            PluginSettings settings,
            ShadowSettings shadow,
            Map<String, ?> given,
            ClientSurroundings surroundings,
            ExtenderBoard board) {
        this.settings = settings;
        this.dialect = Dialect.of(settings.dialect(), settings.everyJob());
        this.client = new ExtenderClient(settings.client(), surroundings);
        this.ticker = surroundings.ticker();
        this.watch = new FailureWatch(settings.name(), surroundings.registry(), settings::label, ticker);
        this.all = new ManagedResources(settings.managed());
        this.managed = all;
        this.nodeBytes = new NodeBytes(dialect, NodeBytes.USUAL_BYTES);
        this.wording = settings.isKube()
                ? new KubeWording(settings.kube().mode(), dialect, nodeBytes, watch)
                : new VerbWording(settings, dialect, nodeBytes);
        this.snapshots = new Snapshots(settings.snapshot(), nodeBytes);
        this.outcomes = new Outcomes(settings.name(), watch, MOST_UNTOLD, MOST_UNTOLD_BYTES);
        this.crew = new Crew("tender-extender-" + settings.name());
        this.onTrial = shadow.mode() == Mode.DECIDE
                ? Optional.empty()
                : Optional.of(new OnTrial(
                        shadow,
                        new OnTrial.Parts(
                                settings,
                                dialect,
                                wording,
                                nodeBytes,
                                snapshots,
                                watch,
                                crew,
                                client,
                                surroundings,
                                given,
                                board.stops())));
        this.company = new Company(ticker);
        this.board = board;
        this.fingerprint = Stops.fingerprint(given);
        board.add(entry);
    }

    /** What the former one could not tell yet is told by this one. */
    @Override
    public void succeed(BatchPlugin former) {
        if (former instanceof ExtenderPlugin extender && canContinue(extender)) {
            extender.outcomes.leaveTo(outcomes, settings::asks);
        }
    }

    /** Whether it can tell what another one was to tell: under the same name, in the same words. */
    private boolean canContinue(ExtenderPlugin other) {
        return name().equals(other.name())
                && settings.dialect() == other.settings.dialect()
                && onTrial.isPresent() == other.onTrial.isPresent();
    }

    private ExtenderReport report() {
        return new ExtenderReport(
                settings.name(),
                "batch",
                settings.client().endpoint().toString(),
                client.breakerState().label(),
                onTrial.map(trial -> trial.trial().report()));
    }

    /** Finds the one whose place it is to take; one that decides must be allowed beside those named before it. */
    @Override
    public Optional<String> meet(SortedMap<String, BatchPlugin> plugins) {
        company = plugins.values().stream()
                .filter(ExtenderPlugin.class::isInstance)
                .map(first -> ((ExtenderPlugin) first).company)
                .findFirst()
                .orElse(company);
        understudies = plugins.values().stream()
                .filter(other -> other instanceof ExtenderPlugin plugin && plugin.isFor(this, plugins))
                .flatMap(other -> ((ExtenderPlugin) other).onTrial.stream())
                .toList();
        Optional<String> name =
                onTrial.flatMap(trial -> trial.trial().settings().shadowOf());
        if (name.isEmpty()) {
            return onTrial.isPresent() ? Optional.empty() : KubeRules.broken(settings, decidingBefore(plugins));
        }
        shadowed = Optional.ofNullable(plugins.get(name.get()))
                .filter(other -> other instanceof ExtenderPlugin plugin && plugin.onTrial.isEmpty())
                .map(ExtenderPlugin.class::cast);
        return shadowed.isPresent()
                ? Optional.empty()
                : Optional.of("extender.shadowOf is '" + name.get() + "', expected an extender that decides"
                        + Suggestion.sentence(name.get(), new TreeSet<>(plugins.keySet())));
    }

    /** Settings of the deciding extenders whose names come first, so that of two that clash one says so. */
    private List<PluginSettings> decidingBefore(SortedMap<String, BatchPlugin> plugins) {
        return plugins.values().stream()
                .takeWhile(other -> other != this)
                .filter(other -> other instanceof ExtenderPlugin plugin && plugin.onTrial.isEmpty())
                .map(other -> ((ExtenderPlugin) other).settings)
                .toList();
    }

    private boolean isFor(ExtenderPlugin other, Map<String, BatchPlugin> plugins) {
        return onTrial.flatMap(trial -> trial.trial().settings().shadowOf())
                .map(plugins::get)
                .filter(other::equals)
                .isPresent();
    }

    private SessionTalk talk(SessionView session) {
        return new SessionTalk(
                client,
                settings,
                dialect,
                watch,
                ticker,
                session.id(),
                company.in(session.id()),
                heard -> onTrial.ifPresent(
                        trial -> trial.trial().called(settings.label(heard.question()), heard.outcome())));
    }

    @Override
    public Hooks open(SessionView session) {
        said = understudies.isEmpty() ? Optional.empty() : Optional.of(new Said(settings.equalTasks()));
        // What a slow shadow is still to be asked must not hold the session.
        String id = session.id();
        if (onTrial.isEmpty()) {
            board.stops().inUse(settings.name(), fingerprint);
            // Without any there is nobody to ask for each task and node.
            return decide(
                    session,
                    understudies.isEmpty()
                            ? all
                            : all.among(job -> understudies.stream().noneMatch(other -> other.decides(id, job))));
        }
        OnTrial trial = onTrial.get();
        boolean decides = trial.decidesAtAll(id);
        Hooks hooks = Hooks.none();
        if (decides) {
            hooks = decide(session, all.among(job -> trial.decides(id, job)));
            hooks.jobSplit(job -> trial.decides(id, job) ? 1 : 0);
        }
        trial.open(hooks, session, all.among(job -> !trial.decides(id, job)), reference(), decides);
        return hooks;
    }

    private Optional<TrialWitness.Reference> reference() {
        // The one it is compared with may be opened after it: what it says is looked for when it has said it.
        return shadowed.map(plugin -> new TrialWitness.Reference(
                plugin::said, task -> plugin.settings.asks(Question.PRIORITIZE) && plugin.managed.concerns(task)));
    }

    private Said said() {
        return said.orElseGet(() -> new Said(settings.equalTasks()));
    }

    /** Takes part in a session. */
    private Hooks decide(SessionView session, ManagedResources concerned) {
        managed = concerned;
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
            hooks.preemptable(noted(Question.PREEMPTABLE, talk));
        }
        if (settings.asks(Question.RECLAIMABLE)) {
            hooks.reclaimable(noted(Question.RECLAIMABLE, talk));
        }
        PlacementEvents events = new PlacementEvents(talk, managed, wording);
        if (settings.asks(Question.ALLOCATE)) {
            hooks.allocateHandler(events::allocated);
        }
        if (settings.asks(Question.BIND)) {
            hooks.binder(events);
        }
        afterwards(hooks, talk);
        return hooks;
    }

    private Evictable noted(Question question, SessionTalk talk) {
        Evictable asked = new EvictionQuestion(question, talk, managed, wording);
        return said.map(notes -> notes.noting(question, asked)).orElse(asked);
    }

    private BatchPredicate noted(BatchPredicate asked) {
        return said.map(notes -> notes.noting(asked)).orElse(asked);
    }

    private BatchNodeOrder noted(BatchNodeOrder asked) {
        return said.map(notes -> notes.noting(asked)).orElse(asked);
    }

    private <A> A noted(Question question, Object about, A answer) {
        said.ifPresent(notes -> notes.note(question, List.of(about), answer));
        return answer;
    }

    private void nodeHooks(Hooks hooks, SessionTalk talk) {
        KeptAnswers<Verdict> verdicts =
                settings.stateless() ? lastingVerdicts : new KeptAnswers<>(KeptAnswers.USUAL_ANSWERS);
        KeptAnswers<Double> scores =
                settings.stateless() ? lastingScores : new KeptAnswers<>(KeptAnswers.USUAL_ANSWERS);
        Forecasts forecasts = new Forecasts(Forecasts.USUAL_STATES);
        if (settings.asks(Question.BATCH_PREDICATE)) {
            hooks.batchPredicate(noted(batchCheck(talk, verdicts, scores, forecasts)));
        } else if (settings.asks(Question.PREDICATE)) {
            hooks.batchPredicate(noted(new NodeChecks(talk, managed, nodeBytes, verdicts, crew)));
        }
        if (settings.asks(Question.PRIORITIZE)) {
            hooks.batchNodeOrder(noted(new NodeScores(talk, managed, wording, scores, forecasts)));
        }
        if (settings.tellsJobsApart()) {
            Map<JobId, Integer> sides = new HashMap<>();
            hooks.jobSplit(job ->
                    managed.concerns(job) ? sides.computeIfAbsent(job.id(), unused -> 1 + sides.size()) : NO_SIDE);
        }
    }

    private BatchPredicate batchCheck(
            SessionTalk talk, KeptAnswers<Verdict> verdicts, KeptAnswers<Double> scores, Forecasts forecasts) {
        KubeSettings kube = settings.kube();
        BatchPredicate check = kube.filtersByList()
                ? new NodeListFilter(talk, managed, wording)
                : new NodeBatchCheck(talk, managed, wording, verdicts, scores, forecasts);
        // An answer that holds whatever is placed on a node cannot wait for room on it.
        return settings.isKube() && !settings.looksAtNodesAlone() ? new FreeNodesFilter(check, kube.ignored()) : check;
    }

    private void jobHooks(Hooks hooks, SessionTalk talk) {
        JobQuestions jobs = new JobQuestions(talk, managed);
        if (settings.asks(Question.JOB_ENQUEUEABLE)) {
            hooks.jobEnqueueable(new AdmissionVote(
                    job -> noted(Question.JOB_ENQUEUEABLE, job, jobs.vote(job)), settings.everyJob()));
        }
        if (settings.asks(Question.JOB_ENQUEUED)) {
            hooks.jobEnqueued(jobs::enqueued);
        }
        if (settings.asks(Question.JOB_READY)) {
            hooks.jobReady(job -> noted(Question.JOB_READY, job, jobs.isReady(job)));
        }
        // A queue has jobs on both sides of a canary's share, so a canary leaves it to the others.
        if (settings.asks(Question.QUEUE_OVERUSED) && onTrial.isEmpty()) {
            hooks.overused(queue -> noted(Question.QUEUE_OVERUSED, queue, jobs.mayGoOn(queue)));
        }
    }

    /** What it is told in any session, also one it took no part in: its running tasks may still be evicted. */
    private void afterwards(Hooks hooks, SessionTalk talk) {
        if (settings.asks(Question.DEALLOCATE)) {
            hooks.deallocateHandler(new PlacementEvents(talk, managed, wording)::deallocated);
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
        // Whatever it would have been asked, and whatever is switched off: without it nothing is known about those.
        hooks.firm(HookKind.PRE_PREDICATE, task -> managed.concerns(task) ? Verdict.error(reason) : Verdict.fits());
        hooks.firm(
                HookKind.JOB_ENQUEUEABLE,
                new AdmissionVote(
                        job -> managed.concerns(job) ? Vote.reject(reason) : Vote.abstain(), settings.everyJob()));
        hooks.firm(HookKind.PREEMPTABLE, (evictor, evictees) -> refused(evictor, reason));
        hooks.firm(HookKind.RECLAIMABLE, (evictor, evictees) -> refused(evictor, reason));
        afterwards(hooks, talk);
        return hooks;
    }

    private Victims refused(TaskView evictor, String reason) {
        return managed.concerns(evictor) ? Victims.none(reason) : Victims.abstain();
    }

    @Override
    public void sessionClosed(SessionView session) {
        onTrial.ifPresent(OnTrial::sessionClosed);
        if (onTrial.filter(trial -> !trial.decidesAtAll(session.id())).isPresent()) {
            return;
        }
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

    @Override
    public Set<String> ignoredResources() {
        // Who does not decide about all tasks cannot be left to count for all of them.
        return onTrial.isPresent() ? Set.of() : settings.kube().ignored();
    }

    /** What it is called in metrics, errors and refusals. */
    public String name() {
        return settings.name();
    }

    /** Whether it is asked at present. */
    public BreakerState breakerState() {
        return client.breakerState();
    }

    /** How it does, if it is a shadow or a canary. */
    public Optional<Trial> trial() {
        return onTrial.map(OnTrial::trial);
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
        board.remove(entry);
        onTrial.ifPresent(OnTrial::close);
        outcomes.close();
        client.close();
    }
}
