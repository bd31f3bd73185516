package io.tender.benchmarks.client;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.BulkheadSettings;
import io.tender.extender.client.Call;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.JsonTolerance;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Calls per second of the client, with everything switched on that is on by default, and every answer parsed. */
public final class CallRate {
    static final int REQUEST_BYTES = 1_000;

    private CallRate() {}

    /** @param callers threads that call one after the other, platform or virtual */
    public static double measure(String url, int callers, boolean virtual, Duration duration) {
        ExtenderSettings settings = ExtenderSettings.of("benchmark", url)
                .deadline(Duration.ofSeconds(10))
                .bulkhead(new BulkheadSettings(Math.max(64, callers), 64))
                .build();
        Call<Integer> call = Call.post(new Verb("order"), RequestBody.of(new byte[REQUEST_BYTES]), CallRate::countHosts)
                .safeToRepeat()
                .tolerating(JsonTolerance.DUPLICATE_KEYS);
        LongAdder calls = new LongAdder();
        AtomicBoolean over = new AtomicBoolean();
        AtomicReference<String> wrong = new AtomicReference<>("");
        try (ExtenderClient client =
                new ExtenderClient(settings, ClientSurroundings.system(new SimpleMeterRegistry()))) {
            List<Thread> threads = new ArrayList<>();
            long start = System.nanoTime();
            for (int i = 0; i < callers; i++) {
                Thread.Builder kind = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
                threads.add(kind.start(() -> {
                    while (!over.get()) {
                        if (client.call(call) instanceof Outcome.Failed<Integer> failed) {
                            wrong.set(failed.failure().message());
                            return;
                        }
                        calls.increment();
                    }
                }));
            }
            sleep(duration);
            over.set(true);
            double seconds = (System.nanoTime() - start) / 1e9;
            long made = calls.sum();
            join(threads);
            if (!wrong.get().isEmpty()) {
                throw new IllegalStateException("A call failed, so the rate means nothing. " + wrong.get());
            }
            return made / seconds;
        }
    }

    private static int countHosts(JsonParser json) {
        int hosts = 0;
        for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
            if (token == JsonToken.VALUE_STRING) {
                hosts++;
            }
        }
        if (hosts == 0) {
            throw new MalformedAnswer("got no hosts, expected some");
        }
        return hosts;
    }

    private static void sleep(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(List<Thread> threads) {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
