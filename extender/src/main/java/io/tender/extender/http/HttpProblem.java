package io.tender.extender.http;

import io.tender.model.BrokenRule;
import java.time.Duration;
import java.util.Optional;

/** A request that is not answered as its caller hoped: the status and the words it gets. */
public final class HttpProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Optional<Duration> retryAfter;
    private final transient Optional<String> allowed;

    private HttpProblem(int status, String message, Optional<Duration> retryAfter, Optional<String> allowed) {
        super(message);
        this.status = status;
        this.retryAfter = retryAfter;
        this.allowed = allowed;
    }

    public static HttpProblem of(int status, String message) {
        return new HttpProblem(status, message, Optional.empty(), Optional.empty());
    }

    /** A refusal that says what was got, what was expected and what to do. */
    public static HttpProblem of(int status, BrokenRule rule) {
        return of(status, String.valueOf(rule.getMessage()));
    }

    /** Too much is going on: the caller may try again after a while. */
    public static HttpProblem busy(String message, Duration retryAfter) {
        return new HttpProblem(503, message, Optional.of(retryAfter), Optional.empty());
    }

    /** What is there is asked by another method: the answer names the one that it knows, as HTTP demands. */
    public static HttpProblem otherMethod(String message, String allowed) {
        return new HttpProblem(405, message, Optional.empty(), Optional.of(allowed));
    }

    public int status() {
        return status;
    }

    Optional<Duration> retryAfter() {
        return retryAfter;
    }

    Optional<String> allowed() {
        return allowed;
    }
}
