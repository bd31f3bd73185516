package io.tender.extender.sorter;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.spi.order.Orders;
import io.tender.spi.order.Standing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads {@code {"roles":["b","a"],"frameworks":{"a":["f2","f1"]}}}: each role and framework that was asked about, once, and
 * nothing else. An answer that leaves somebody out or invents somebody is void, since nobody must starve by a mistake.
 */
final class OrdersReader implements AnswerReader<Orders> {
    private static final int LONGEST_SHOWN = 100;
    private static final String EXPECTED = "{\"roles\":[…],\"frameworks\":{…}}";

    private final Standing asked;

    OrdersReader(Standing asked) {
        this.asked = asked;
    }

    @Override
    public Orders read(JsonParser json) {
        JsonToken first = json.nextToken();
        if (first != JsonToken.START_OBJECT) {
            throw new MalformedAnswer("got " + words(first) + ", expected " + EXPECTED);
        }
        List<String> roles = List.of();
        SortedMap<String, List<String>> frameworks = new TreeMap<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            switch (key) {
                case "roles" -> roles = names(json, value, "roles");
                case "frameworks" -> frameworks(json, value, frameworks);
                case "error" -> error(json, value);
                default -> json.skipChildren();
            }
        }
        check("roles", asked.roles(), roles);
        asked.frameworks()
                .forEach((role, clients) ->
                        check("frameworks of '" + role + "'", clients, frameworks.getOrDefault(role, List.of())));
        for (String role : frameworks.keySet()) {
            if (!asked.frameworks().containsKey(role)) {
                throw new MalformedAnswer("got an order of frameworks of '" + shown(role)
                        + "', expected only the roles that were asked about");
            }
        }
        return new Orders(roles, frameworks);
    }

    private static void error(JsonParser json, JsonToken value) {
        String said = value == JsonToken.VALUE_STRING ? json.getString().strip() : "";
        if (!said.isEmpty()) {
            throw new ErrorAnswer(shown(said));
        }
        json.skipChildren();
    }

    private static void frameworks(JsonParser json, JsonToken value, SortedMap<String, List<String>> frameworks) {
        if (value == JsonToken.VALUE_NULL) {
            return;
        }
        if (value != JsonToken.START_OBJECT) {
            throw new MalformedAnswer("got " + words(value) + " as frameworks, expected an object of lists by role");
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String role = json.currentName();
            frameworks.put(role, names(json, json.nextToken(), "frameworks of '" + shown(role) + "'"));
        }
    }

    private static List<String> names(JsonParser json, @Nullable JsonToken value, String what) {
        if (value == JsonToken.VALUE_NULL) {
            return List.of();
        }
        if (value != JsonToken.START_ARRAY) {
            throw new MalformedAnswer("got " + words(value) + " as " + what + ", expected a list of names");
        }
        List<String> names = new ArrayList<>();
        for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY; item = json.nextToken()) {
            if (item != JsonToken.VALUE_STRING) {
                throw new MalformedAnswer("got " + words(item) + " among the " + what + ", expected names");
            }
            names.add(json.getString());
        }
        return names;
    }

    private static void check(String what, List<Standing.Client> asked, List<String> names) {
        Set<String> left = new HashSet<>();
        asked.forEach(client -> left.add(client.name()));
        for (String name : names) {
            if (!left.remove(name)) {
                throw new MalformedAnswer(
                        "got '" + shown(name) + "' among the " + what + ", expected each that was asked about, once");
            }
        }
        if (!left.isEmpty()) {
            throw new MalformedAnswer("got " + names.size() + " " + what + " without '"
                    + shown(left.stream().sorted().findFirst().orElse("")) + "', expected all " + asked.size()
                    + " that were asked about");
        }
    }

    /** A stranger's text goes into messages: short, and in one line. */
    private static String shown(String text) {
        String clean = text.replaceAll("[\\p{C}\\u2028\\u2029]", "\uFFFD");
        return clean.length() <= LONGEST_SHOWN ? clean : clean.substring(0, LONGEST_SHOWN) + "…";
    }

    private static String words(@Nullable JsonToken token) {
        return switch (token) {
            case null -> "an empty body";
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a truth value";
            case VALUE_NULL -> "null";
            default -> token.toString();
        };
    }
}
