package io.tender.extender.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.hc.core5.http.HttpException;

/** The tries of one call, from the first request to the value or the last failure. */
final class Conversation<T> {
    /** What all conversations of a client share. */
    record Means(
            ExtenderSettings settings,
            ClientSurroundings surroundings,
            Transport transport,
            RequestWriter writer,
            ReplyReader reader) {}

    private final Means means;
    private final Call<T> call;
    private final Flight flight;
    private final FailureFinder failures;
    private final ExtenderMeters.OfVerb meters;
    private final Optional<CallTracer.Step> step;
    private final TraceParent trace;
    private final Optional<Capture> heard;
    private int attempts;
    private OptionalInt status = OptionalInt.empty();

    /** @param heard where the answer is kept for the recording, if there is one */
    Conversation(
            Means means,
            Call<T> call,
            Flight flight,
            FailureFinder failures,
            ExtenderMeters.OfVerb meters,
            Optional<Capture> heard) {
        this.means = means;
        this.call = call;
        this.flight = flight;
        this.failures = failures;
        this.meters = meters;
        this.heard = heard;
        this.step = means.surroundings().tracer().begin(failures.target(), call.subject());
        this.trace = step.map(CallTracer.Step::context).orElseGet(this::ownTrace);
    }

    private TraceParent ownTrace() {
        return call.parent()
                .map(parent -> parent.child(means.surroundings().chance()))
                .orElseGet(() -> TraceParent.fresh(means.surroundings().chance()));
    }

    /** Tells whoever follows the call how it ended. */
    void ended(Outcome<T> outcome) {
        step.ifPresent(followed -> followed.ended(outcome.label(), outcome.attempts(), status));
    }

    Call<T> call() {
        return call;
    }

    Flight flight() {
        return flight;
    }

    FailureFinder failures() {
        return failures;
    }

    ExtenderMeters.OfVerb meters() {
        return meters;
    }

    TraceParent trace() {
        return trace;
    }

    OptionalInt status() {
        return status;
    }

    Optional<Capture> heard() {
        return heard;
    }

    Outcome<T> failed(ExtenderFailure failure) {
        return new Outcome.Failed<>(failure, flight.elapsed(), attempts);
    }

    /** Tries until there is an answer, or no reason or no time to try again. */
    Outcome<T> converse() {
        try {
            while (true) {
                attempts++;
                try {
                    return once();
                } catch (CallFailed failed) {
                    if (!pausedBeforeNext(failed.failure())) {
                        return failed(flight.isShut() ? failures.closed() : failed.failure());
                    }
                    meters.repeated();
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return failed(failures.interrupted());
        }
    }

    private boolean pausedBeforeNext(ExtenderFailure failure) throws InterruptedException {
        RetrySettings retries = means.settings().retries();
        if (!call.isRepeatedAfter(failure) || attempts > retries.most()) {
            return false;
        }
        Duration pause = Backoff.before(attempts, retries, means.surroundings().chance());
        // Waiting for a deadline that leaves no time to try would only hide what happened.
        if (Times.nanos(pause) >= flight.remaining()) {
            return false;
        }
        flight.enter(Phase.BACKING_OFF);
        try {
            return Nap.taken(means.surroundings().pause(), pause, flight) && flight.remaining() > 0;
        } catch (DeadlinePassed tooLate) {
            return false;
        }
    }

    private Outcome<T> once() throws CallFailed, InterruptedException {
        status = OptionalInt.empty();
        heard.ifPresent(Capture::restart);
        long now = means.surroundings().ticker().nanos();
        long sentBefore = flight.sent();
        try {
            Request request = means.writer().request(call, failures.target().endpoint(), trace, flight, now);
            Reply reply = means.transport().exchange(request, flight);
            status = OptionalInt.of(reply.status());
            means.writer().heard(reply, request.endpoint());
            ReplyReader.Read<T> read = means.reader().read(reply, call, flight, failures, heard, meters::received);
            return new Outcome.Answered<>(
                    read.value(), flight.elapsed(), attempts, request.body().length(), read.bytes());
        } catch (IOException | HttpException broken) {
            throw new CallFailed(failures.of(broken, 0, OptionalLong.empty()));
        } finally {
            meters.sent(flight.sent() - sentBefore);
        }
    }
}
