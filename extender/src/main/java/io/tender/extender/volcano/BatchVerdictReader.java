package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads verdicts about many nodes: {@code {"nodes":{"n1":{"code":2,"errorMessage":"…"},"n2":{"code":0}}}}, each in any of the
 * forms that {@link VerdictReader} knows. Nodes may be left out once enough of those before them fit.
 */
final class BatchVerdictReader implements AnswerReader<List<Verdict>> {
    private static final String EXPECTED = "an object such as {\"nodes\":{\"n1\":{\"code\":0,\"errorMessage\":\"\"}}}";

    private final List<NodeView> asked;
    private final int enough;
    private final VerdictReader each;

    BatchVerdictReader(List<NodeView> asked, int enough, boolean strictVolcano) {
        this.asked = asked;
        this.enough = enough;
        this.each = new VerdictReader(strictVolcano);
    }

    @Override
    public List<Verdict> read(JsonParser json) {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < asked.size(); i++) {
            places.put(asked.get(i).name(), i);
        }
        @Nullable Verdict[] verdicts = new @Nullable Verdict[asked.size()];
        String[] error = {""};
        ReplyObject.read(json, EXPECTED, (key, token, in) -> {
            switch (key) {
                case "nodes" -> nodes(in, token, places, verdicts);
                case "errormessage" -> error[0] = ReplyObject.text(in, token, key);
                default -> {}
            }
        });
        if (!error[0].isEmpty()) {
            throw new ErrorAnswer(error[0]);
        }
        return known(verdicts);
    }

    /** Node names are not lower-cased, unlike the keys of the protocol. */
    private void nodes(JsonParser json, JsonToken token, Map<String, Integer> places, @Nullable Verdict[] verdicts) {
        if (token != JsonToken.START_OBJECT) {
            throw new MalformedAnswer("got " + ReplyObject.words(token) + " as nodes, expected " + EXPECTED);
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            Integer place = places.get(json.currentName());
            if (place == null) {
                throw new MalformedAnswer("got a verdict about node '" + ReplyObject.clean(json.currentName())
                        + "', expected only the " + asked.size() + " nodes of the request");
            }
            verdicts[place] = each.readHere(json, json.nextToken());
        }
    }

    private List<Verdict> known(@Nullable Verdict[] verdicts) {
        List<Verdict> known = new ArrayList<>(verdicts.length);
        int fitting = 0;
        for (int i = 0; i < verdicts.length; i++) {
            Verdict verdict = verdicts[i];
            if (verdict == null && fitting >= enough) {
                break;
            }
            if (verdict == null) {
                throw new MalformedAnswer(
                        "got no verdict about node '" + asked.get(i).name() + "', expected one for each of the "
                                + asked.size() + " nodes until " + enough + " fit");
            }
            known.add(verdict);
            fitting += verdict.isFit() ? 1 : 0;
        }
        return known;
    }
}
