package io.tender.toolkit.check;

import io.tender.toolkit.check.Shelf.Asked;
import io.tender.toolkit.check.Shelf.Reply;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A service that keeps every promise of its dialect. */
abstract class GoodService implements Shelf.Handler {
    /** What the services of the shelf manage. */
    static final String WIDGET = "example.com/widget";

    @Override
    public final Reply answer(Asked asked) {
        String verb = asked.path().replaceAll(".*/", "");
        if (!serves(verb)) {
            return Reply.of(404, "\"there is no verb " + verb + "\"");
        }
        try {
            if (!(Templates.JSON.readTree(asked.body()) instanceof ObjectNode question)) {
                return Reply.of(400, "\"expected an object\"");
            }
            JsonNode answer = answer(verb, question, asked.headers().getOrDefault("Idempotency-Key", ""));
            return Reply.of(200, Templates.JSON.writeValueAsString(answer));
        } catch (JacksonException | IllegalArgumentException misunderstood) {
            return Reply.of(400, "\"not understood\"");
        }
    }

    abstract boolean serves(String verb);

    /** @throws IllegalArgumentException if it is no question of the verb */
    abstract JsonNode answer(String verb, ObjectNode question, String key);

    /** The number at the end of a node's name, which all of its properties follow from. */
    static int number(String node) {
        return Integer.parseInt(node.replaceAll(".*\\D", "0"));
    }

    /** One node in three is refused, to tasks that ask for what is managed. */
    static boolean refuses(JsonNode task, String node) {
        return number(node) % 3 == 2 && task.findValue(WIDGET) != null;
    }

    static JsonNode needed(JsonNode object, String member) {
        JsonNode found = Json.member(object, member);
        if (found.isMissingNode()) {
            throw new IllegalArgumentException("expected " + member);
        }
        return found;
    }
}
