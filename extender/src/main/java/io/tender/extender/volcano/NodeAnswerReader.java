package io.tender.extender.volcano;

import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import io.tender.spi.batch.Verdict;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads what is said about one node of many: a verdict in any of the forms that {@link VerdictReader} knows, with its
 * {@code score} if scores are wanted, and under {@code ahead} the same for the node with one, two, … more such tasks, where a
 * bare number says that it fits and how good it is: {@code {"code":0,"score":80,"ahead":[79.5,{"code":2}]}}. The name of a
 * node that was answered for already stands for the same answer again.
 */
final class NodeAnswerReader {
    private final VerdictReader verdicts;
    private final boolean scored;
    private final Optional<ScoreRange> range;
    private final int ahead;

    /**
     * @param verdicts reads whether it fits
     * @param scored whether scores are wanted; else they are passed over
     * @param ahead up to how many more tasks were asked about
     */
    NodeAnswerReader(VerdictReader verdicts, boolean scored, Optional<ScoreRange> range, int ahead) {
        this.verdicts = verdicts;
        this.scored = scored;
        this.range = range;
        this.ahead = ahead;
    }

    /**
     * The parser stands on the first token of what is said.
     *
     * @param before what was said about nodes before this one
     */
    NodeAnswer readHere(
            JsonParser json, @Nullable JsonToken first, String node, Function<String, Optional<NodeAnswer>> before) {
        if (first == JsonToken.VALUE_STRING) {
            String other = json.getString();
            return before.apply(other)
                    .orElseThrow(() -> new MalformedAnswer("got '" + ReplyObject.clean(other) + "' about " + named(node)
                            + ", expected an object, or the name of a node that was answered for before it"));
        }
        NodeAnswer.Builder answer = new NodeAnswer.Builder(1 + ahead);
        double[] score = {NodeAnswer.Builder.NO_SCORE};
        Verdict verdict = verdicts.readHere(json, first, (key, token, in) -> {
            switch (key) {
                case "score" -> score[0] = scored ? score(in, token, node) : score[0];
                case "ahead" -> later(in, token, node, answer);
                default -> {}
            }
        });
        answer.now(verdict, score[0]);
        return answer.build();
    }

    private void later(JsonParser json, JsonToken token, String node, NodeAnswer.Builder answer) {
        if (ahead == 0) {
            // It was not asked for: one who always looks ahead does no harm.
            return;
        }
        if (token != JsonToken.START_ARRAY) {
            throw new MalformedAnswer("got " + ReplyObject.words(token) + " as ahead of " + named(node)
                    + ", expected a list such as [79.5,{\"code\":2,\"errorMessage\":\"full\"}]");
        }
        for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY; item = json.nextToken()) {
            if (answer.states() > ahead) {
                throw new MalformedAnswer("got more than " + ahead + " answers as ahead of " + named(node)
                        + ", expected as many as the request asked for, or fewer");
            }
            if (item.isNumeric()) {
                answer.later(Verdict.fits(), scored ? score(json, item, node) : NodeAnswer.Builder.NO_SCORE);
            } else {
                later(json, item, answer, node);
            }
        }
    }

    private void later(JsonParser json, JsonToken item, NodeAnswer.Builder answer, String node) {
        double[] score = {NodeAnswer.Builder.NO_SCORE};
        Verdict verdict = verdicts.readHere(json, item, (key, token, in) -> {
            if (key.equals("score") && scored) {
                score[0] = score(in, token, node);
            }
        });
        answer.later(verdict, score[0]);
    }

    /** Words are made only for what is wrong, since there are thousands of scores in a reply. */
    private double score(JsonParser json, JsonToken token, String node) {
        double score = token.isNumeric() ? json.getDoubleValue() : NodeAnswer.Builder.NO_SCORE;
        if (range.isEmpty() ? ScoreRange.isCountable(score) : range.get().holds(score)) {
            return range.isEmpty() ? score : range.get().normalised(score);
        }
        String what = "a score of " + named(node);
        return ScoreRange.brought(range, ReplyObject.number(json, token, what), what);
    }

    private static String named(String node) {
        return "node '" + ReplyObject.clean(node) + "'";
    }
}
