package io.tender.toolkit.bridge;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads an order of hosts, {@code {"error":"","hosts":["a","b"]}}. */
final class OrderReader implements AnswerReader<List<String>> {
    private static final String EXPECTED = "an object such as {\"error\":\"\",\"hosts\":[\"a\"]}";

    @Override
    public List<String> read(JsonParser json) {
        List<String> hosts = new ArrayList<>();
        boolean[] seen = {false};
        String[] error = {""};
        ReplyObject.read(json, EXPECTED, (key, token, in) -> {
            switch (key) {
                case "error", "errors" -> error[0] = error[0] + ReplyObject.text(in, token, key);
                case "hosts" -> {
                    seen[0] = true;
                    hosts(in, token, hosts);
                }
                default -> {}
            }
        });
        if (!error[0].isBlank()) {
            throw new ErrorAnswer(error[0]);
        }
        if (!seen[0]) {
            throw new MalformedAnswer("got no hosts, expected " + EXPECTED);
        }
        return hosts;
    }

    private static void hosts(JsonParser json, JsonToken token, List<String> hosts) {
        if (token != JsonToken.START_ARRAY) {
            throw new MalformedAnswer("got " + ReplyObject.words(token) + " as hosts, expected a list of names");
        }
        for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY; item = json.nextToken()) {
            ReplyObject.name(json, item).ifPresent(hosts::add);
            json.skipChildren();
        }
    }
}
