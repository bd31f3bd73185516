package io.tender.extender.client;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * Why a call brought no answer. It says what happened and nothing about what follows from it: that is decided by whoever
 * called, in one place.
 */
public sealed interface ExtenderFailure {
    Target target();

    /** Short and of few kinds: the {@code outcome} of the metrics and of recordings. */
    String label();

    /** What happened, in one line. */
    String headline();

    String got();

    String expected();

    String toDo();

    /** Whether the same call might succeed when it is repeated at once, provided that it is safe to repeat. */
    default boolean worthRepeating() {
        return false;
    }

    /** Whether the peer or the way to it is to blame, so that the breaker counts it. */
    default boolean blamesPeer() {
        return true;
    }

    /** All of it, as a person reads it. Holds no secret. */
    default String message() {
        return headline() + "\n  got:      " + got() + "\n  expected: " + expected() + "\n  to do:    " + toDo();
    }

    /** The deadline passed. */
    record TimedOut(Target target, Phase phase, Duration deadline) implements ExtenderFailure {
        @Override
        public String label() {
            return "timeout";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' did not answer in time.";
        }

        @Override
        public String got() {
            return "no complete answer from " + target + " after " + Times.shown(deadline) + ", while " + phase.words();
        }

        @Override
        public String expected() {
            return "an answer within the deadline of " + Times.shown(deadline);
        }

        @Override
        public String toDo() {
            return "find out why it is slow, or give it a longer deadline";
        }
    }

    /** Nobody listens there. */
    record Refused(Target target, String what) implements ExtenderFailure {
        @Override
        public String label() {
            return "refused";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' refused the connection.";
        }

        @Override
        public String got() {
            return what + " from " + target;
        }

        @Override
        public String expected() {
            return "a server that listens there";
        }

        @Override
        public String toDo() {
            return "start the extender, or correct its endpoint";
        }

        @Override
        public boolean worthRepeating() {
            return true;
        }
    }

    record UnknownHost(Target target) implements ExtenderFailure {
        @Override
        public String label() {
            return "unknown_host";
        }

        @Override
        public String headline() {
            return "The host of extender '" + target.extender() + "' is not known.";
        }

        @Override
        public String got() {
            return "no address for '" + target.endpoint().host() + "'";
        }

        @Override
        public String expected() {
            return "a host name that can be looked up from here";
        }

        @Override
        public String toDo() {
            return "correct the endpoint, or see to the name service";
        }

        @Override
        public boolean worthRepeating() {
            return true;
        }
    }

    /** There is an address and no way to it. */
    record Unreachable(Target target, String what) implements ExtenderFailure {
        @Override
        public String label() {
            return "unreachable";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' cannot be reached.";
        }

        @Override
        public String got() {
            return what + " on the way to " + target;
        }

        @Override
        public String expected() {
            return "a network that leads there";
        }

        @Override
        public String toDo() {
            return "see to routes and firewalls between here and the extender";
        }

        @Override
        public boolean worthRepeating() {
            return true;
        }
    }

    /** The connection ended before an answer began. */
    record Reset(Target target, Phase phase, String what) implements ExtenderFailure {
        @Override
        public String label() {
            return "reset";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' hung up.";
        }

        @Override
        public String got() {
            return what + " from " + target + ", while " + phase.words();
        }

        @Override
        public String expected() {
            return "a connection that lasts until the answer is there";
        }

        @Override
        public String toDo() {
            return "see the extender's log: it, or a proxy before it, may have crashed or be overloaded";
        }

        @Override
        public boolean worthRepeating() {
            return true;
        }
    }

    /** The connection ended within the answer. */
    record CutShort(Target target, long received, OptionalLong announced) implements ExtenderFailure {
        @Override
        public String label() {
            return "cut_short";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' hung up in the middle of its answer.";
        }

        @Override
        public String got() {
            return received + " bytes of the body from " + target;
        }

        @Override
        public String expected() {
            return announced.isPresent() ? announced.getAsLong() + " bytes, as its header said" : "the body's end";
        }

        @Override
        public String toDo() {
            return "see the extender's log, and whether its Content-Length is the length in bytes";
        }

        @Override
        public boolean worthRepeating() {
            return true;
        }
    }

