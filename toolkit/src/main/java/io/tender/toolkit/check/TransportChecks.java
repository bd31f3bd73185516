package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;

/** HTTP as schedulers expect it, whatever is asked. */
final class TransportChecks {
    private TransportChecks() {}

    static List<Check> first() {
        return List.of(Check.of(
                        "T0",
                        "The service can be reached",
                        "A scheduler that finds nobody takes every decision without the service, or none at all",
                        "start it, and see that address, port and firewall let the scheduler through",
                        TransportChecks::reachable)
                .asGate());
    }

    static List<Check> all() {
        return List.of(
                Check.of(
                        "T5",
                        "The verbs are served",
                        "A scheduler asks exactly the paths of its settings; 404 is a failure of every decision",
                        "the path is the address, a slash and the verb; --verbs name=path tells of another one",
                        TransportChecks::served),
                Check.of(
                        "A1",
                        "Without the token nothing is answered",
                        "Who can ask without a token can learn, and perhaps change, what the service decides",
                        "answer 401 when the header Authorization is missing or wrong",
                        service -> service.eachVerb(verb -> tokenWanted(service, verb))),
                Check.of(
                        "T4a",
                        "Nothing is redirected",
                        "Some schedulers follow redirects with another method or body, others refuse them",
                        "serve the verb at the address itself; a slash at the end is often what redirects",
                        service -> service.eachVerb(verb -> noRedirect(service, verb))),
                Check.of(
                        "T4b",
                        "A good answer has status 200 and no other",
                        "201, 202 and 204 are failures for every scheduler but Aurora",
                        "answer 200, also when nothing was found",
                        TransportChecks::exactly200),
                Check.of(
                        "T6",
                        "An answer says how long it is",
                        "An answer that ends with its connection costs a new connection for each question, and cannot be told"
                                + " from one that was cut off",
                        "send Content-Length, or chunks with the empty one at the end",
                        service -> service.eachVerb(verb -> framed(service, verb))),
                Check.of(
                        "T7",
                        "An answer is UTF-8 and in no coding that was not asked for",
                        "Names with other letters are misread, and bodies in a strange coding are refused",
                        "encode as UTF-8; compress only if Accept-Encoding says gzip",
                        service -> service.eachVerb(verb -> plainUtf8(service, verb))),
                Check.of(
                        "T8",
                        "An answer is one JSON value and nothing behind it",
                        "Strict readers refuse what lenient ones pass over in silence",
                        "write the answer once, and no log lines or second objects behind it",
                        service -> service.eachVerb(verb -> oneValue(service, verb))),
                Check.of(
                        "T9",
                        "An answer says that it is JSON",
                        "Proxies and people go by the content type; schedulers mostly do not look at it",
                        "send Content-Type: application/json",
                        service -> service.eachVerb(verb -> contentType(service, verb))),
                Check.of(
                        "T10",
                        "Names of headers are read in any case",
                        "Clients and proxies write content-length as often as Content-Length",
                        "look headers up without regard to case",
                        service -> service.eachVerb(verb -> headerCase(service, verb))),
                Check.of(
                        "T11",
                        "A request may come in pieces",
                        "Large requests always do; a service that reads once answers to half of a question",
                        "read until Content-Length bytes are there",
                        service -> service.eachVerb(verb -> pieces(service, verb))),
                Check.of(
                        "T13",
                        "A path that is no verb is answered with 404",
                        "A mistyped verb in the scheduler's settings would otherwise be taken for a decision",
                        "answer 404 to paths you do not know",
                        TransportChecks::unknownPath));
    }

    private static String reachable(Service service) throws Ended {
        try {
            service.wire().openPlain().close();
            return "";
        } catch (IOException none) {
            throw Ended.failed(
                    String.valueOf(none.getMessage()),
                    "somebody who listens at " + service.wire().address());
        }
    }

    private static String served(Service service) throws Ended {
        List<VerbState> asked =
                service.verbs().stream().filter(VerbState::asked).toList();
        if (asked.isEmpty()) {
            throw Ended.failed(
                    "404 to every verb of the dialect "
                            + service.plan().dialect().label(),
                    "at least one that is served below " + service.wire().address());
        }
        for (VerbState state : asked) {
            Exchange exchange = heard(service, state.verb());
            if (exchange.answer().status() == 404) {
                throw Ended.failed(exchange, "status 404", "an answer of the verb " + state.verb());
            }
        }
        return asked.size() + " of " + service.verbs().size();
    }

    private static Exchange heard(Service service, Verb verb) throws Ended {
        try {
            return question(service, verb);
        } catch (Ended ended) {
            boolean hungUp = ended.obstacle()
                    .filter(obstacle -> obstacle.trouble() == Trouble.SILENT)
                    .isPresent();
            throw hungUp && !service.wire().address().tls()
                    ? ended.toDo("see what the service itself says of it, since it hung up without a word;"
                            + " if it speaks TLS, its address begins with https://")
                    : ended;
        }
    }

    private static Exchange question(Service service, Verb verb) throws Ended {
        return service.ask(verb, service.dialogue().question(verb, Scene.of(1)));
    }

    private static Request request(Service service, Verb verb) {
        return service.request(verb, Service.bytes(service.dialogue().question(verb, Scene.of(1))));
    }

