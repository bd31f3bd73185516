package io.tender.daemon.http;

import io.tender.daemon.master.TextRules;
import io.tender.extender.http.HttpProblem;
import java.util.ArrayDeque;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What no call may contain, whatever it is about: text that cannot be written down again, and more than is kept of one thing. */
public final class CallText {
    private CallText() {}

    /** Refuses halves of characters, in names of fields too. */
    public static void checkWhole(JsonNode call) {
        ArrayDeque<JsonNode> open = new ArrayDeque<>();
        open.push(call);
        while (!open.isEmpty()) {
            JsonNode node = open.pop();
            if (node.isString()) {
                check(node.stringValue());
            }
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                check(field.getKey());
            }
            for (JsonNode inner : node) {
                open.push(inner);
            }
        }
    }

    private static void check(String text) {
        if (!TextRules.isWhole(text)) {
            throw HttpProblem.of(
                    400,
                    "Got half of a surrogate pair in a text of " + text.length()
                            + " characters; expected text that UTF-8 can say: send both halves, or neither");
        }
    }

    /**
     * Refuses what could not be kept.
     *
     * @param what such as {@code task 't1'}
     * @param json all that was said of it
     */
    public static void checkSize(String what, String json) {
        long bytes = TextRules.bytes(json);
        if (bytes > TextRules.MOST_BYTES) {
            throw HttpProblem.of(
                    413,
                    "Got " + bytes + " bytes of JSON about " + what + "; expected at most " + TextRules.MOST_BYTES
                            + ": keep large data elsewhere, and name it");
        }
    }
}
