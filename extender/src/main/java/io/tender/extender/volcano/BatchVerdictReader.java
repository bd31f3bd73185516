package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads verdicts about many nodes: {@code {"nodes":{"n1":{"code":2,"errorMessage":"…"},"n2":{"code":0}}}}, each in any of the
 * forms that {@link NodeAnswerReader} knows. Nodes may be left out once enough of those before them fit.
 */
final class BatchVerdictReader implements AnswerReader<List<NodeAnswer>> {
    private static final String EXPECTED = "an object such as {\"nodes\":{\"n1\":{\"code\":0,\"errorMessage\":\"\"}}}";

    private final List<String> asked;
    private final int enough;
    private final NodeAnswerReader each;

    BatchVerdictReader(List<String> asked, int enough, NodeAnswerReader each) {
        this.asked = asked;
        this.enough = enough;
        this.each = each;
    }

    @Override
    public List<NodeAnswer> read(JsonParser json) {
        Map<String, Integer> places = HashMap.newHashMap(asked.size());
        for (int i = 0; i < asked.size(); i++) {
            places.put(asked.get(i), i);
        }
        @Nullable NodeAnswer[] answers = new @Nullable NodeAnswer[asked.size()];
        String[] error = {""};
        ReplyObject.read(json, EXPECTED, (key, token, in) -> {
            switch (key) {
                case "nodes" -> nodes(in, token, places, answers);
                case "errormessage" -> error[0] = ReplyObject.text(in, token, key);
                default -> {}
            }
        });
        if (!error[0].isEmpty()) {
            throw new ErrorAnswer(error[0]);
        }
        return known(answers);
    }

    /** Node names are not lower-cased, unlike the keys of the protocol. */
    private void nodes(JsonParser json, JsonToken token, Map<String, Integer> places, @Nullable NodeAnswer[] answers) {
        if (token != JsonToken.START_OBJECT) {
            throw new MalformedAnswer("got " + ReplyObject.words(token) + " as nodes, expected " + EXPECTED);
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            Integer place = places.get(name);
            if (place == null) {
                throw new MalformedAnswer("got a verdict about node '" + ReplyObject.clean(name)
                        + "', expected only the " + asked.size() + " nodes of the request");
            }
            answers[place] = each.readHere(
                    json,
                    json.nextToken(),
                    name,
                    other -> Optional.ofNullable(places.get(other)).map(at -> answers[at]));
        }
    }

    private List<NodeAnswer> known(@Nullable NodeAnswer[] answers) {
        List<NodeAnswer> known = new ArrayList<>(answers.length);
        int fitting = 0;
        for (int i = 0; i < answers.length; i++) {
            NodeAnswer answer = answers[i];
            if (answer == null && fitting >= enough) {
                break;
            }
            if (answer == null) {
                throw new MalformedAnswer("got no verdict about node '" + asked.get(i)
                        + "', expected one for each of the " + asked.size() + " nodes until " + enough + " fit");
            }
            known.add(answer);
            fitting += answer.verdict(0).isFit() ? 1 : 0;
        }
        return known;
    }
}