    /**
     * An answer that is not 200.
     *
     * @param body the beginning of its body, at most 1 KiB, with control characters and secrets taken out
     */
    record Status(Target target, int code, String body) implements ExtenderFailure {
        @Override
        public String label() {
            return "status";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' answered with status " + code + ".";
        }

        @Override
        public String got() {
            return code + " from " + target + (body.isEmpty() ? ", without a body" : ": " + body);
        }

        @Override
        public String expected() {
            return "status 200";
        }

        @Override
        public String toDo() {
            return switch (code) {
                case 401, 403 -> "see to the token, header or client certificate it wants";
                case 404, 405 -> "correct the endpoint or the path of the verb";
                case 413 -> "let the extender accept larger requests";
                default -> "see the extender's log";
            };
        }

        @Override
        public boolean worthRepeating() {
            return code == 429 || code == 502 || code == 503 || code == 504;
        }
    }

    /** It sent us elsewhere; nobody but the settings decides whom we talk to. */
    record Redirected(Target target, int code, String location) implements ExtenderFailure {
        @Override
        public String label() {
            return "redirect";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' sent us elsewhere, and redirects are not followed.";
        }

        @Override
        public String got() {
            return code + " from " + target + (location.isEmpty() ? "" : ", to '" + location + "'");
        }

        @Override
        public String expected() {
            return "status 200";
        }

        @Override
        public String toDo() {
            return "if the new address is right, make it the endpoint";
        }
    }

    /**
     * What came is not an answer of the protocol: not HTTP, not UTF-8, not JSON, or not what the dialect wants.
     *
     * @param position where in the body, in bytes from its beginning, if it is the body and the place is known
     */
    record Malformed(Target target, OptionalLong position, String what) implements ExtenderFailure {
        @Override
        public String label() {
            return "malformed";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' sent an answer that cannot be read.";
        }

        @Override
        public String got() {
            return what + (position.isPresent() ? " (at byte " + position.getAsLong() + " of the body)" : "") + " from "
                    + target;
        }

        @Override
        public String expected() {
            return "one JSON value in UTF-8, as the verb '" + target.verb() + "' answers";
        }

        @Override
        public String toDo() {
            return "correct the extender's answer";
        }
    }

    /** It answered, and the answer says that it failed. */
    record ErrorAnswered(Target target, String said) implements ExtenderFailure {
        @Override
        public String label() {
            return "error_answer";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' answered with an error.";
        }

        @Override
        public String got() {
            return "the error '" + said + "' from " + target;
        }

        @Override
        public String expected() {
            return "an answer without an error";
        }

        @Override
        public String toDo() {
            return "see the extender's log for what it means";
        }
    }

    record TooLarge(Target target, long cap, String what) implements ExtenderFailure {
        @Override
        public String label() {
            return "too_large";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' sent too much.";
        }

        @Override
        public String got() {
            return what + " from " + target;
        }

        @Override
        public String expected() {
            return "at most " + cap + " bytes, counted after decompression";
        }

        @Override
        public String toDo() {
            return "shorten the answer, or raise the cap of answers";
        }
    }

    /** Nothing was sent. */
    record RequestTooLarge(Target target, long length, long cap) implements ExtenderFailure {
        @Override
        public String label() {
            return "request_too_large";
        }

        @Override
        public String headline() {
            return "The request to extender '" + target.extender() + "' is too large; it was not sent.";
        }

        @Override
        public String got() {
            return length + " bytes for " + target;
        }

        @Override
        public String expected() {
            return "at most " + cap + " bytes";
        }

        @Override
        public String toDo() {
            return "ask about fewer agents at a time, or raise the cap of requests";
        }

        @Override
        public boolean blamesPeer() {
            return false;
        }
    }

    /** It failed too often lately, so it was not asked. */
    record BreakerOpen(Target target, Instant retryAt) implements ExtenderFailure {
        @Override
        public String label() {
            return "breaker_open";
        }

        @Override
        public String headline() {
            return "Extender '" + target.extender() + "' failed too often lately; it was not asked.";
        }

        @Override
        public String got() {
            return "an open circuit breaker before " + target;
        }

