package io.tender.benchmarks.offersets;

import io.tender.benchmarks.measure.Statistics;

/**
 * How long it took to have so many offers ordered.
 *
 * @param calls measured calls, after at least as many for warming up
 * @param requestBytes of a request's body, on average
 * @param answerBytes of an answer's body
 * @param oursMs the HTTP offer set
 * @param plainMs the same exchange with Jackson databind and the JDK's client
 */
public record OfferSetResult(
        int offers, int calls, long requestBytes, long answerBytes, Statistics oursMs, Statistics plainMs) {}
