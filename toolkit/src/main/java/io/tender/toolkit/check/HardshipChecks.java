package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** What a service makes of requests that are broken or far too large. */
final class HardshipChecks {
    private static final byte[] NO_HTTP =
            "\u0016\u0003\u0001 this is no HTTP\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private HardshipChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "T1a",
                        "JSON that is cut off is refused",
                        "An answer to half of a question is a decision that nobody asked for",
                        "answer 400 when the body cannot be parsed",
                        service -> service.eachVerb(verb -> refused(service, verb, half(service, verb)))),
                Check.of(
                        "T1b",
                        "What is no JSON is refused",
                        "A service that answers anything with 200 hides mistakes of its caller",
                        "answer 400 when the body cannot be parsed",
                        service -> service.eachVerb(
                                verb -> refused(service, verb, "this is no JSON".getBytes(StandardCharsets.UTF_8)))),
                Check.of(
                        "T1c",
                        "An empty body is refused",
                        "Health checks and misled clients send them; a crash at each of them fills logs and ends processes",
                        "answer 400 when there is no body",
                        service -> service.eachVerb(verb -> refused(service, verb, new byte[0]))),
                Check.of(
                        "T1d",
                        "JSON of another kind is answered, one way or another",
                        "Whoever drops the connection at a list or a null can be stopped by anybody",
                        "answer 400 to JSON that is not what the verb expects; do not let the handler die of it",
                        service -> service.eachVerb(verb -> anotherKind(service, verb))),
                Check.of(
                        "T1e",
                        "After broken requests the next good one is answered",
                        "One bad client must not take the service away from the scheduler",
                        "handle each connection by itself; end the connection, not the process",
                        HardshipChecks::survives),
                Check.of(
                        "T2a",
                        "A request of 10 MB is answered or refused in time",
                        "Clusters grow; a service that hangs then stops the scheduler as well",
                        "limit the size of requests, and answer 413 beyond it",
                        service -> service.eachVerb(verb -> oversize(service, verb))));
    }

    private static ObjectNode question(Service service, Verb verb) {
        return service.dialogue().question(verb, Scene.of(2));
    }

    private static byte[] half(Service service, Verb verb) {
        byte[] whole = Service.bytes(question(service, verb));
        return Arrays.copyOf(whole, whole.length / 2);
    }

    private static String refused(Service service, Verb verb, byte[] body) throws Ended {
        Exchange exchange = service.ask(service.request(verb, body));
        int status = exchange.answer().status();
        if (status == 200 && service.dialogue().saysFailure(service.json(exchange))) {
            return "status 200 with an error in it";
        }
        if (status < 400) {
            throw Ended.failed(exchange, "status " + status, "a status from 400 on, such as 400");
        }
        return "status " + status;
    }

    private static String anotherKind(Service service, Verb verb) throws Ended {
        for (String json : List.of("[]", "null", "42", "\"text\"", "{}")) {
            service.ask(service.request(verb, json.getBytes(StandardCharsets.UTF_8)));
        }
        return "";
    }

    private static String survives(Service service) throws Ended {
        Verb verb = service.anyVerb();
        // A connection that was there before may go on living when nobody takes new ones any more.
        service.hangUp();
        for (int i = 0; i < 3; i++) {
            noHttp(service);
            cutOff(service, verb);
        }
        service.good(service.ask(verb, question(service, verb)));
        return "";
    }

    private static void noHttp(Service service) throws Ended {
        try (HttpConnection connection = service.wire().open()) {
            connection.exchange(NO_HTTP);
        } catch (NoAnswer none) {
            if (none.kind() == NoAnswer.Kind.LATE || none.kind() == NoAnswer.Kind.UNREACHABLE) {
                throw Ended.unanswered(
                        new Obstacle(none.trouble(), service.shown(service.path(service.anyVerb()))),
                        "what is no HTTP was sent: " + none.getMessage(),
                        "status 400, or the end of the connection");
            }
        }
    }

    /** Announces more than it sends, and leaves. */
    private static void cutOff(Service service, Verb verb) throws Ended {
        Request request = service.request(verb, Service.bytes(question(service, verb)));
        try (HttpConnection connection = service.wire().open()) {
            connection.send(request.head());
            connection.send(Arrays.copyOf(request.body().bytes(), request.body().length() / 2));
        } catch (NoAnswer none) {
            throw service.unanswered(request, none);
        }
    }

    private static String oversize(Service service, Verb verb) throws Ended {
        ObjectNode question = question(service, verb);
        question.put("padding", "x".repeat(service.effort().oversizeBytes()));
        Request request = service.request(verb, Service.bytes(question));
        String note;
        try {
            Exchange exchange = service.tryAsking(request);
            note = String.format(
                    Locale.ROOT,
                    "status %d in %.0f ms",
                    exchange.answer().status(),
                    exchange.answer().millis());
        } catch (NoAnswer none) {
            if (none.kind() != NoAnswer.Kind.CLOSED && none.kind() != NoAnswer.Kind.CUT_OFF) {
                throw service.unanswered(request, none);
            }
            note = "refused by closing the connection";
        }
        service.good(service.ask(verb, question(service, verb)));
        return note;
    }
}
