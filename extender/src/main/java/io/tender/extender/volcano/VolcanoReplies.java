package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Vote;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads replies in all forms that are about, for those who know of the request only what was written in it. What is said about
 * nodes and tasks is read as it is; whether they were asked about is for the caller to judge.
 *
 * @param strictVolcano whether they are read as Volcano itself reads them, see docs/extenders.md
 */
public record VolcanoReplies(boolean strictVolcano) {
    /** As many as an extender may ever be asked for. */
    private static final int MOST_AHEAD = 1_000;

    /**
     * What is said of one node.
     *
     * @param ahead the same with one, two, … more such tasks
     */
    public record NodeReply(Verdict verdict, OptionalDouble score, List<NodeReply> ahead) {}

    /**
     * Who may be evicted.
     *
     * @param victims uids, or {@code namespace/name}, or names, as they were given
     * @param abstains whether it leaves the decision to others
     */
    public record VictimReply(boolean abstains, Set<String> victims, String reason) {}

    public AnswerReader<Verdict> verdict() {
        return new VerdictReader(strictVolcano);
    }

    public AnswerReader<Vote> vote() {
        return DecisionReaders.vote(strictVolcano);
    }

    /** Yes means that the queue may go on. */
    public AnswerReader<Answer> overused() {
        return DecisionReaders.overused(strictVolcano);
    }

    public AnswerReader<Answer> ready() {
        return DecisionReaders.ready(strictVolcano);
    }

    public AnswerReader<Boolean> acknowledgement() {
        return DecisionReaders.acknowledgement();
    }

    /** Scores by node. */
    public AnswerReader<Map<String, Double>> scores() {
        String expected = "an object such as {\"nodeScore\":{\"n1\":80.5},\"errorMessage\":\"\"}";
        return json -> {
            Map<String, Double> scores = new TreeMap<>();
            boolean[] seen = {false};
            String error = eachMember(json, expected, "nodescore", token -> {
                seen[0] = true;
                byName(json, token, "nodeScore", expected, (name, first) -> {
                    String what = "the score of node '" + ReplyObject.clean(name) + "'";
                    double score = ScoreReader.score(json, first, what, strictVolcano);
                    scores.put(name, ScoreRange.brought(Optional.empty(), score, what));
                });
            });
            told(error);
            if (!seen[0]) {
                throw new MalformedAnswer("got no nodeScore, expected " + expected);
            }
            return scores;
        };
    }

    /** Verdicts by node. */
    public AnswerReader<Map<String, NodeReply>> verdicts() {
        String expected = "an object such as {\"nodes\":{\"n1\":{\"code\":0,\"errorMessage\":\"\"}}}";
        NodeAnswerReader each =
                new NodeAnswerReader(new VerdictReader(strictVolcano), true, Optional.empty(), MOST_AHEAD);
        return json -> {
            Map<String, NodeAnswer> nodes = new TreeMap<>();
            String error = eachMember(
                    json,
                    expected,
                    "nodes",
                    token -> byName(
                            json,
                            token,
                            "nodes",
                            expected,
                            (name, first) -> nodes.put(
                                    name,
                                    each.readHere(json, first, name, other -> Optional.ofNullable(nodes.get(other))))));
            told(error);
            Map<String, NodeReply> replies = new TreeMap<>();
            nodes.forEach((name, answer) -> replies.put(name, reply(answer)));
            return replies;
        };
    }

    public AnswerReader<VictimReply> victims() {
        return json -> {
            Victims read = new Victims();
            ReplyObject.read(json, "an object such as {\"status\":1,\"victims\":[{\"uid\":\"…\"}]}", read::member);
            if (!strictVolcano && !read.voted && !read.listed) {
                throw new MalformedAnswer("got neither status nor victims, expected {\"status\":1,\"victims\":[…]}");
            }
            boolean abstains = read.voted ? read.status == 0 : strictVolcano;
            boolean against = read.status < 0 && !strictVolcano;
            return new VictimReply(abstains, abstains || against ? Set.of() : read.names, read.reason);
        };
    }

    /** What was read of the victims so far. */
    private static final class Victims {
        private final Set<String> names = new LinkedHashSet<>();
        private long status;
        private boolean voted;
        private boolean listed;
        private String reason = "";

        void member(String key, JsonToken token, JsonParser json) {
            switch (key) {
                case "status" -> {
                    status = ReplyObject.whole(json, token, key);
                    voted = true;
                }
                case "victims" -> {
                    listed = true;
                    if (token != JsonToken.START_ARRAY) {
                        throw new MalformedAnswer(
                                "got " + ReplyObject.words(token) + " as victims, expected a list of tasks");
                    }
                    for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY; item = json.nextToken()) {
                        names.add(victim(json, item));
                    }
                }
                case "errormessage", "reason" -> reason = ReplyObject.text(json, token, key);
                default -> {}
            }
        }

        private static String victim(JsonParser json, JsonToken item) {
            if (item == JsonToken.VALUE_STRING) {
                return json.getString();
            }
            String[] named = {"", "", ""};
            ReplyObject.readHere(json, item, "a task among the victims", (key, token, in) -> {
                switch (key) {
                    case "uid" -> named[0] = ReplyObject.name(in, token).orElse("");
                    case "namespace" -> named[1] = ReplyObject.name(in, token).orElse("");
                    case "name" -> named[2] = ReplyObject.name(in, token).orElse("");
                    default -> {}
                }
            });
            return named[0].isEmpty() ? named[1] + "/" + named[2] : named[0];
        }
    }

    private static NodeReply reply(NodeAnswer answer) {
        List<NodeReply> ahead = new ArrayList<>();
        for (int more = 1; more < answer.states(); more++) {
            ahead.add(new NodeReply(answer.verdict(more), score(answer, more), List.of()));
        }
        return new NodeReply(answer.verdict(0), score(answer, 0), ahead);
    }

    private static OptionalDouble score(NodeAnswer answer, int more) {
        return answer.score(more).map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }

    /** Told of a value, with the parser on its first token. */
    @FunctionalInterface
    private interface Value {
        void read(JsonToken first);
    }

    /** Told of a value by its name, with the parser on its first token. */
    @FunctionalInterface
    private interface NamedValue {
        void read(String name, JsonToken first);
    }

    /** The error message, or nothing. */
    private static String eachMember(JsonParser json, String expected, String member, Value value) {
        String[] error = {""};
        ReplyObject.read(json, expected, (key, token, in) -> {
            if (key.equals(member)) {
                value.read(token);
            } else if (key.equals("errormessage")) {
                error[0] = ReplyObject.text(in, token, key);
            }
        });
        return error[0];
    }

    private static void told(String error) {
        if (!error.isEmpty()) {
            throw new ErrorAnswer(error);
        }
    }

    private static void byName(JsonParser json, JsonToken token, String member, String expected, NamedValue each) {
        if (token != JsonToken.START_OBJECT) {
            throw new MalformedAnswer("got " + ReplyObject.words(token) + " as " + member + ", expected " + expected);
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            each.read(json.currentName(), json.nextToken());
        }
    }
}
