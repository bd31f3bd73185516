package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.RequestBody;
import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.ShadowSettings;
import io.tender.extender.shadow.Stops;
import io.tender.extender.shadow.Trial;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An extender plugin in the mode shadow or canary: what it is asked about the jobs it does not decide for. A canary has
 * a client of its own for that, so that nothing it is asked here is in the way of what it is asked where it decides.
 */
final class OnTrial implements AutoCloseable {
    private final Trial trial;
    private final ExtenderClient client;
    /** Beside that of the plugin, which decides for the share of a canary. */
    private final Optional<ExtenderClient> own;

    private final Parts parts;
    private String session = "";
    private boolean deciding;
    private Optional<SessionTalk> current = Optional.empty();

    /** What it shares with the plugin. */
    record Parts(
            PluginSettings settings,
            Dialect dialect,
            Wording wording,
            NodeBytes nodeBytes,
            Snapshots snapshots,
            FailureWatch watch,
            Crew crew,
            ExtenderClient client,
            ClientSurroundings surroundings,
            Map<String, ?> given,
            Stops stops) {}

    OnTrial(ShadowSettings shadow, Parts parts) {
        this.parts = parts;
        // Two cannot write one recording; that of what it decides is kept.
        this.own = shadow.mode() == Mode.CANARY
                ? Optional.of(new ExtenderClient(parts.settings().client().withoutRecording(), parts.surroundings()))
                : Optional.empty();
        this.client = own.orElse(parts.client());
        this.trial = new Trial(parts.settings().name(), shadow, parts.given(), parts.stops(), parts.surroundings());
    }

    Trial trial() {
        return trial;
    }

    /** Whether it decides for a job in a session. That is settled once per session, or it could stop half-way through a gang. */
    boolean decides(String inSession, JobView job) {
        return decidesAtAll(inSession)
                && trial.settings().share().holds(job.id().toString());
    }

    boolean decidesAtAll(String inSession) {
        if (!session.equals(inSession)) {
            session = inSession;
            trial.begin();
            deciding = trial.decides();
        }
        return deciding;
    }

    /**
     * Has it look on at a session, and told what there is to tell.
     *
     * @param managed what it is a shadow for
     * @param told whether it was told already that the session opens
     */
    void open(
            Hooks hooks,
            SessionView view,
            ManagedResources managed,
            Optional<TrialWitness.Reference> reference,
            boolean told) {
        SessionTalk talk = new SessionTalk(
                client,
                parts.settings(),
                parts.dialect(),
                parts.watch(),
                parts.surroundings().ticker(),
                view.id());
        current = told ? Optional.empty() : Optional.of(talk);
        if (!told && asks(Question.ON_SESSION_OPEN) && trial.hasRoom()) {
            tell(talk, Question.ON_SESSION_OPEN, parts.snapshots().whole(view, talk));
        }
        hooks.witness(new TrialWitness(
                trial,
                talk,
                managed,
                parts.wording(),
                parts.nodeBytes(),
                reference,
                parts.crew(),
                parts.surroundings().wallClock().instant()));
        events(hooks, talk, managed);
    }

    private boolean asks(Question question) {
        return parts.settings().asks(question);
    }

    /** It hears of everything but what would have it act: {@code bind} is for who decides. */
    private void events(Hooks hooks, SessionTalk talk, ManagedResources managed) {
        if (asks(Question.JOB_ENQUEUED)) {
            hooks.jobEnqueued(job -> {
                if (JobQuestions.concerns(managed, parts.settings(), job) && trial.hasRoom()) {
                    tell(
                            talk,
                            Question.JOB_ENQUEUED,
                            talk.envelope().put("job", talk.dialect().job(job)).body());
                }
            });
        }
        if (asks(Question.ALLOCATE)) {
            hooks.allocateHandler(task -> {
                tell(talk, Question.ALLOCATE, managed, task);
                return Answer.ofYes();
            });
        }
        if (asks(Question.DEALLOCATE)) {
            hooks.deallocateHandler(task -> tell(talk, Question.DEALLOCATE, managed, task));
        }
        if (asks(Question.COMMIT) || asks(Question.ABORT)) {
            hooks.outcomeListener((committed, aborted) -> {
                tell(talk, Question.COMMIT, managed.of(committed));
                tell(talk, Question.ABORT, managed.of(aborted));
            });
        }
    }

    private void tell(SessionTalk talk, Question question, ManagedResources managed, TaskView task) {
        if (managed.concerns(task) && trial.hasRoom()) {
            tell(
                    talk,
                    question,
                    talk.envelope().put("task", talk.dialect().task(task)).body());
        }
    }

    private void tell(SessionTalk talk, Question question, List<TaskView> tasks) {
        if (!tasks.isEmpty() && asks(question) && trial.hasRoom()) {
            tell(
                    talk,
                    question,
                    talk.envelope().list("tasks", talk.dialect().tasks(tasks)).body());
        }
    }

    private void tell(SessionTalk talk, Question question, RequestBody body) {
        trial.later(
                body.length(),
                () -> trial.called(
                        parts.settings().label(question),
                        talk.aside(question, "", body, AnswerReader.ignoringBody(true))));
    }

    void sessionClosed() {
        current.filter(talk -> asks(Question.ON_SESSION_CLOSE) && trial.hasRoom())
                .ifPresent(talk ->
                        tell(talk, Question.ON_SESSION_CLOSE, talk.envelope().body()));
        current = Optional.empty();
    }

    @Override
    public void close() {
        trial.close();
        own.ifPresent(ExtenderClient::close);
    }
}
