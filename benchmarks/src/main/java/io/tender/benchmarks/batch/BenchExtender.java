package io.tender.benchmarks.batch;

import io.tender.benchmarks.loopback.LoopbackServer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * An extender that accepts every node and scores all alike. It reads each request to its end, takes out the names it is asked
 * about, and looks ahead as far as it is asked to.
 */
final class BenchExtender implements AutoCloseable {
    private static final byte[] FITS = ascii("{\"code\":0,\"errorMessage\":\"\"}");
    private static final byte[] ANOTHER_SCORE = ascii(",50");

    private final JsonFactory json = new JsonFactory();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final LoopbackServer server = new LoopbackServer("bench-extender", () -> this::answer);

    /** What is read out of a request. */
    private static final class Question {
        final List<String> nodes = new ArrayList<>();
        int ahead;
    }

    String url() {
        return server.address();
    }

    long calls() {
        return calls.get();
    }

    long bytes() {
        return bytes.get();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private ByteBuffer answer(byte[] request, int from, int to) {
        String line = new String(request, 0, Math.min(from, 20), StandardCharsets.US_ASCII);
        Question question = read(request, from, to);
        byte[] body;
        if (line.startsWith("POST /predicate")) {
            body = FITS;
        } else if (line.startsWith("POST /prioritize")) {
            body = answer(question, "{\"nodeScore\":{", ":50", ascii(""));
        } else if (line.startsWith("POST /scored")) {
            body = scored(question);
        } else {
            body = answer(question, "{\"nodes\":{", ":{\"code\":0", ascii("}"));
        }
        calls.incrementAndGet();
        bytes.addAndGet((long) to - from + body.length);
        return ByteBuffer.wrap(body);
    }

    /** What holds for the first node holds for the others too, and is said once. */
    private static byte[] scored(Question question) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256 + question.nodes.size() * 40);
        String first = question.nodes.getFirst();
        out.writeBytes(ascii("{\"nodes\":{\"" + first + "\":{\"score\":50"));
        out.writeBytes(ahead(question.ahead));
        byte[] same = ascii("\":\"" + first + "\"");
        for (String node : question.nodes.subList(1, question.nodes.size())) {
            out.writeBytes(ascii(",\"" + node));
            out.writeBytes(same);
        }
        out.writeBytes(ascii("}}"));
        return out.toByteArray();
    }

    private static byte[] ahead(int more) {
        if (more == 0) {
            return ascii("}");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ascii(",\"ahead\":[50"));
        for (int i = 1; i < more; i++) {
            out.writeBytes(ANOTHER_SCORE);
        }
        out.writeBytes(ascii("]}"));
        return out.toByteArray();
    }

    private static byte[] answer(Question question, String begin, String each, byte[] end) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(64 + question.nodes.size() * (40 + end.length));
        out.writeBytes(ascii(begin));
        String quote = "\"";
        for (String node : question.nodes) {
            out.writeBytes(ascii(quote + node + "\"" + each));
            out.writeBytes(end);
            quote = ",\"";
        }
        out.writeBytes(ascii("}}"));
        return out.toByteArray();
    }

    private Question read(byte[] request, int from, int to) {
        Question question = new Question();
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), request, from, to - from)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String key = parser.currentName();
                JsonToken token = parser.nextToken();
                if (key.equals("ahead")) {
                    question.ahead = parser.getIntValue();
                } else if (key.equals("nodes") && token == JsonToken.START_ARRAY) {
                    nodes(parser, question.nodes);
                } else {
                    parser.skipChildren();
                }
            }
        }
        return question;
    }

    /** The names of the nodes, which stand two levels down. */
    private static void nodes(JsonParser parser, List<String> names) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean name = parser.currentName().equals("name");
                parser.nextToken();
                if (name) {
                    names.add(parser.getString());
                } else {
                    parser.skipChildren();
                }
            }
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
