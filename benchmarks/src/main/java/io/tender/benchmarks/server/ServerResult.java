package io.tender.benchmarks.server;

/** Answers per second to one question, each the median of its turns. */
public record ServerResult(
        ServedCase served, int nodes, int requestBytes, int answerBytes, double oursPerSecond, double barePerSecond) {

    /** How much of what the bare server reaches is left. */
    public double share() {
        return oursPerSecond / barePerSecond;
    }
}
