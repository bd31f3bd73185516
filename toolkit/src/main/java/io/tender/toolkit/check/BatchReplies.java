package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** What a scheduler makes of answers in batch scheduling; the two dialects differ in what they forgive. */
enum BatchReplies {
    /** As the real program does: the text {@code status} alone decides, other members are not even looked at. */
    VOLCANO,
    /** As docs/extenders.md says. */
    TENDER;

    /** Whether a task fits a node. */
    record Fit(boolean fits, long code, String message, boolean meantNo) {
        @Override
        public String toString() {
            return fits ? "fits" : "refused with code " + code;
        }
    }

    /** Who is to go; no list means that the service abstains. */
    record Victims(Optional<List<JsonNode>> chosen) {
        @Override
        public String toString() {
            return chosen.map(list -> "victims "
                            + list.stream().map(BatchReplies::taskName).sorted().toList())
                    .orElse("abstains");
        }
    }

    String decision(Verb verb, Exchange exchange, JsonNode answer) throws Ended {
        return switch (verb.value()) {
            case "predicate" -> fit(exchange, answer).toString();
            case "batchPredicate" -> new TreeMap<>(fits(exchange, answer)).toString();
            case "prioritize" -> new TreeMap<>(scores(exchange, answer)).toString();
            case "preemptable", "reclaimable" -> victims(exchange, answer).toString();
            case "jobEnqueueable" -> "votes " + vote(exchange, answer);
            case "jobReady" -> "ready " + truth(exchange, answer, "status");
            case "queueOverused" -> "overused " + truth(exchange, answer, "overused");
            case "allocateFunc", "deallocateFunc", "bind" ->
                message(exchange, answer).isEmpty() ? "yes" : "no";
            default -> "heard";
        };
    }

    private static JsonNode object(Exchange exchange, JsonNode answer, String expected) throws Ended {
        if (!answer.isObject()) {
            throw Ended.unreadable(exchange, "JSON that is no object: " + Json.kind(answer), expected);
        }
        return answer;
    }

    Fit fit(Exchange exchange, JsonNode answer) throws Ended {
        String expected = this == VOLCANO
                ? "{\"status\":\"\",\"code\":0}, in which a text in status refuses the node"
                : "{\"code\":0,\"errorMessage\":\"\"}";
        object(exchange, answer, expected);
        JsonNode code = Json.member(answer, "code");
        JsonNode status = Json.member(answer, "status");
        JsonNode error = Json.member(answer, "errorMessage");
        if (!code.isMissingNode() && !code.isIntegralNumber()) {
            throw Ended.unreadable(exchange, "a code that is no whole number: " + Json.kind(code), expected);
        }
        if (!error.isMissingNode() && !error.isString()) {
            throw Ended.unreadable(exchange, "an errorMessage that is no text: " + Json.kind(error), expected);
        }
        if (!status.isMissingNode() && !status.isString() && !(this == TENDER && status.isArray())) {
            throw Ended.unreadable(exchange, "a status that is no text: " + Json.kind(status), expected);
        }
        String text = status.isString() ? status.asString() : reasons(status);
        String any = text.isEmpty() && error.isString() ? error.asString() : text;
        boolean meantNo = code.asLong(0) != 0 || !any.isEmpty();
        boolean fits = this == VOLCANO ? text.isEmpty() : !meantNo;
        return new Fit(fits, meantNo && code.asLong(0) == 0 ? 1 : code.asLong(0), any, meantNo);
    }

    /** Of Volcano 1.8 and 1.9: a list of what each of its plugins says. */
    private static String reasons(JsonNode list) {
        List<String> reasons = new ArrayList<>();
        for (JsonNode one : list) {
            if (Json.member(one, "code").asLong(0) != 0) {
                reasons.add(Json.member(one, "reason").asString("refused"));
            }
        }
        return String.join("; ", reasons);
    }

