package io.tender.benchmarks.client;

import io.tender.benchmarks.measure.Environment;
import java.util.List;

/** What one start of {@code benchmarks/run client} measured. */
public record ClientReport(Environment environment, int requestBytes, int answerBytes, List<ClientRates> rates) {
    public static ClientReport of(Environment environment, List<ClientRates> rates) {
        return new ClientReport(environment, CallRate.REQUEST_BYTES, AnswerServer.ANSWER.length, rates);
    }
}
