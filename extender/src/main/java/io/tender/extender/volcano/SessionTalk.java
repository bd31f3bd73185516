package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.Budget;
import io.tender.extender.client.Call;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.JsonTolerance;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.Ticker;
import io.tender.extender.client.Verb;
import io.tender.extender.json.Envelope;
import io.tender.extender.json.Json;
import io.tender.spi.batch.JobView;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Talks to an extender for one session: within the session's budget, and with its id on every request. */
final class SessionTalk {
    static final String SESSION_HEADER = "Tender-Session";

    /** Calls that are about the session, or about many jobs. */
    private static final String NOTHING = "";

    /** What keys begin with, behind the names, that are of calls whose answers do not count. */
    private static final String ASIDE = "aside:";

    private static final int LONGEST_ID = 120;
    private static final Pattern NOT_SENDABLE = Pattern.compile("[^\\x21-\\x7e]");
    /** Whatever the session cost, its end is told: closing, committed, aborted, and one to spare. */
    private static final int LAST_WORDS = 4;

    private final ExtenderClient client;
    private final PluginSettings settings;
    private final Dialect dialect;
    private final FailureWatch watch;
    private final String session;
    private final byte[] encodedSession;
    private final String sendableSession;
    private final Budget budget;
    private final Budget lastWords;
    private final Budget oldWords;
    /** For one that was given up: nothing more for questions, and one time-out for its last words. */
    private final Budget lastWord;

    private final Ticker ticker;
    private final Patience patience;
    private final Patience.Part part;
    private final Consumer<Heard> listener;
    private final AtomicLong events = new AtomicLong();

    /** How a question that counts ended. */
    record Heard(Question question, Outcome<?> outcome) {}

    SessionTalk(
            ExtenderClient client,
            PluginSettings settings,
            Dialect dialect,
            FailureWatch watch,
            Ticker ticker,
            String session) {
        this(client, settings, dialect, watch, ticker, session, new Patience(ticker), unused -> {});
    }

    /**
     * @param patience what all extenders of the session have together for what is in vain
     * @param listener told how each question ended that counts
     */
    SessionTalk(
            ExtenderClient client,
            PluginSettings settings,
            Dialect dialect,
            FailureWatch watch,
            Ticker ticker,
            String session,
            Patience patience,
            Consumer<Heard> listener) {
        this.patience = patience;
        this.part = patience.part(settings.client().deadline(), settings.sessionBudget());
        this.ticker = ticker;
        this.listener = listener;
        this.client = client;
        this.settings = settings;
        this.dialect = dialect;
        this.watch = watch;
        this.session = session;
        this.encodedSession = Json.text(session);
        String sendable = NOT_SENDABLE.matcher(session).replaceAll("_");
        this.sendableSession =
                sendable.isEmpty() ? "_" : sendable.substring(0, Math.min(LONGEST_ID, sendable.length()));
        this.budget = Budget.of(settings.sessionBudget(), ticker);
        this.lastWords = Budget.of(settings.client().deadline().multipliedBy(LAST_WORDS), ticker);
        this.oldWords = Budget.of(settings.client().deadline().multipliedBy(LAST_WORDS), ticker);
        this.lastWord = Budget.of(settings.client().deadline(), ticker);
    }

    String session() {
        return session;
    }

    PluginSettings settings() {
        return settings;
    }

    Dialect dialect() {
        return dialect;
    }

    FailureWatch watch() {
        return watch;
    }

    Envelope envelope() {
        Envelope envelope = Envelope.empty();
        return dialect.namesSession() ? envelope.put("sessionId", encodedSession) : envelope;
    }

    /** Unique among all that is told in this session, by whomever: one service may be several extenders, or a canary. */
    String nextKey(Question question) {
        return nextKey(question.label());
    }

    private String nextKey(String about) {
        return sendableSession + ":" + settings.name() + ":" + about + ":" + events.incrementAndGet();
    }

    /** @param body made only if there is time left to send it: some questions are asked for each node of each task */
    <T> Asked<T> ask(Question question, Supplier<RequestBody> body, AnswerReader<T> reader) {
        return ask(question, NOTHING, body, reader);
    }

    /** The same about a job, or a task of it. */
    <T> Asked<T> ask(Question question, JobView about, Supplier<RequestBody> body, AnswerReader<T> reader) {
        return ask(question, subject(about), body, reader);
    }

    private <T> Asked<T> ask(Question question, String subject, Supplier<RequestBody> body, AnswerReader<T> reader) {
        RequestBody sent = isSpent() ? RequestBody.EMPTY : body.get();
        return judge(question, client.call(about(subject, call(question, sent, reader)), budgetOf(question)));
    }

    private static String subject(JobView job) {
        return job.id().toString();
    }

