package io.tender.testkit.scenario.engine;

import io.tender.testkit.scenario.step.ExtenderReply;
import io.tender.testkit.services.LoopbackHttp;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ThreadLocalRandom;

/** An extender inside a scenario: a real one, on a socket of the loopback interface, that does what it is told. */
final class ScriptedExtender implements AutoCloseable {
    private static final String JSON = "Content-Type: application/json\r\n";
    private static final int OVERSIZE = 11_000_000;
    private static final String ANY = "any";

    /** What is good news for every verb. */
    private static final String YES = "{\"code\":0,\"nodeScore\":{},\"errorMessage\":\"\"}";

    /** Of nobody else: a port that was another's a moment ago may still be asked by who knew that one. */
    private final String prefix =
            "/extend-" + Long.toHexString(ThreadLocalRandom.current().nextLong());

    private final LoopbackHttp http;
    private final Map<String, List<Turn>> script = new HashMap<>();
    private final List<Asked> received = new ArrayList<>();

    /** A request as it came: the path behind the prefix, the headers and the body. */
    record Asked(String verb, String head, String body) {
        Optional<String> header(String name) {
            return head.lines()
                    .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst();
        }
    }

    /** A reply and how often it is still due. */
    private static final class Turn {
        final ExtenderReply reply;
        int left;

        Turn(ExtenderReply reply) {
            this.reply = reply;
            this.left = reply.times();
        }
    }

    ScriptedExtender(String name) {
        http = new LoopbackHttp("extender " + name, this::handle);
    }

    String address() {
        return "http://127.0.0.1:" + http.port() + prefix;
    }

    void behave(SortedMap<String, List<ExtenderReply>> verbs) {
        synchronized (script) {
            if (verbs.containsKey(ANY)) {
                script.clear();
            }
            verbs.forEach((verb, replies) ->
                    script.put(verb, replies.stream().map(Turn::new).toList()));
        }
    }

    void down() {
        http.down();
    }

    void back() {
        http.back();
    }

    /** What it was asked at that path since it was last looked at; an empty one stands for all. */
    List<Asked> take(String verb) {
        synchronized (received) {
            List<Asked> taken = received.stream()
                    .filter(asked -> verb.isEmpty() || asked.verb().equals(verb))
                    .toList();
            received.removeAll(taken);
            return taken;
        }
    }

    private boolean handle(LoopbackHttp.Request request, Socket connection) throws IOException {
        if (!request.path().startsWith(prefix)) {
            LoopbackHttp.answer(
                    connection.getOutputStream(), 404, JSON, "\"not here\"".getBytes(StandardCharsets.UTF_8));
            return true;
        }
        String verb = request.path().substring(prefix.length()).replaceFirst("^/+", "");
        synchronized (received) {
            received.add(new Asked(verb, request.head(), request.body()));
        }
        ExtenderReply reply = next(verb, request.body());
        if (!reply.delay().isZero()) {
            LoopbackHttp.rest(reply.delay());
        }
        return switch (reply.reaction()) {
            case ExtenderReply.Say say -> {
                LoopbackHttp.answer(
                        connection.getOutputStream(),
                        say.status(),
                        JSON,
                        say.body().getBytes(StandardCharsets.UTF_8));
                yield true;
            }
            case ExtenderReply.Fail fail -> {
                fail(fail.failure(), connection);
                yield false;
            }
        };
    }

    private ExtenderReply next(String verb, String body) {
        synchronized (script) {
            List<Turn> turns = script.getOrDefault(verb, script.getOrDefault(ANY, List.of()));
            JsonPaths values = turns.isEmpty() ? JsonPaths.of("{}") : JsonPaths.of(body);
            for (Turn turn : turns) {
                boolean fits = turn.left > 0
                        && turn.reply.when().entrySet().stream()
                                .allMatch(wish -> JsonPaths.same(wish.getValue(), values.find(wish.getKey())));
                if (fits) {
                    turn.left -= turn.left == ExtenderReply.ALWAYS ? 0 : 1;
                    return turn.reply;
                }
            }
        }
        return ExtenderReply.saying(well(verb, body));
    }

    /** What an extender says that has nothing against anything. */
    private static String well(String verb, String body) {
        return switch (verb) {
            case "preemptable", "reclaimable", "jobEnqueueable" -> "{\"status\":0}";
            case "jobReady" -> "{\"status\":true}";
            case "queueOverused" -> "{\"overused\":false}";
            case "batchPredicate" -> allFit(JsonPaths.of(body));
            default -> YES;
        };
    }

    private static String allFit(JsonPaths request) {
        StringBuilder nodes = new StringBuilder("{\"nodes\":{");
        for (int i = 0; request.find("nodes." + i).isPresent(); i++) {
            String node = "nodes." + i;
            String name = request.find(node + ".name")
                    .or(() -> request.find(node + ".Name"))
                    .orElse("");
            nodes.append(i == 0 ? "" : ",").append('"').append(name).append("\":{\"code\":0}");
        }
        return nodes.append("}}").toString();
    }

    private static void fail(ExtenderReply.Failure failure, Socket connection) throws IOException {
        OutputStream out = connection.getOutputStream();
        switch (failure) {
            case HANG -> untilTheClientLeaves(connection.getInputStream());
            case STOP -> {
                out.write(("HTTP/1.1 200 Said\r\n" + JSON + "Content-Length: 100\r\n\r\n{\"code\"")
                        .getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
            case CLOSE -> {}
            case RESET -> connection.setSoLinger(true, 0);
            case OVERSIZE -> {
                byte[] body = (" ".repeat(OVERSIZE) + YES).getBytes(StandardCharsets.US_ASCII);
                LoopbackHttp.answer(out, 200, JSON, body);
            }
        }
    }

    private static void untilTheClientLeaves(InputStream in) throws IOException {
        while (in.read() >= 0) {
            // What it still sends is of no interest.
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
