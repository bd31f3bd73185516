package io.tender.extender.kube;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads scores, {@code [{"Host":"n1","Score":7}]}: whole numbers, brought within 0 to 10, of nodes that were asked about, each
 * once; a node left out has 0. Tolerantly any whole number counts, hosts nobody knows are passed over, and scores
 * of a host that comes several times add up.
 */
public final class PriorityReader implements AnswerReader<Map<String, Double>> {
    public static final long LEAST = 0;
    public static final long MOST = 10;

    private static final String EXPECTED = "a list such as [{\"Host\":\"n1\",\"Score\":7}]";

    private final Set<String> asked;
    private final KubeMode mode;
    private final Consumer<String> clamped;

    /** @param clamped told, in words, of scores that had to be brought within the range */
    public PriorityReader(Collection<String> asked, KubeMode mode, Consumer<String> clamped) {
        this.asked = new HashSet<>(asked);
        this.mode = mode;
        this.clamped = clamped;
    }

    @Override
    public Map<String, Double> read(JsonParser json) {
        Map<String, Double> scores = new TreeMap<>();
        JsonToken first = json.nextToken();
        // An empty list of Go is null.
        if (first != JsonToken.VALUE_NULL) {
            if (first != JsonToken.START_ARRAY) {
                throw new MalformedAnswer("got " + ReplyObject.words(first) + ", expected " + EXPECTED);
            }
            for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY; item = json.nextToken()) {
                add(json, item, scores);
            }
        }
        asked.forEach(node -> scores.putIfAbsent(node, 0.0));
        return scores;
    }

    private void add(JsonParser json, @Nullable JsonToken item, Map<String, Double> scores) {
        Entry entry = new Entry();
        ReplyObject.readHere(json, item, "an object with Host and Score", entry::member);
        boolean known = asked.contains(entry.host);
        if (mode.tolerant()) {
            if (known) {
                scores.merge(entry.host, (double) entry.score, Double::sum);
            }
            return;
        }
        if (!known) {
            throw new MalformedAnswer("got a score of host '" + ReplyObject.clean(entry.host) + "', expected only the "
                    + asked.size() + " nodes of the request");
        }
        long score = Math.clamp(entry.score, LEAST, MOST);
        if (score != entry.score) {
            clamped.accept(entry.score + " for host '" + ReplyObject.clean(entry.host) + "'");
        }
        if (scores.put(entry.host, (double) score) != null) {
            throw new MalformedAnswer(
                    "got host '" + ReplyObject.clean(entry.host) + "' twice, expected one score for each node");
        }
    }

    /** One of the list. */
    private static final class Entry {
        private String host = "";
        private long score;

        void member(String key, JsonToken token, JsonParser json) {
            switch (key) {
                case "host" -> host = ReplyObject.name(json, token).orElse("");
                case "score" -> {
                    if (token != JsonToken.VALUE_NUMBER_INT) {
                        throw new MalformedAnswer(
                                "got " + ReplyObject.words(token) + " as Score, expected a whole number");
                    }
                    score = json.getLongValue();
                }
                default -> {}
            }
        }
    }
}
