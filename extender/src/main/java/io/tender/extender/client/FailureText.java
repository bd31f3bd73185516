package io.tender.extender.client;

import java.time.temporal.ChronoUnit;

/**
 * What is said about failures, all of it in one table, so that the tone is the same throughout.
 *
 * @param label of few kinds, for metrics and recordings
 */
record FailureText(String label, String headline, String got, String expected, String toDo) {

    static FailureText of(ExtenderFailure failure) {
        Target to = failure.target();
        String name = "'" + to.extender() + "'";
        return switch (failure) {
            case ExtenderFailure.TimedOut it ->
                new FailureText(
                        "timeout",
                        "Extender " + name + " did not answer in time.",
                        "no complete answer from " + to + " after " + Times.shown(it.deadline()) + ", while "
                                + it.phase().words(),
                        "an answer within the deadline of " + Times.shown(it.deadline()),
                        "find out why it is slow, or give it a longer deadline");
            case ExtenderFailure.Refused it ->
                new FailureText(
                        "refused",
                        "Extender " + name + " refused the connection.",
                        it.what() + " from " + to,
                        "a server that listens there",
                        "start the extender, or correct its endpoint");
            case ExtenderFailure.UnknownHost ignored ->
                new FailureText(
                        "unknown_host",
                        "The host of extender " + name + " is not known.",
                        "no address for '" + to.endpoint().host() + "'",
                        "a host name that can be looked up from here",
                        "correct the endpoint, or see to the name service");
            case ExtenderFailure.Unreachable it ->
                new FailureText(
                        "unreachable",
                        "Extender " + name + " cannot be reached.",
                        it.what() + " on the way to " + to,
                        "a network that leads there",
                        "see to routes and firewalls between here and the extender");
            case ExtenderFailure.Reset it ->
                new FailureText(
                        "reset",
                        "Extender " + name + " hung up.",
                        it.what() + " from " + to + ", while " + it.phase().words(),
                        "a connection that lasts until the answer is there",
                        "see the extender's log: it, or a proxy before it, may have crashed or be overloaded");
            case ExtenderFailure.CutShort it ->
                new FailureText(
                        "cut_short",
                        "Extender " + name + " hung up in the middle of its answer.",
                        it.received() + " bytes of the body from " + to,
                        it.announced().isPresent()
                                ? it.announced().getAsLong() + " bytes, as its header said"
                                : "the body's end",
                        "see the extender's log, and whether its Content-Length is the length in bytes");
            case ExtenderFailure.Status it ->
                new FailureText(
                        "status",
                        "Extender " + name + " answered with status " + it.code() + ".",
                        it.code() + " from " + to + (it.body().isEmpty() ? ", without a body" : ": " + it.body()),
                        "status 200",
                        toDo(it.code()));
            case ExtenderFailure.Redirected it ->
                new FailureText(
                        "redirect",
                        "Extender " + name + " sent us elsewhere, and redirects are not followed.",
                        it.code() + " from " + to + (it.location().isEmpty() ? "" : ", to '" + it.location() + "'"),
                        "status 200",
                        "if the new address is right, make it the endpoint");
            case ExtenderFailure.Malformed it ->
                new FailureText(
                        "malformed",
                        "Extender " + name + " sent an answer that cannot be read.",
                        withoutGot(it.what())
                                + (it.position().isPresent()
                                        ? " (at byte " + it.position().getAsLong() + " of the body)"
                                        : "")
                                + " from " + to,
                        "one JSON value in UTF-8, as the verb '" + to.verb() + "' answers",
                        "correct the extender's answer");
            case ExtenderFailure.ErrorAnswered it ->
                new FailureText(
                        "error_answer",
                        "Extender " + name + " answered with an error.",
                        "the error '" + it.said() + "' from " + to,
                        "an answer without an error",
                        "see the extender's log for what it means");
            case ExtenderFailure.TooLarge it ->
                new FailureText(
                        "too_large",
                        "Extender " + name + " sent too much.",
                        it.what() + " from " + to,
                        "at most " + it.cap() + " bytes, counted after decompression",
                        "shorten the answer, or raise the cap of answers");
            case ExtenderFailure.RequestTooLarge it ->
                new FailureText(
                        "request_too_large",
                        "The request to extender " + name + " is too large; it was not sent.",
                        it.length() + " bytes for " + to,
                        "at most " + it.cap() + " bytes",
                        "ask about fewer agents at a time, or raise the cap of requests");
            case ExtenderFailure.BreakerOpen it ->
                new FailureText(
                        "breaker_open",
                        "Extender " + name + " failed too often lately; it was not asked.",
                        "an open circuit breaker before " + to
                                + (it.last().isEmpty() ? "" : "; the last that was asked got " + it.last()),
                        "a closed one",
                        "wait: it is tried again from " + it.retryAt().truncatedTo(ChronoUnit.SECONDS) + " on");
            case ExtenderFailure.BulkheadFull it ->
                new FailureText(
                        "bulkhead_full",
                        "Too many calls to extender " + name + " at once; this one was not made.",
                        "one more call, with " + it.inFlight() + " under way and " + it.queued() + " waiting",
                        "no more calls than that",
                        "make the extender faster, or raise the bulkhead's bounds");
            case ExtenderFailure.BudgetSpent it ->
                new FailureText(
                        "budget_spent",
                        "The cycle's time for extenders was used up before extender " + name + " answered.",
                        "no answer from " + to + " when the budget was spent, while "
                                + it.phase().words(),
                        "all calls of a cycle within " + Times.shown(it.budget()),
                        "find the slow extender in the metrics, or raise the cycle's budget");
            case ExtenderFailure.TlsFailed it ->
                new FailureText(
                        "tls",
                        "No secure connection to extender " + name + ".",
                        it.what() + " from " + to,
                        "TLS with a certificate from a trusted authority, valid for '"
                                + to.endpoint().host() + "' or for the server name of the settings",
                        "see to the extender's certificate, or give the right CA file");
            case ExtenderFailure.Interrupted it ->
                new FailureText(
                        "interrupted",
                        "The call to extender " + name + " was interrupted.",
                        "an interrupt for " + to + ", while " + it.phase().words(),
                        "to be left alone until the deadline",
                        "nothing, if the program is ending");
            case ExtenderFailure.Closed it ->
                new FailureText(
                        "closed",
                        "The client of extender " + name + " is closed.",
                        "a call of " + to + " by a closed client, while "
                                + it.phase().words(),
                        "calls between opening and closing",
                        "nothing, if the program is ending");
            case ExtenderFailure.Broken it ->
                new FailureText(
                        "broken",
                        "The call to extender " + name + " failed.",
                        it.what() + " for " + to + ", while " + it.phase().words(),
                        "a request that can be made",
                        "see to the cause named above");
        };
    }

    private static String toDo(int status) {
        return switch (status) {
            case 401, 403 -> "see to the token, header or client certificate it wants";
            case 404, 405 -> "correct the endpoint or the path of the verb";
            case 413 -> "let the extender accept larger requests";
            default -> "see the extender's log";
        };
    }

    /** Readers say what they got and expected in a sentence of their own; here the first word stands before it already. */
    private static String withoutGot(String what) {
        return what.startsWith("got ") ? what.substring("got ".length()) : what;
    }
}
