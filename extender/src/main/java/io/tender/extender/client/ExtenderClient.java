package io.tender.extender.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client of one extender. A call waits on the caller's thread, platform or virtual, and ends by its deadline whatever
 * the peer does; every ending is an {@link Outcome}. Safe to be used from many threads.
 *
 * <p>A call passes, in this order: the cap of requests, the budget, the breaker, the bulkhead, and then as many tries as
 * the settings and the deadline allow.
 */
public final class ExtenderClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderClient.class);

    private final ExtenderSettings settings;
    private final ClientSurroundings surroundings;
    private final Ticker ticker;
    private final Breaker breaker;
    private final Bulkhead bulkhead;
    private final Conversation.Means means;
    private final Secrets secrets;
    private final ExtenderMeters meters;
    private final Transport transport;
    private final Watchdog watchdog;
    private final List<ExchangeRecorder> recorders = new ArrayList<>();
    private final Optional<FileRecorder> ownRecorder;
    private final int recordedBytes;
    private final AtomicLong unrecorded = new AtomicLong();
    /** What the last call got that counts against the peer: while the breaker is open, why it is. */
    private volatile String lastGot = "";

    private volatile boolean closed;

    /** @throws IllegalArgumentException when a file that the settings name cannot be used */
    public ExtenderClient(ExtenderSettings settings, ClientSurroundings surroundings) {
        this.settings = settings;
        this.surroundings = surroundings;
        this.ticker = surroundings.ticker();
        Optional<TokenFile> token =
                settings.tokenFile().map(file -> new TokenFile(settings.name(), file, ticker.nanos()));
        TlsSource tls = TlsSource.of(settings);
        this.breaker = new Breaker(settings.breaker());
        this.bulkhead = new Bulkhead(settings.bulkhead());
        this.secrets = Secrets.of(settings.headers().values(), settings.endpoint(), token);
        this.meters = new ExtenderMeters(surroundings.registry(), settings.name());
        this.ownRecorder = settings.recording().map(recording -> new FileRecorder(settings.name(), recording));
        ownRecorder.ifPresent(recorders::add);
        surroundings.recorder().ifPresent(recorders::add);
        this.recordedBytes =
                recorders.stream().mapToInt(ExchangeRecorder::bodyBytes).max().orElse(0);
        Resolver resolver = new Resolver(surroundings.lookup());
        this.transport = switch (settings.httpVersion()) {
            case HTTP_1_1 -> new Http1Transport(settings, new Http1Connector(resolver, tls, meters), ticker);
            case HTTP_2 ->
                new Http2Transport(settings, tls, resolver, ticker, ReplyReader.ERROR_BODY + secrets.longest());
        };
        this.means = new Conversation.Means(
                settings,
                surroundings,
                transport,
                new RequestWriter(settings, token),
                new ReplyReader(settings.limits()));
        this.watchdog = new Watchdog(
                "tender-extender-" + settings.name(),
                ticker,
                settings.bulkhead().inFlight(),
                transport::evictIdle);
        if (!recorders.isEmpty()) {
            meters.gauge(
                    "tender.extender.recording.dropped",
                    "Exchanges that were not recorded",
                    () -> unrecorded.get()
                            + ownRecorder.map(FileRecorder::dropped).orElse(0L),
                    Double::sum);
        }
        meters.gauge("tender.extender.in.flight", "Calls under way", bulkhead::inFlight, Double::sum);
        meters.gauge("tender.extender.queued", "Calls that wait for their turn", bulkhead::waiting, Double::sum);
        meters.gauge(
                "tender.extender.breaker.state",
                "0 closed, 1 half-open, 2 open",
                () -> breaker.state().level(),
                Math::max);
    }

    public ExtenderSettings settings() {
        return settings;
    }

    public BreakerState breakerState() {
        return breaker.state();
    }

    /** Lets the metrics of a verb be there from now on, and not from the first call: who watches them sees that nothing failed yet. */
    public void expect(Verb verb) {
        meters.of(verb);
    }

    /** Asks, within the extender's deadline or the call's own. */
    public <T> Outcome<T> call(Call<T> call) {
        return call(call, Optional.empty());
    }

    /** Asks, and spends the budget while doing so; it may end the call before its deadline. */
    public <T> Outcome<T> call(Call<T> call, Budget budget) {
        return call(call, Optional.of(budget));
    }

    private <T> Outcome<T> call(Call<T> call, Optional<Budget> budget) {
        long start = ticker.nanos();
        long left = budget.map(shared -> shared.enter(start)).orElse(Long.MAX_VALUE);
        try {
            Instant started = recorders.isEmpty()
                    ? Instant.EPOCH
                    : surroundings.wallClock().instant();
            Conversation<T> conversation = conversation(call, start, left, budget);
            Outcome<T> outcome = admitted(conversation);
            conversation.meters().ended(outcome.label(), outcome.latency());
            conversation.ended(outcome);
            if (!recorders.isEmpty()) {
                record(conversation, outcome, started);
            }
            return outcome;
        } finally {
            budget.ifPresent(shared -> shared.leave(ticker.nanos()));
        }
    }

    private <T> Conversation<T> conversation(Call<T> call, long start, long left, Optional<Budget> budget) {
        Duration deadline = call.deadline().orElse(settings.deadline());
        long own = Times.nanos(deadline);
        Flight flight = new Flight(ticker, start, start + Math.min(own, left));
        Target target = new Target(settings.name(), call.verb(), call.method(), call.endpoint(settings.endpoint()));
        // A call that had half its deadline and found no answer in it is slow, whatever the budget says.
        Function<Phase, ExtenderFailure> timeIsUp = left < own
                ? phase -> new ExtenderFailure.BudgetSpent(
                        target, phase, budget.orElseThrow().total(), flight.hadFairChance(own))
                : phase -> new ExtenderFailure.TimedOut(target, phase, deadline);
        return new Conversation<>(
                means,
                call,
                flight,
                new FailureFinder(
                        target,
                        flight,
                        secrets.at(target.endpoint()),
                        settings.limits().answerBytes(),
                        timeIsUp),
                meters.of(call.verb()),
                recorders.isEmpty() ? Optional.empty() : Optional.of(new Capture(recordedBytes, secrets.longest())));
    }

    /** Past the caps, the breaker and the bulkhead, or not. */
    private <T> Outcome<T> admitted(Conversation<T> conversation) {
        Target target = conversation.failures().target();
        Flight flight = conversation.flight();
        long length = conversation.call().body().length();
        long cap = settings.limits().requestBytes();
        if (closed) {
            return conversation.failed(new ExtenderFailure.Closed(target, flight.phase()));
        }
        if (length > cap) {
            return conversation.failed(new ExtenderFailure.RequestTooLarge(target, length, cap));
        }
        if (settings.endpoint().tls() && !target.endpoint().tls() && hasCredentials()) {
            return conversation.failed(new ExtenderFailure.Broken(
                    target, flight.phase(), "credentials meant for https, and an address that is not encrypted,"));
        }
        if (flight.remaining() <= 0) {
            return conversation.failed(conversation.failures().late());
        }
        Optional<Breaker.Refused> refusal = breaker.refusal(ticker.nanos());
        if (refusal.isPresent()) {
            return conversation.failed(breakerOpen(target, refusal.get()));
        }
        try {
            return switch (bulkhead.enter(flight)) {
                case FULL ->
                    conversation.failed(new ExtenderFailure.BulkheadFull(
                            target,
                            settings.bulkhead().inFlight(),
                            settings.bulkhead().queued()));
                case TOO_LATE -> conversation.failed(conversation.failures().late());
                case ENTERED -> inFlight(conversation);
            };
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return conversation.failed(conversation.failures().interrupted());
        }
    }

    private boolean hasCredentials() {
        return settings.tokenFile().isPresent() || !settings.headers().isEmpty();
    }

    private <T> Outcome<T> inFlight(Conversation<T> conversation) {
        int slot = watchdog.watch(conversation.flight());
        try {
            conversation.flight().admitted();
            // Asked again: while this call waited for its turn, others may have found that nobody is there.
            Breaker.Asked asked = breaker.ask(ticker.nanos());
            return switch (asked.admission()) {
                case Breaker.Refused refused ->
                    conversation.failed(breakerOpen(conversation.failures().target(), refused));
                case Breaker.Admitted admission -> judged(conversation, admission, asked.change());
            };
        } finally {
            watchdog.release(slot);
            bulkhead.leave();
        }
    }

    /** Talks, and tells the breaker how it went. */
    private <T> Outcome<T> judged(
            Conversation<T> conversation, Breaker.Admitted admission, Optional<Breaker.Change> before) {
        boolean judged = false;
        try {
            before.ifPresent(change -> tell(change, ""));
            Outcome<T> outcome = conversation.converse();
            Optional<Breaker.Change> after = Optional.empty();
            switch (outcome) {
                case Outcome.Answered<T> answered -> after = breaker.succeeded(admission);
                case Outcome.Failed<T> failed -> {
                    if (blamesPeer(failed.failure(), conversation)) {
                        lastGot = failed.failure().got();
                        after = breaker.failed(admission, ticker.nanos());
                    } else {
                        breaker.forgotten(admission);
                    }
                }
            }
            judged = true;
            after.ifPresent(change -> tell(
                    change,
                    outcome instanceof Outcome.Failed<T> failed
                            ? failed.failure().got()
                            : ""));
            return outcome;
        } finally {
            if (!judged) {
                breaker.forgotten(admission);
            }
        }
    }

    /** A call that spent its time waiting for its turn says nothing about the peer. */
    private <T> boolean blamesPeer(ExtenderFailure failure, Conversation<T> conversation) {
        boolean fair = !(failure instanceof ExtenderFailure.TimedOut late)
                || conversation.flight().hadFairChance(Times.nanos(late.deadline()));
        return failure.blamesPeer() && fair;
    }

    private ExtenderFailure breakerOpen(Target target, Breaker.Refused refused) {
        long wait = Math.max(0, refused.retryAt() - ticker.nanos());
        return new ExtenderFailure.BreakerOpen(
                target, surroundings.wallClock().instant().plusNanos(wait), lastGot);
    }

    private void tell(Breaker.Change change, String lastFailure) {
        if (change.to() == BreakerState.OPEN) {
            meters.breakerOpened();
        }
        if (!surroundings.breakerLogged()) {
            return;
        }
        if (change.to() == BreakerState.OPEN) {
            LOG.warn(
                    "Extender '{}': breaker {} -> OPEN for {}; {} of the last {} calls failed, this one with {}",
                    settings.name(),
                    change.from(),
                    Times.shown(Duration.ofNanos(change.openNanos())),
                    change.failed(),
                    change.looked(),
                    lastFailure);
        } else {
            LOG.info("Extender '{}': breaker {} -> {}", settings.name(), change.from(), change.to());
        }
    }

    /** Whatever goes wrong with it, the call has its outcome. */
    private <T> void record(Conversation<T> conversation, Outcome<T> outcome, Instant started) {
        for (ExchangeRecorder recorder : recorders) {
            try {
                recorder.record(exchange(conversation, outcome, started));
            } catch (RuntimeException | IOException broken) {
                notRecorded(broken);
            }
        }
    }

    private void notRecorded(Exception broken) {
        if (unrecorded.getAndIncrement() == 0) {
            LOG.warn(
                    "Extender '{}': an exchange could not be recorded ({}); further ones are counted only",
                    settings.name(),
                    broken.getClass().getName());
        }
    }

    private <T> Exchange exchange(Conversation<T> conversation, Outcome<T> outcome, Instant started)
            throws IOException {
        Call<T> call = conversation.call();
        Secrets ours = conversation.failures().secrets();
        // As it was asked, since it may be asked again: it is the peer that may echo what was for it alone.
        Capture asked = Capture.of(call.body(), recordedBytes, 0);
        Exchange.Body question = new Exchange.Body(asked.bytes(), asked.length(), asked.limit());
        return new Exchange(
                started,
                conversation.failures().target(),
                conversation.trace(),
                call.contentType(),
                call.idempotencyKey(),
                question,
                conversation.status(),
                conversation
                        .heard()
                        .map(heard -> kept(heard, () -> ours.besides(question.bytes())))
                        .orElse(Exchange.Body.NONE),
                outcome.latency(),
                outcome.attempts(),
                outcome.label(),
                outcome instanceof Outcome.Failed<T> failed ? failed.failure().message() : "");
    }

    private static Exchange.Body kept(Capture capture, Supplier<Secrets> secrets) {
        return new Exchange.Body(capture.bytes(), capture.length(), Optional.of(secrets), capture.limit());
    }

    /** Ends the calls under way, as {@link ExtenderFailure.Closed}, and lets go of everything. */
    @Override
    public void close() {
        closed = true;
        watchdog.close();
        transport.close();
        ownRecorder.ifPresent(ExchangeRecorder::close);
        meters.close();
    }
}