    private static <T> Call<T> about(String subject, Call<T> call) {
        return subject.isEmpty() ? call : call.about(subject);
    }

    /** Whether nothing is left of what its questions may take; each then fails without being sent. */
    boolean isSpent() {
        return budget.remaining().isZero() || part.isGivenUp();
    }

    /** Tells of an event under a key of its own. */
    <T> Asked<T> tell(Question question, RequestBody body, AnswerReader<T> reader) {
        return tell(question, body, reader, nextKey(question));
    }

    /** The same about a job, or a task of it. */
    <T> Asked<T> tell(Question question, JobView about, RequestBody body, AnswerReader<T> reader) {
        return tell(question, subject(about), body, reader, nextKey(question), budgetOf(question));
    }

    <T> Asked<T> tell(Question question, RequestBody body, AnswerReader<T> reader, String key) {
        return tell(question, NOTHING, body, reader, key, budgetOf(question));
    }

    /** What an earlier session could not tell; this one's own last words keep their time. */
    Asked<Boolean> tellAgain(Question question, RequestBody body, String key) {
        return tell(question, NOTHING, body, AnswerReader.ignoringBody(true), key, oldWords);
    }

    boolean hasTimeToTellAgain() {
        return !oldWords.remaining().isZero();
    }

    private <T> Asked<T> tell(
            Question question, String subject, RequestBody body, AnswerReader<T> reader, String key, Budget spending) {
        Call<T> call = about(subject, call(question, body, reader).idempotencyKey(key));
        if (!settings.knowsKeys()) {
            // Services written for other schedulers do not know keys: they are not told twice what they may have heard.
            call = call.repeatedOnlyAfter(ExtenderFailure::surelyUnheard);
        }
        return judge(question, client.call(call, spending));
    }

    private static boolean isLastWord(Question question) {
        return question == Question.ON_SESSION_CLOSE || question == Question.COMMIT || question == Question.ABORT;
    }

    private Budget budgetOf(Question question) {
        if (part.isGivenUp()) {
            return isLastWord(question) ? lastWord : Budget.spent(patience.total(), ticker);
        }
        return isLastWord(question) ? lastWords : budget;
    }

    /** Asks, and leaves it open what a failure means. */
    <T> Outcome<T> attempt(Question question, RequestBody body, AnswerReader<T> reader) {
        return client.call(call(question, body, reader), budgetOf(question));
    }

    /**
     * Asks somebody whose answer does not count: no budget is spent, and a failure means nothing.
     *
     * @param subject the job that it is about; empty for none
     */
    <T> Outcome<T> aside(Question question, String subject, RequestBody body, AnswerReader<T> reader) {
        Call<T> call = about(subject, call(question, body, reader));
        // A canary that decides for some tasks is told of these beside, and counts anew here.
        return client.call(question.isEvent() ? call.idempotencyKey(nextKey(ASIDE + question.label())) : call);
    }

    private <T> Call<T> call(Question question, RequestBody body, AnswerReader<T> reader) {
        Call<T> call = Call.post(new Verb(settings.label(question)), body, reader)
                .at(Objects.requireNonNull(settings.verbs().get(question), question.label()))
                .header(SESSION_HEADER, sendableSession)
                .safeToRepeat();
        if (settings.knowsKeys()) {
            // Python writes NaN, and is to be told which number it is: readers refuse it with better words than a
            // parser.
            return call.tolerating(
                    JsonTolerance.DUPLICATE_KEYS, JsonTolerance.TRAILING_CONTENT, JsonTolerance.NON_FINITE_NUMBERS);
        }
        return settings.readsAsGo()
                ? call.tolerating(JsonTolerance.DUPLICATE_KEYS, JsonTolerance.TRAILING_CONTENT)
                : call;
    }

    <T> Asked<T> judge(Question question, Outcome<T> outcome) {
        listener.accept(new Heard(question, outcome));
        return switch (outcome) {
            case Outcome.Answered<T> answered -> {
                watch.answered(question);
                yield new Asked.Answered<>(answered.answer());
            }
            case Outcome.Failed<T> failed -> {
                ExtenderFailure failure = failed.failure();
                if (failed.attempts() > 0) {
                    part.waitedInVain(failed.latency());
                }
                Consequence consequence = FailureTable.after(failure, settings.consequence(question));
                String reason = failure.headline() + " Got " + failure.got() + "; expected " + failure.expected()
                        + "; to do: " + failure.toDo() + ".";
                if (failure instanceof ExtenderFailure.BudgetSpent && !isLastWord(question)) {
                    watch.overBudget(question, consequence, reason);
                } else {
                    watch.failed(question, consequence, reason);
                }
                yield new Asked.Failed<>(consequence, reason);
            }
        };
    }
}
