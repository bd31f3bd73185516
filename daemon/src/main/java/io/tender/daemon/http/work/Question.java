package io.tender.daemon.http.work;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.tender.extender.client.TraceParent;
import io.tender.extender.http.HttpProblem;
import io.tender.extender.http.HttpServer;
import io.tender.model.BrokenRule;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** What somebody asks: the parts of its path, its parameters and its body. */
record Question(ServerRequest request) {
    private static final HeaderName TRACE_PARENT = HeaderNames.create("traceparent");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final int MOST_TOLD = 50;

    /** A part of the path. */
    String part(String name) {
        return request.path().pathParameters().get(name);
    }

    /** The step of a trace that the caller is in, if it says so in a way that can be read. */
    Optional<TraceParent> trace() {
        return request.headers().first(TRACE_PARENT).flatMap(TraceParent::parse);
    }

    Optional<String> parameter(String name) {
        return request.query().first(name).asOptional();
    }

    String required(String name, String expected) {
        return parameter(name).filter(value -> !value.isBlank()).orElseThrow(() -> missing(name, expected));
    }

    static HttpProblem missing(String name, String expected) {
        return HttpProblem.of(
                400,
                BrokenRule.of(
                        "The parameter '" + name + "' is missing.",
                        "no '" + name + "'",
                        expected,
                        "add ?" + name + "=… to the address"));
    }

    /** What was named is none of the words there are. Of many the first are told: the names of a large job fill pages. */
    static HttpProblem unknown(int status, String problem, String given, Collection<String> known, String advice) {
        String rest = known.size() > MOST_TOLD ? " and " + (known.size() - MOST_TOLD) + " others" : "";
        return HttpProblem.of(
                status,
                BrokenRule.of(
                        problem,
                        "'" + shortened(given) + "'",
                        "one of " + known.stream().limit(MOST_TOLD).toList() + rest,
                        advice));
    }

    long number(String name, long usual, long least, long most) {
        Optional<String> text = parameter(name);
        if (text.isEmpty()) {
            return usual;
        }
        boolean written = NUMBER.matcher(text.get()).matches();
        long value = written ? Long.parseLong(text.get()) : 0;
        if (!written || value < least || value > most) {
            throw HttpProblem.of(
                    400,
                    BrokenRule.of(
                            "The parameter '" + name + "' cannot be this.",
                            "'" + shortened(text.get()) + "'",
                            "a whole number from " + least + " to " + most,
                            "correct the number"));
        }
        return value;
    }

    /** What a part of the request means, or 400 with what is wrong with it. */
    static <T> T understood(Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException impossible) {
            throw HttpProblem.of(400, String.valueOf(impossible.getMessage()));
        }
    }

    static String shortened(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "…" : text;
    }

    String body(int atMost) {
        byte[] bytes = HttpServer.body(request, atMost);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException noText) {
            throw HttpProblem.of(
                    400,
                    BrokenRule.of(
                            "The body is no text.",
                            "bytes that are not UTF-8",
                            "YAML or JSON in UTF-8",
                            "save the documents as UTF-8, and send them again"));
        }
    }
}
