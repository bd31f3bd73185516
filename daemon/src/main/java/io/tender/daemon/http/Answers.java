package io.tender.daemon.http;

import io.helidon.webserver.http.ServerRequest;
import io.tender.daemon.master.MasterRefusal;
import io.tender.extender.http.HttpProblem;
import io.tender.model.BrokenRule;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for the master, and turns its refusals into statuses. */
public final class Answers {
    /** Far longer than any journal needs that is not failing. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Answers() {}

    /** The master's answer, once what it has changed is durable. */
    public static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw problem(failed.getCause() == null ? failed : failed.getCause());
        } catch (TimeoutException late) {
            throw HttpProblem.busy(
                    "The journal is not answering, so it is not known yet whether this was done: look before you try again",
                    Duration.ofSeconds(10));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw HttpProblem.busy("The daemon is stopping: try again once it is back", Duration.ofSeconds(5));
        }
    }

    /** What a caller is told of a failure; one of ours is thrown on, to be found in the log. */
    public static RuntimeException problem(Throwable failure) {
        return switch (failure) {
            case MasterRefusal refusal ->
                refusal.kind() == MasterRefusal.Kind.BUSY
                        ? HttpProblem.busy(String.valueOf(refusal.getMessage()), Duration.ofSeconds(1))
                        : HttpProblem.of(refusal.kind().httpStatus(), String.valueOf(refusal.getMessage()));
            case BrokenRule rule -> HttpProblem.of(400, String.valueOf(rule.getMessage()));
            case RuntimeException other -> other;
            default -> new IllegalStateException("The master failed", failure);
        };
    }

    /** Whatever is no POST, at an address that answers nothing else; in Mesos's words. */
    public static HttpProblem onlyPost(ServerRequest request) {
        return HttpProblem.otherMethod(
                "Expecting one of { 'POST' }, but received '"
                        + request.prologue().method().text() + "'",
                "POST");
    }

    /** What was read, if the message made sense; otherwise the request ends with Mesos's words. */
    public static <T> T valid(String message, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException | ArithmeticException wrong) {
            throw HttpProblem.of(400, "Failed to validate " + message + ": " + wrong.getMessage());
        }
    }
}