    private static String tokenWanted(Service service, Verb verb) throws Ended {
        if (!service.hasToken()) {
            throw Ended.skipped("no token is given");
        }
        Exchange exchange = service.ask(request(service, verb).without("Authorization"));
        if (exchange.answer().status() == 200) {
            throw Ended.failed(exchange, "status 200 without a token", "status 401");
        }
        return "";
    }

    private static String noRedirect(Service service, Verb verb) throws Ended {
        Exchange exchange = question(service, verb);
        int status = exchange.answer().status();
        if (status >= 300 && status < 400) {
            throw Ended.failed(
                    exchange,
                    "status " + status + " to "
                            + exchange.answer().header("location").orElse("nowhere"),
                    "an answer at the address that was asked");
        }
        return "";
    }

    private static String exactly200(Service service) throws Ended {
        List<String> others = new ArrayList<>();
        Optional<Exchange> first = Optional.empty();
        for (VerbState state : service.verbs()) {
            if (state.asked() && !service.plan().dialect().mayChange(state.verb())) {
                Exchange exchange = question(service, state.verb());
                int status = exchange.answer().status();
                // What is not there or elsewhere is told by T5 and T4a.
                if (status != 200 && status != 404 && (status < 300 || status >= 400)) {
                    others.add(status + " of " + state.verb());
                    first = first.or(() -> Optional.of(exchange));
                }
            }
        }
        if (first.isPresent()) {
            Ended failed = Ended.failed(first.get(), "status " + String.join(", ", others), "status 200");
            int status = first.get().answer().status();
            throw status == 401 || status == 403 ? failed.toDo(permission(service)) : failed;
        }
        return "";
    }

    private static String permission(Service service) {
        return service.hasToken()
                ? "see whether the token of --token-file is the one that the service wants"
                : "give the token that the service wants with --token-file, or what else it knows its callers by"
                        + " (--certificate and --key)";
    }

    private static String framed(Service service, Verb verb) throws Ended {
        Exchange exchange = question(service, verb);
        if (exchange.answer().framing() == Answer.Framing.CLOSE) {
            throw Ended.failed(exchange, "an answer that ends where the connection ends", "Content-Length, or chunks");
        }
        return "";
    }

    private static String plainUtf8(Service service, Verb verb) throws Ended {
        Exchange exchange = service.ask(request(service, verb).without("Accept-Encoding"));
        String coding = exchange.answer().header("content-encoding").orElse("identity");
        if (!coding.equalsIgnoreCase("identity") && !coding.isBlank()) {
            throw Ended.failed(
                    exchange, "Content-Encoding: " + coding + ", without Accept-Encoding in the request", "no coding");
        }
        if (!exchange.answer().body().isUtf8()) {
            throw Ended.failed(exchange, "bytes that are no UTF-8", "UTF-8");
        }
        return "";
    }

    private static String oneValue(Service service, Verb verb) throws Ended {
        Exchange exchange = question(service, verb);
        service.good(exchange);
        try {
            Templates.JSON
                    .reader()
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(exchange.answer().body().bytes());
        } catch (JacksonException more) {
            throw Ended.failed(exchange, "something behind the JSON value: " + more.getOriginalMessage(), "nothing");
        }
        return "";
    }

    private static String contentType(Service service, Verb verb) throws Ended {
        Exchange exchange = question(service, verb);
        String type = exchange.answer().header("content-type").orElse("none");
        if (!type.toLowerCase(Locale.ROOT).contains("json")) {
            throw Ended.warned(exchange, "Content-Type: " + type, "Content-Type: application/json");
        }
        return "";
    }

    private static String headerCase(Service service, Verb verb) throws Ended {
        service.good(service.ask(request(service, verb).withLowerCaseHeaders()));
        return "";
    }

    private static String pieces(Service service, Verb verb) throws Ended {
        // Who serves one connection at a time serves this one only when the other is gone; T15 is about that.
        service.hangUp();
        Request request = request(service, verb);
        byte[] body = request.body().bytes();
        byte[] first = Arrays.copyOfRange(body, 0, body.length / 2);
        byte[] rest = Arrays.copyOfRange(body, body.length / 2, body.length);
        try (HttpConnection connection = service.wire().open()) {
            connection.send(request.head());
            pause(service);
            connection.send(first);
            pause(service);
            service.good(service.exchange(request, connection.exchange(rest)));
            return "";
        } catch (NoAnswer none) {
            throw service.unanswered(request, none);
        }
    }

    /** The pieces have to leave as packets of their own; what is sent at once may be joined on the way. */
    private static void pause(Service service) throws Ended {
        try {
            TimeUnit.MILLISECONDS.sleep(service.effort().pauseMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw Ended.skipped("interrupted");
        }
    }

    private static String unknownPath(Service service) throws Ended {
        if (service.plan().dialect().asksAtAddress()) {
            throw Ended.skipped("the address is the only path that is asked");
        }
        Verb verb = service.anyVerb();
        byte[] body = Service.bytes(service.dialogue().question(verb, Scene.of(1)));
        Exchange exchange = service.ask(service.request("no-such-verb-" + verb, body));
        if (exchange.answer().status() == 200) {
            throw Ended.warned(exchange, "status 200 of a path that is no verb", "status 404");
        }
        return "";
    }
}
