package io.tender.toolkit.replay;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.Call;
import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.HttpMethod;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.Verb;
import io.tender.extender.compare.Decision;
import io.tender.extender.compare.DecisionReader;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.core.JsonParser;

/** Asks a recorded question again, through the client that schedulers use, so that failures have the same names. */
final class Asker {
    private final ExtenderClient client;
    private final int answerBytes;

    /** @param answerBytes the client's cap on answers */
    Asker(ExtenderClient client, int answerBytes) {
        this.client = client;
        this.answerBytes = answerBytes;
    }

    record Answer(Decision decision, Duration latency) {}

    Answer ask(Case asked, Endpoint where) {
        Call<byte[]> call = Call.post(
                        new Verb(asked.question().kind().label()),
                        RequestBody.of(asked.exchange().request().bytes()),
                        new WholeBody(answerBytes))
                .by(HttpMethod.valueOf(asked.exchange().method()))
                .at(where);
        String contentType = asked.exchange().headers().get("content-type");
        if (contentType != null) {
            call = call.contentType(contentType);
        }
        String key = asked.exchange().headers().get("idempotency-key");
        if (key != null) {
            call = call.idempotencyKey(key);
        }
        return switch (client.call(call)) {
            case Outcome.Answered<byte[]> answered ->
                new Answer(DecisionReader.read(asked.question(), answered.answer()), answered.latency());
            case Outcome.Failed<byte[]> failed -> new Answer(decision(failed.failure()), failed.latency());
        };
    }

    private static Decision decision(ExtenderFailure failure) {
        return switch (failure) {
            case ExtenderFailure.Status status -> new Decision.Failed("status " + status.code(), status.body());
            case ExtenderFailure.Redirected away -> new Decision.Failed("status " + away.code(), failure.got());
            default -> new Decision.Failed(failure.label(), failure.got());
        };
    }

    /** The bytes themselves: what they mean is for the comparison to say. */
    private record WholeBody(int glanceBytes) implements AnswerReader<byte[]> {
        @Override
        public Optional<byte[]> glance(byte[] body, int length) {
            return Optional.of(Arrays.copyOf(body, length));
        }

        @Override
        public byte[] read(JsonParser json) {
            throw new MalformedAnswer("got more than " + glanceBytes + " bytes, expected no more");
        }
    }
}
