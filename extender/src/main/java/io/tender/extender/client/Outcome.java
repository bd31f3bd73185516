package io.tender.extender.client;

import java.time.Duration;
import java.util.Optional;

/** How a call ended: with a value, or with a failure whose meaning the caller decides. */
public sealed interface Outcome<T> {
    /** From the beginning of the call to its end, waiting and repetitions included. */
    Duration latency();

    /** How many times the request was tried; 0 when it never left. */
    int attempts();

    /** The value, if there is one. */
    Optional<T> value();

    /** {@code ok}, or the failure's label: as in the metrics. */
    String label();

    /**
     * @param answer what the reader made of the answer
     * @param bytesOut bytes of the request's body, as sent
     * @param bytesIn bytes of the answer's body, after decompression
     */
    record Answered<T>(T answer, Duration latency, int attempts, long bytesOut, long bytesIn) implements Outcome<T> {
        @Override
        public Optional<T> value() {
            return Optional.of(answer);
        }

        @Override
        public String label() {
            return "ok";
        }
    }

    record Failed<T>(ExtenderFailure failure, Duration latency, int attempts) implements Outcome<T> {
        @Override
        public Optional<T> value() {
            return Optional.empty();
        }

        @Override
        public String label() {
            return failure.label();
        }
    }
}
