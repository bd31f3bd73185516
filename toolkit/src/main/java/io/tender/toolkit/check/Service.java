package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The service under check, as trials see it: who it is, what it serves, and a way to ask it. */
final class Service implements AutoCloseable {
    private final CheckPlan plan;
    private final Effort effort;
    private final Wire wire;
    private final String token;
    private final Dialogue dialogue;
    private List<VerbState> verbs = List.of();
    private Optional<HttpConnection> kept = Optional.empty();
    /** What had its time and more, and has not answered since. */
    private final Set<String> late = ConcurrentHashMap.newKeySet();

    private boolean waiting;

    /** @param token that is sent with every request; empty for none */
    Service(CheckPlan plan, Effort effort, Wire wire, String token) {
        this.plan = plan;
        this.effort = effort;
        this.wire = wire;
        this.token = token;
        this.dialogue = Dialogue.of(plan);
    }

    CheckPlan plan() {
        return plan;
    }

    Effort effort() {
        return effort;
    }

    Wire wire() {
        return wire;
    }

    Dialogue dialogue() {
        return dialogue;
    }

    boolean hasToken() {
        return !token.isEmpty();
    }

    List<VerbState> verbs() {
        return verbs;
    }

    void serves(List<VerbState> found) {
        verbs = List.copyOf(found);
    }

    boolean serves(Verb verb) {
        return state(verb).asked();
    }

    private VerbState state(Verb verb) {
        return verbs.stream()
                .filter(state -> state.verb().equals(verb))
                .findFirst()
                .orElse(new VerbState(verb, verb.value(), false, "it was not asked for"));
    }

    /** Which verb is asked there; what is no verb is asked to see how the service speaks HTTP, which it does as for any. */
    Optional<Verb> verbAt(String target) {
        Optional<Verb> there = verbs.stream()
                .filter(state -> state.asked() && target.equals(shown(state.path())))
                .map(VerbState::verb)
                .findFirst();
        return there.or(this::firstAsking);
    }

    Optional<Verb> firstAsking() {
        return plan.dialect().asking().stream().filter(this::serves).findFirst();
    }

    String shown(String path) {
        return shownTarget(wire.address().target(path));
    }

    /** The verb has had its time and more: until it answers whoever is patient, the others are spared waiting for it. */
    void hadItsTime(Verb verb) {
        late.add(shown(path(verb)));
    }

    /** Whether it had its time, and no whole answer has come since. */
    boolean isLate(Verb verb) {
        return late.contains(shown(path(verb)));
    }

    /** @param patiently whether those are asked too that had their time */
    void waits(boolean patiently) {
        waiting = patiently;
    }

    /** Ends the trial if the verb is not asked about. */
    void need(Verb verb) throws Ended {
        VerbState state = state(verb);
        if (!state.asked()) {
            throw Ended.skipped(verb + ": " + state.reason());
        }
    }

    /** A verb to ask with, where it does not matter which. */
    Verb anyVerb() throws Ended {
        return firstAsking()
                .orElseThrow(() -> Ended.skipped("no verb is served that can be asked without changing anything"));
    }

    /** Tries what must hold of every verb that can be asked without changing anything. */
    @FunctionalInterface
    interface VerbTrial {
        /** Returns what is worth knowing, or an empty text. */
        String run(Verb verb) throws Ended;
    }

    /** Those that are served and can be asked without changing anything; ends the trial if there is none. */
    List<Verb> asking() throws Ended {
        anyVerb();
        return plan.dialect().asking().stream().filter(this::serves).toList();
    }

    /** One verb after the other, until one ends with another verdict. What they have to say is said once if it is the same. */
    String eachVerb(VerbTrial trial) throws Ended {
        Map<String, List<String>> verbsByNote = new LinkedHashMap<>();
        for (Verb verb : asking()) {
            verbsByNote
                    .computeIfAbsent(trial.run(verb), note -> new ArrayList<>())
                    .add(verb.value());
        }
        return verbsByNote.size() == 1
                ? verbsByNote.keySet().iterator().next()
                : verbsByNote.entrySet().stream()
                        .map(each -> String.join(", ", each.getValue()) + ": "
                                + (each.getKey().isEmpty() ? "fine" : each.getKey()))
                        .collect(Collectors.joining("; "));
    }

    /** Below the service's address. */
    String path(Verb verb) {
        return state(verb).path();
    }

    Request request(Verb verb, byte[] body) {
        return request(path(verb), body);
    }

