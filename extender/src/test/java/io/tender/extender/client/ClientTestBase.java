package io.tender.extender.client;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A client, a clock that is moved, and a server to talk to. */
abstract class ClientTestBase {
    static final Verb VERB = new Verb("order");
    static final AnswerReader<String> TEXT = json -> {
        json.nextToken();
        return json.getString();
    };

    final ManualTime time = new ManualTime();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final FakeExtender extender = new FakeExtender(FakeExtender.answering(200, "\"yes\""));
    private final List<ExtenderClient> clients = new ArrayList<>();

    ExtenderSettings.Builder settings() {
        return ExtenderSettings.of("gpu", extender.url()).deadline(Duration.ofSeconds(30));
    }

    ClientSurroundings surroundings() {
        return ClientSurroundings.system(registry)
                .withTicker(time)
                .withWallClock(time)
                .withPause(time);
    }

    ExtenderClient client(ExtenderSettings.Builder settings) {
        return client(settings, surroundings());
    }

    ExtenderClient client(ExtenderSettings.Builder settings, ClientSurroundings surroundings) {
        ExtenderClient client = new ExtenderClient(settings.build(), surroundings);
        clients.add(client);
        return client;
    }

    static Call<String> call() {
        return Call.post(VERB, RequestBody.of("{}"), TEXT);
    }

    static ExtenderFailure failure(Outcome<?> outcome) {
        if (outcome instanceof Outcome.Failed<?> failed) {
            return failed.failure();
        }
        throw new AssertionError("expected a failure, got " + outcome);
    }

    @AfterEach
    void close() {
        clients.forEach(ExtenderClient::close);
        extender.close();
    }
}
