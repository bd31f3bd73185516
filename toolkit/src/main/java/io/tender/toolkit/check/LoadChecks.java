package io.tender.toolkit.check;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.BreakerSettings;
import io.tender.extender.client.Call;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.Endpoint;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.JsonTolerance;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.RetrySettings;
import io.tender.extender.client.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;

/** Many questions: over one connection, at once, and through the client that the scheduler itself asks with. */
final class LoadChecks {
    /** How often each of those that ask at once does so. */
    private static final int ROUNDS = 5;

    /** How long figures are gathered, of all verbs together: a slow service must leave time for the other checks. */
    private static final Duration LONGEST_GATHERING = Duration.ofSeconds(10);

    /** Fewer say nothing about how times are spread. */
    private static final int LEAST_SAMPLES = 20;

    private LoadChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "T12",
                        "The scheduler's own client takes the answers",
                        "What it refuses (sizes, depth, charset, doubled keys) counts as no answer",
                        "the message says what it found; docs/delegation.md lists what it accepts",
                        LoadChecks::ownClient),
                Check.of(
                        "T2b",
                        "A connection is kept over 1,000 calls",
                        "A connection for each call costs more than the answer, and runs out of ports under load",
                        "speak HTTP/1.1 with Content-Length; Python's http.server needs protocol_version = \"HTTP/1.1\"",
                        LoadChecks::keptAlive),
                Check.of(
                        "T3",
                        "Questions at the same time do not mix up their answers",
                        "An answer to somebody else's question places a task where it does not fit",
                        "keep what belongs to a request in the request: no fields of the handler, no globals",
                        LoadChecks::atOnce),
                Check.of(
                        "T14",
                        "Every answer comes in time",
                        "A scheduler waits no longer than its timeout; one late answer is one decision without you",
                        "keep what is needed at hand instead of fetching it when asked; see the percentiles",
                        service -> service.eachVerb(verb -> latency(service, verb))),
                Check.of(
                        "T15",
                        "Under load every question is answered",
                        "Many tasks come at once when a cluster starts, and that is when decisions count",
                        "serve connections in parallel (Python: ThreadingHTTPServer in place of HTTPServer), and let the queue of waiting ones"
                                + " be long enough",
                        service -> service.eachVerb(verb -> throughput(service, verb))));
    }

    private static String ownClient(Service service) throws Ended {
        service.hangUp();
        int asked = 0;
        try (ExtenderClient client = client(service)) {
            for (Verb verb : service.plan().dialect().asking()) {
                if (service.serves(verb)) {
                    asked++;
                    answered(
                            client,
                            service,
                            verb,
                            call(service, verb, Scene.of(3)).tolerating(JsonTolerance.TRAILING_CONTENT));
                }
            }
        }
        if (asked == 0) {
            throw Ended.skipped("no verb is served that can be asked without changing anything");
        }
        return asked + " verbs";
    }

    private static Ended refused(Service service, Verb verb, ExtenderFailure failure) {
        return Ended.unanswered(
                new Obstacle(trouble(failure), service.shown(service.path(verb))),
                failure.label() + ": " + failure.got(),
                failure.expected());
    }

    private static Trouble trouble(ExtenderFailure failure) {
        return switch (failure) {
            case ExtenderFailure.TimedOut late -> Trouble.LATE;
            case ExtenderFailure.Status status -> Trouble.STATUS;
            case ExtenderFailure.Redirected away -> Trouble.REDIRECTED;
            case ExtenderFailure.Malformed wrong -> Trouble.NO_JSON;
            default -> Trouble.SILENT;
        };
    }

    private static ExtenderClient client(Service service) {
        CheckPlan plan = service.plan();
        ExtenderSettings.Builder settings = ExtenderSettings.of(
                        "checked", plan.address().toString())
                .deadline(service.wire().patience().left().plusMillis(1))
                .retries(RetrySettings.NONE)
                .breaker(BreakerSettings.OFF);
        if (service.wire().address().tls()) {
            settings.tls(plan.tls());
        }
        plan.tokenFile().ifPresent(settings::tokenFile);
        return new ExtenderClient(settings.build(), ClientSurroundings.system(new SimpleMeterRegistry()));
    }

    private static Call<JsonNode> call(Service service, Verb verb, Scene scene) {
        byte[] body = Service.bytes(service.dialogue().question(verb, scene));
        Call<JsonNode> call = Call.post(verb, RequestBody.of(body), Templates.FIRST_VALUE::readTree);
        Call<JsonNode> there =
                call.at(Endpoint.parse(service.plan().address().toString()).resolve(service.path(verb)));
        return service.dialogue().headers().entrySet().stream()
                .reduce(there, (made, header) -> made.header(header.getKey(), header.getValue()), (a, b) -> b);
    }

    private static String keptAlive(Service service) throws Ended {
        List<Request> requests = service.asking().stream()
                .map(verb ->
                        service.request(verb, Service.bytes(service.dialogue().question(verb, Scene.of(4)))))
                .toList();
        service.hangUp();
        int calls = service.effort().keptAlive();
        Request request = requests.getFirst();
        int answered = 0;
        long start = System.nanoTime();
        try (HttpConnection connection = service.wire().open()) {
            for (int i = 1; i <= calls; i++) {
                checkTime(service);
                // All verbs in turns: each may be served by code of its own.
                request = requests.get(i % requests.size());
                Exchange exchange = service.exchange(
                        request,
                        connection.exchange(request.head(), request.body().bytes()));
                service.good(exchange);
                answered++;
                if (!exchange.answer().keepsConnection()) {
                    throw Ended.failed(
                            exchange, "the end of the connection after " + i + " calls", "a connection that stays");
                }
            }
        } catch (NoAnswer none) {
            boolean ended = none.kind() == NoAnswer.Kind.CLOSED || none.kind() == NoAnswer.Kind.CUT_OFF;
            throw ended && answered > 0
                    ? Ended.failed("the connection ended on the way: " + none.getMessage(), "a connection that stays")
                    : service.unanswered(request, none);
        }
        return String.format(Locale.ROOT, "%,d calls, %.2f ms each", calls, (System.nanoTime() - start) / 1e6 / calls);
    }

    private static void checkTime(Service service) throws Ended {
        if (service.wire().patience().isOver()) {
            throw Ended.outOfTime();
        }
    }

    /** What each asker would get alone, and what it gets among others. */
    private static String atOnce(Service service) throws Ended {
        // Ends the trial if there is none.
        service.anyVerb();
        int verbs = 0;
        for (Verb verb : service.plan().dialect().asking()) {
            if (service.serves(verb)) {
                verbs++;
                atOnce(service, verb);
            }
        }
        int askers = service.effort().asking();
        return askers + " askers, " + askers * ROUNDS * verbs + " questions";
    }

    private static void atOnce(Service service, Verb verb) throws Ended {
        int askers = service.effort().asking();
        Map<Integer, String> alone = new TreeMap<>();
        for (int i = 0; i < askers; i++) {
            alone.put(i, service.decision(verb, Scene.of(500 + i)));
        }
        service.hangUp();
        try (ExtenderClient client = client(service)) {
            inParallel(askers, asker -> {
                for (int round = 0; round < ROUNDS; round++) {
                    JsonNode answer = answered(client, service, verb, Scene.of(500 + asker));
                    Exchange exchange = exchange(service, verb, Scene.of(500 + asker), answer);
                    String among = service.dialogue().decision(verb, exchange, answer);
                    if (!among.equals(alone.get(asker))) {
                        throw Ended.failed(
                                exchange, among + " among " + askers + " at once", "as alone: " + alone.get(asker));
                    }
                }
                return 0L;
            });
        }
    }

    private static JsonNode answered(ExtenderClient client, Service service, Verb verb, Scene scene) throws Ended {
        try {
            // What else is odd about an answer is found by other checks.
            return answered(
                    client,
                    service,
                    verb,
                    call(service, verb, scene)
                            .tolerating(JsonTolerance.TRAILING_CONTENT, JsonTolerance.DUPLICATE_KEYS));
        } catch (Ended ended) {
            Optional<Trouble> trouble = ended.obstacle().map(Obstacle::trouble);
            // Who does not answer many at once has mixed nothing up.
            boolean overwhelmed = trouble.filter(met -> met == Trouble.LATE || met == Trouble.SILENT)
                    .isPresent();
            throw overwhelmed
                    ? ended.asMatterOf("T15")
                    : trouble.equals(Optional.of(Trouble.NO_JSON)) ? ended.asMatterOf("T12") : ended;
        }
    }

    private static JsonNode answered(ExtenderClient client, Service service, Verb verb, Call<JsonNode> call)
            throws Ended {
        checkTime(service);
        return switch (client.call(call)) {
            case Outcome.Answered<JsonNode> answered -> answered.answer();
            case Outcome.Failed<JsonNode> failed -> {
                checkTime(service);
                throw refused(service, verb, failed.failure());
            }
        };
    }

    private static Exchange exchange(Service service, Verb verb, Scene scene, JsonNode answer) {
        Request request = service.request(verb, Service.bytes(service.dialogue().question(verb, scene)));
        return service.exchange(
                request, new Answer(200, Map.of(), Body.of(Service.bytes(answer)), Answer.Framing.LENGTH, 0));
    }

    private static String latency(Service service, Verb verb) throws Ended {
        Request request = service.request(verb, Service.bytes(service.dialogue().question(verb, Scene.of(5))));
        int most = service.effort().samples();
        long[] nanos = new long[most];
        long until = untilNanos(service);
        int taken = 0;
        while (taken < most && (taken < LEAST_SAMPLES || !isOver(until))) {
            checkTime(service);
            Exchange exchange = service.ask(request);
            service.good(exchange);
            nanos[taken++] = exchange.answer().nanos();
        }
        return percentiles(Arrays.copyOf(nanos, taken)) + (taken < most ? " of " + taken + " calls" : "");
    }

    /** Until when the figures of one verb are gathered that is begun with now. */
    private static long untilNanos(Service service) throws Ended {
        return System.nanoTime()
                + LONGEST_GATHERING.dividedBy(service.asking().size()).toNanos();
    }

    private static boolean isOver(long untilNanos) {
        return System.nanoTime() - untilNanos > 0;
    }

    static String percentiles(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        StringBuilder text = new StringBuilder();
        for (int percent : new int[] {50, 90, 99, 100}) {
            int at = Math.max(0, (int) Math.ceil(sorted.length * percent / 100.0) - 1);
            text.append(text.isEmpty() ? "" : ", ")
                    .append(percent == 100 ? "max" : percent == 50 ? "median" : percent + " %")
                    .append(String.format(Locale.ROOT, " %.2f ms", sorted[at] / 1e6));
        }
        return text.toString();
    }

    private static String throughput(Service service, Verb verb) throws Ended {
        service.hangUp();
        int askers = service.effort().pressing();
        long start = System.nanoTime();
        long until = untilNanos(service);
        List<Long> counts;
        try (ExtenderClient client = client(service)) {
            counts = inParallel(askers, asker -> {
                long asked = 0;
                while (asked < askers && (asked == 0 || !isOver(until))) {
                    answered(client, service, verb, Scene.of(700 + asker));
                    asked++;
                }
                return asked;
            });
        }
        long calls = counts.stream().mapToLong(Long::longValue).sum();
        double seconds = (System.nanoTime() - start) / 1e9;
        return String.format(Locale.ROOT, "%,.0f answers a second, %d askers", calls / seconds, askers);
    }

    @FunctionalInterface
    private interface Asker {
        long ask(int number) throws Ended;
    }

    /** Runs all of them at once; the first that ends with another verdict ends the trial. */
    private static List<Long> inParallel(int askers, Asker asker) throws Ended {
        List<Long> results = new ArrayList<>();
        Optional<Ended> ended = Optional.empty();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> running = new ArrayList<>();
            for (int i = 0; i < askers; i++) {
                int number = i;
                running.add(threads.submit(() -> asker.ask(number)));
            }
            for (Future<Long> one : running) {
                try {
                    results.add(one.get());
                } catch (ExecutionException failed) {
                    if (!(failed.getCause() instanceof Ended verdict)) {
                        throw new IllegalStateException("an asker failed", failed.getCause());
                    }
                    ended = ended.or(() -> Optional.of(verdict));
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                    throw Ended.skipped("interrupted");
                }
            }
        }
        if (ended.isPresent()) {
            throw ended.get();
        }
        return results;
    }
}