    Request request(String path, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Host", wire.address().authority());
        headers.put("User-Agent", "tender-check");
        headers.put("Content-Type", "application/json");
        headers.put("Accept-Encoding", "gzip");
        headers.put("Content-Length", Integer.toString(body.length));
        headers.putAll(dialogue.headers());
        if (hasToken()) {
            headers.put("Authorization", "Bearer " + token);
        }
        return new Request("POST", wire.address().target(path), headers, Body.of(body));
    }

    static byte[] bytes(JsonNode body) {
        return Templates.JSON.writeValueAsBytes(body);
    }

    Exchange ask(Verb verb, JsonNode body) throws Ended {
        return ask(request(verb, bytes(body)));
    }

    /** Asks over the connection that was used before, if it still can be. */
    Exchange ask(Request request) throws Ended {
        try {
            return tryAsking(request);
        } catch (NoAnswer none) {
            throw unanswered(request, none);
        }
    }

    Exchange tryAsking(Request request) throws NoAnswer, Ended {
        if (wire.patience().isOver()) {
            throw Ended.outOfTime();
        }
        if (!waiting && late.contains(shown(request))) {
            throw Ended.spared(
                    new Obstacle(Trouble.LATE, shown(request)),
                    "not asked, as there was no whole answer within "
                            + wire.patience().timeout().toMillis() + " ms before");
        }
        Optional<HttpConnection> before = kept;
        if (before.isPresent()) {
            kept = Optional.empty();
            try {
                return over(before.get(), request);
            } catch (NoAnswer stale) {
                before.get().close();
                if (stale.kind() != NoAnswer.Kind.CLOSED) {
                    throw stale;
                }
            }
        }
        HttpConnection fresh = wire.open();
        try {
            return over(fresh, request);
        } catch (NoAnswer none) {
            fresh.close();
            throw none;
        }
    }

    private Exchange over(HttpConnection connection, Request request) throws NoAnswer {
        Answer answer = connection.exchange(request.head(), request.body().bytes());
        if (answer.keepsConnection()) {
            kept = Optional.of(connection);
        } else {
            connection.close();
        }
        return exchange(request, answer);
    }

    Exchange exchange(Request request, Answer answer) {
        late.remove(shown(request));
        return new Exchange(shown(request), request.body(), answer, token);
    }

    private static String shown(Request request) {
        return shownTarget(request.target());
    }

    private static String shownTarget(String target) {
        return target.replaceAll("\\?.*", "?…");
    }

    /** There was a question and no answer. */
    Ended unanswered(Request request, NoAnswer none) {
        if (wire.patience().isOver()) {
            return Ended.outOfTime();
        }
        return Ended.unanswered(
                new Obstacle(none.trouble(), shown(request)),
                String.valueOf(none.getMessage()),
                "an answer to POST " + shown(request) + "  " + request.body());
    }

    private static Trouble trouble(int status) {
        return status == 404 ? Trouble.NOT_SERVED : status >= 300 && status < 400 ? Trouble.REDIRECTED : Trouble.STATUS;
    }

    /** The JSON of a good answer. */
    JsonNode good(Exchange exchange) throws Ended {
        if (exchange.answer().status() != 200) {
            throw Ended.unusable(
                    trouble(exchange.answer().status()),
                    exchange,
                    "status " + exchange.answer().status(),
                    "status 200 and an answer");
        }
        return json(exchange);
    }

    JsonNode json(Exchange exchange) throws Ended {
        Body body = exchange.answer().body();
        if (body.isBlank()) {
            throw Ended.unusable(Trouble.NO_JSON, exchange, "an empty body", "JSON");
        }
        try {
            return Templates.FIRST_VALUE.readTree(body.bytes());
        } catch (JacksonException noJson) {
            throw Ended.unusable(
                    body.isUtf8() ? Trouble.NO_JSON : Trouble.CHARSET,
                    exchange,
                    "a body that is no JSON: " + noJson.getOriginalMessage(),
                    "JSON");
        }
    }

    /** What the scheduler would decide; ends the trial if it could not. */
    String decision(Verb verb, Scene scene) throws Ended {
        return decision(verb, ask(verb, dialogue.question(verb, scene)));
    }

    String decision(Verb verb, ObjectNode body) throws Ended {
        return decision(verb, ask(verb, body));
    }

    String decision(Verb verb, Exchange exchange) throws Ended {
        return dialogue.decision(verb, exchange, good(exchange));
    }

    /** The next question goes over a new connection. */
    void hangUp() {
        kept.ifPresent(HttpConnection::close);
        kept = Optional.empty();
    }

    @Override
    public void close() {
        hangUp();
    }
}