        @Override
        public String expected() {
            return "a closed one";
        }

        @Override
        public String toDo() {
            return "wait: it is tried again from " + retryAt + " on";
        }

        @Override
        public boolean blamesPeer() {
            return false;
        }
    }

    /** Too many calls were under way and waiting. */
    record BulkheadFull(Target target, int inFlight, int queued) implements ExtenderFailure {
        @Override
        public String label() {
            return "bulkhead_full";
        }

        @Override
        public String headline() {
            return "Too many calls to extender '" + target.extender() + "' at once; this one was not made.";
        }

        @Override
        public String got() {
            return "one more call, with " + inFlight + " under way and " + queued + " waiting";
        }

        @Override
        public String expected() {
            return "no more calls than that";
        }

        @Override
        public String toDo() {
            return "make the extender faster, or raise the bulkhead's bounds";
        }

        @Override
        public boolean blamesPeer() {
            return false;
        }
    }

    /**
     * The cycle's budget ran out before this call's own deadline.
     *
     * @param fairChance whether the call had at least half its deadline, so that its slowness is the peer's
     */
    record BudgetSpent(Target target, Phase phase, Duration budget, boolean fairChance) implements ExtenderFailure {
        @Override
        public String label() {
            return "budget_spent";
        }

        @Override
        public String headline() {
            return "The cycle's time for extenders was used up before extender '" + target.extender() + "' answered.";
        }

        @Override
        public String got() {
            return "no answer from " + target + " when the budget was spent, while " + phase.words();
        }

        @Override
        public String expected() {
            return "all calls of a cycle within " + Times.shown(budget);
        }

        @Override
        public String toDo() {
            return "find the slow extender in the metrics, or raise the cycle's budget";
        }

        @Override
        public boolean blamesPeer() {
            return fairChance;
        }
    }

    record TlsFailed(Target target, String what) implements ExtenderFailure {
        @Override
        public String label() {
            return "tls";
        }

        @Override
        public String headline() {
            return "No secure connection to extender '" + target.extender() + "'.";
        }

        @Override
        public String got() {
            return what + " from " + target;
        }

        @Override
        public String expected() {
            return "TLS with a valid certificate for '" + target.endpoint().host() + "' from a trusted authority";
        }

        @Override
        public String toDo() {
            return "see to the extender's certificate, or give the right CA file";
        }
    }

    /** The calling thread was interrupted; it still is. */
    record Interrupted(Target target, Phase phase) implements ExtenderFailure {
        @Override
        public String label() {
            return "interrupted";
        }

        @Override
        public String headline() {
            return "The call to extender '" + target.extender() + "' was interrupted.";
        }

        @Override
        public String got() {
            return "an interrupt for " + target + ", while " + phase.words();
        }

        @Override
        public String expected() {
            return "to be left alone until the deadline";
        }

        @Override
        public String toDo() {
            return "nothing, if the program is ending";
        }

        @Override
        public boolean blamesPeer() {
            return false;
        }
    }

    /** The client was closed before or during the call. */
    record Closed(Target target, Phase phase) implements ExtenderFailure {
        @Override
        public String label() {
            return "closed";
        }

        @Override
        public String headline() {
            return "The client of extender '" + target.extender() + "' is closed.";
        }

        @Override
        public String got() {
            return "a call of " + target + " by a closed client, while " + phase.words();
        }

        @Override
        public String expected() {
            return "calls between opening and closing";
        }

        @Override
        public String toDo() {
            return "nothing, if the program is ending";
        }

        @Override
        public boolean blamesPeer() {
            return false;
        }
    }

    /** Something on this side failed, such as writing the body: nothing was wrong with the peer. */
    record Broken(Target target, Phase phase, String what) implements ExtenderFailure {
        @Override
        public String label() {
            return "broken";
        }

        @Override
        public String headline() {
            return "The call to extender '" + target.extender() + "' failed.";
        }

        @Override
        public String got() {
            return what + " for " + target + ", while " + phase.words();
        }

        @Override
        public String expected() {
            return "a request that can be made";
        }

        @Override
        public String toDo() {
            return "see to the cause named above";
        }

        @Override
        public boolean blamesPeer() {
            return false;
        }
    }
}
