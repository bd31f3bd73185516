package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads scores by node, {@code {"nodeScore":{"n1":80.5},"errorMessage":""}}: one for each node asked about and no others. Who
 * speaks strictly as Volcano does may leave nodes out and name others.
 */
final class ScoreReader implements AnswerReader<Map<String, Double>> {
    private static final String EXPECTED = "an object such as {\"nodeScore\":{\"n1\":80.5},\"errorMessage\":\"\"}";

    private final Set<String> asked = new HashSet<>();
    private final boolean strictVolcano;
    private final Optional<ScoreRange> range;

    ScoreReader(Collection<String> nodes, boolean strictVolcano, Optional<ScoreRange> range) {
        asked.addAll(nodes);
        this.strictVolcano = strictVolcano;
        this.range = range;
    }

    @Override
    public Map<String, Double> read(JsonParser json) {
        Map<String, Double> scores = new TreeMap<>();
        boolean[] seen = {false};
        String[] error = {""};
        ReplyObject.read(json, EXPECTED, (key, token, in) -> {
            switch (key) {
                case "nodescore" -> {
                    seen[0] = true;
                    scores(in, token, scores);
                }
                case "errormessage" -> error[0] = ReplyObject.text(in, token, key);
                default -> {}
            }
        });
        if (!error[0].isEmpty()) {
            throw new ErrorAnswer(error[0]);
        }
        if (!seen[0]) {
            throw new MalformedAnswer("got no nodeScore, expected " + EXPECTED);
        }
        if (!strictVolcano && scores.size() < asked.size()) {
            String missing = asked.stream()
                    .filter(name -> !scores.containsKey(name))
                    .sorted()
                    .findFirst()
                    .orElse("");
            throw new MalformedAnswer("got " + scores.size() + " scores and none for node '" + missing
                    + "', expected one for each of the " + asked.size() + " nodes of the request");
        }
        return scores;
    }

    private void scores(JsonParser json, JsonToken token, Map<String, Double> scores) {
        if (token != JsonToken.START_OBJECT) {
            throw new MalformedAnswer("got " + ReplyObject.words(token) + " as nodeScore, expected " + EXPECTED);
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            String what = "the score of node '" + ReplyObject.clean(name) + "'";
            double score = score(json, json.nextToken(), what, strictVolcano);
            if (asked.contains(name)) {
                scores.put(name, ScoreRange.brought(range, score, what));
            } else if (!strictVolcano) {
                throw new MalformedAnswer(
                        "got " + what + ", expected only scores of the " + asked.size() + " nodes of the request");
            }
        }
    }

    /** To Go, null among numbers is 0. */
    static double score(JsonParser json, JsonToken token, String what, boolean strictVolcano) {
        return strictVolcano && token == JsonToken.VALUE_NULL ? 0 : ReplyObject.number(json, token, what);
    }
}
