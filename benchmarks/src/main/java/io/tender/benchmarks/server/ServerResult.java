package io.tender.benchmarks.server;

/**
 * Answers per second to one question, each the median of its turns.
 *
 * @param parsingPerSecond of the bare server when it reads the request as JSON
 */
public record ServerResult(
        ServedCase served,
        int nodes,
        int requestBytes,
        int answerBytes,
        double oursPerSecond,
        double barePerSecond,
        double parsingPerSecond) {

    /** How much of what the bare server reaches is left. */
    public double share() {
        return oursPerSecond / barePerSecond;
    }

    /** The same of the bare server when it reads the request as JSON too. */
    public double shareOfParsing() {
        return oursPerSecond / parsingPerSecond;
    }
}
