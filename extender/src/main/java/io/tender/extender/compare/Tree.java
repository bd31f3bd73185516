package io.tender.extender.compare;

import io.tender.extender.client.MalformedAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A JSON value in memory; members are found without regard to case, and null is nothing. */
sealed interface Tree {
    record Things(Map<String, Tree> members) implements Tree {}

    record Items(List<Tree> items) implements Tree {}

    record Text(String value) implements Tree {}

    /** @param whole whether it was written without a fraction or an exponent */
    record Amount(double value, boolean whole) implements Tree {}

    record Truth(boolean value) implements Tree {}

    record Nothing() implements Tree {}

    /** The first value of a body. */
    static Tree read(JsonParser json) {
        return here(json, json.nextToken());
    }

    private static Tree here(JsonParser json, @Nullable JsonToken first) {
        return switch (first) {
            case null -> throw new MalformedAnswer("got an empty body, expected JSON");
            case START_OBJECT -> {
                Map<String, Tree> members = new LinkedHashMap<>();
                while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = json.currentName();
                    members.put(name, here(json, json.nextToken()));
                }
                yield new Things(members);
            }
            case START_ARRAY -> {
                List<Tree> items = new ArrayList<>();
                for (JsonToken next = json.nextToken(); next != JsonToken.END_ARRAY; next = json.nextToken()) {
                    items.add(here(json, next));
                }
                yield new Items(items);
            }
            case VALUE_STRING -> new Text(json.getString());
            case VALUE_NUMBER_INT -> new Amount(json.getDoubleValue(), true);
            case VALUE_NUMBER_FLOAT -> new Amount(json.getDoubleValue(), false);
            case VALUE_TRUE -> new Truth(true);
            case VALUE_FALSE -> new Truth(false);
            default -> new Nothing();
        };
    }

    /** The last of that name, as Go takes it; {@link Nothing} if there is none. */
    default Tree member(String name) {
        if (!(this instanceof Things things)) {
            throw new MalformedAnswer("got " + words() + ", expected an object with " + name);
        }
        Tree found = new Nothing();
        for (Map.Entry<String, Tree> member : things.members().entrySet()) {
            found = member.getKey().equalsIgnoreCase(name) ? member.getValue() : found;
        }
        return found;
    }

    /** Nothing has no items. */
    default List<Tree> items(String what) {
        return switch (this) {
            case Items list -> list.items();
            case Nothing nothing -> List.of();
            default -> throw new MalformedAnswer("got " + words() + " as " + what + ", expected a list");
        };
    }

    /** Nothing has no members. */
    default Map<String, Tree> members(String what) {
        return switch (this) {
            case Things things -> things.members();
            case Nothing nothing -> Map.of();
            default -> throw new MalformedAnswer("got " + words() + " as " + what + ", expected an object");
        };
    }

    /** Nothing is an empty text. */
    default String text(String what) {
        return switch (this) {
            case Text text -> text.value();
            case Nothing nothing -> "";
            default -> throw new MalformedAnswer("got " + words() + " as " + what + ", expected a text");
        };
    }

    default boolean isNothing() {
        return this instanceof Nothing;
    }

    default String words() {
        return switch (this) {
            case Things things -> "an object";
            case Items items -> "a list";
            case Text text -> "a text";
            case Amount amount -> "a number";
            case Truth truth -> "a truth value";
            case Nothing nothing -> "null";
        };
    }
}