    Map<String, Fit> fits(Exchange exchange, JsonNode answer) throws Ended {
        String expected = "{\"nodes\":{\"name\":{\"code\":0}}}";
        JsonNode nodes = Json.member(object(exchange, answer, expected), "nodes");
        if (!nodes.isObject()) {
            throw Ended.unreadable(exchange, "nodes that is no object: " + Json.kind(nodes), expected);
        }
        Map<String, Fit> fits = new TreeMap<>();
        for (Map.Entry<String, JsonNode> node : nodes.properties()) {
            Fit before = node.getValue().isString() ? fits.get(node.getValue().asString()) : null;
            // The name of a node that was answered for already stands for the same answer.
            fits.put(node.getKey(), before == null ? fit(exchange, node.getValue()) : before);
        }
        return fits;
    }

    Map<String, Double> scores(Exchange exchange, JsonNode answer) throws Ended {
        String expected = "{\"nodeScore\":{\"name\":80.5},\"errorMessage\":\"\"}";
        JsonNode error = Json.member(object(exchange, answer, expected), "errorMessage");
        if (!error.isMissingNode() && (!error.isString() || !error.asString().isEmpty())) {
            throw Ended.unreadable(exchange, "errorMessage " + error, "no errorMessage, since all is well");
        }
        JsonNode scores = Json.member(answer, "nodeScore");
        if (!scores.isObject()) {
            throw Ended.unreadable(exchange, "nodeScore that is no object: " + Json.kind(scores), expected);
        }
        Map<String, Double> read = new TreeMap<>();
        for (Map.Entry<String, JsonNode> score : scores.properties()) {
            if (!score.getValue().isNumber()) {
                throw Ended.unreadable(
                        exchange, "a score that is no number: " + score.getValue(), "a number for every node");
            }
            read.put(score.getKey(), score.getValue().asDouble());
        }
        return read;
    }

    Victims victims(Exchange exchange, JsonNode answer) throws Ended {
        String expected = "{\"status\":1,\"victims\":[…]}";
        JsonNode status = Json.member(object(exchange, answer, expected), "status");
        JsonNode victims = Json.member(answer, "victims");
        if (!status.isMissingNode() && !status.isIntegralNumber()) {
            throw Ended.unreadable(exchange, "a status that is no whole number: " + Json.kind(status), expected);
        }
        if (!victims.isMissingNode() && !victims.isArray()) {
            throw Ended.unreadable(exchange, "victims that is no list: " + Json.kind(victims), expected);
        }
        long vote = status.asLong(this == VOLCANO ? 0 : 1);
        if (vote == 0) {
            return new Victims(Optional.empty());
        }
        List<JsonNode> chosen = new ArrayList<>();
        victims.forEach(chosen::add);
        return new Victims(Optional.of(vote < 0 && this == TENDER ? List.of() : chosen));
    }

    /** By what a victim is meant: its uid, or its name. */
    static String taskName(JsonNode task) {
        if (task.isString()) {
            return task.asString();
        }
        String uid = Json.member(task, "uid").asString("");
        return uid.isEmpty()
                ? Json.member(task, "namespace").asString("") + "/"
                        + Json.member(task, "name").asString("")
                : uid;
    }

    long vote(Exchange exchange, JsonNode answer) throws Ended {
        String expected = "{\"status\":1}, 0 or -1";
        JsonNode status = Json.member(object(exchange, answer, expected), "status");
        if (!status.isIntegralNumber() || Math.abs(status.asLong()) > 1) {
            throw Ended.unreadable(exchange, "status " + (status.isMissingNode() ? "missing" : status), expected);
        }
        return status.asLong();
    }

    boolean truth(Exchange exchange, JsonNode answer, String member) throws Ended {
        String expected = "{\"" + member + "\":true} or false";
        JsonNode value = Json.member(object(exchange, answer, expected), member);
        if (!value.isBoolean()) {
            throw Ended.unreadable(exchange, member + " " + (value.isMissingNode() ? "missing" : value), expected);
        }
        return value.asBoolean();
    }

    /** Why an event was refused; empty if it was not. */
    String message(Exchange exchange, JsonNode answer) throws Ended {
        String expected = "{\"errorMessage\":\"\"}";
        JsonNode error = Json.member(object(exchange, answer, expected), "errorMessage");
        if (!error.isMissingNode() && !error.isString()) {
            throw Ended.unreadable(exchange, "an errorMessage that is no text: " + Json.kind(error), expected);
        }
        return error.asString("");
    }
}
