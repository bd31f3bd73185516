package io.tender.extender.server;

import java.io.StringWriter;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** Parsers of what schedulers send, with bounds, and what every reader does with them. */
final class JsonSource {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(200)
                    .maxStringLength(1 << 20)
                    .maxNumberLength(100)
                    .maxNameLength(10_000)
                    .build())
            // A stranger's names must not stay in memory for ever, nor may it choose an encoding.
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    /** Stands for a name that is empty: no member that anybody looks for is called so. */
    static final String NAMELESS = " ";

    private JsonSource() {}

    static JsonParser parser(byte[] bytes, int from, int length) {
        return FACTORY.createParser(ObjectReadContext.empty(), bytes, from, length);
    }

    /** The value at which the parser stands, as JSON. */
    static String copy(JsonParser parser) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            generator.copyCurrentStructure(parser);
        }
        return text.toString();
    }

    /**
     * Goes to the next member of the object in which the parser stands, and on to its value.
     *
     * @return its name in small letters, as schedulers written in Go compare names; empty at the end of the object, and {@link
     *     #NAMELESS} for a member whose name is empty
     */
    static String member(JsonParser in) {
        String name = in.nextName();
        if (name == null) {
            return "";
        }
        in.nextToken();
        return name.isEmpty() ? NAMELESS : name.toLowerCase(Locale.ROOT);
    }

    /** Whether the parser stands at an object, which the caller is then to read to its end; anything else is passed over. */
    static boolean isObject(JsonParser in) {
        if (in.currentToken() == JsonToken.START_OBJECT) {
            return true;
        }
        skip(in);
        return false;
    }

    /** Whether the parser stands at a list, of which the caller then takes item by item; anything else is passed over. */
    static boolean isList(JsonParser in) {
        if (in.currentToken() == JsonToken.START_ARRAY) {
            return true;
        }
        skip(in);
        return false;
    }

    static void skip(JsonParser in) {
        in.skipChildren();
    }

    /** A text; null is an empty one. */
    static String text(JsonParser in) throws Unreadable {
        return switch (in.currentToken()) {
            case VALUE_STRING -> in.getString();
            case VALUE_NULL -> "";
            default -> throw wrong(in, "a text");
        };
    }

    /** A whole number; null is 0. */
    static int whole(JsonParser in) throws Unreadable {
        if (in.currentToken() == JsonToken.VALUE_NULL) {
            return 0;
        }
        if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw wrong(in, "a whole number");
        }
        return (int) Math.clamp(in.getDoubleValue(), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    static boolean truth(JsonParser in) throws Unreadable {
        return switch (in.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE, VALUE_NULL -> false;
            default -> throw wrong(in, "true or false");
        };
    }

    /** Texts by name; null is none at all. */
    static SortedMap<String, String> texts(JsonParser in) throws Unreadable {
        if (in.currentToken() == JsonToken.VALUE_NULL) {
            return Collections.emptySortedMap();
        }
        if (in.currentToken() != JsonToken.START_OBJECT) {
            throw wrong(in, "an object of texts");
        }
        TreeMap<String, String> all = new TreeMap<>();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            in.nextToken();
            all.put(name, text(in));
        }
        return all;
    }

    static Unreadable wrong(JsonParser in, String expected) {
        String name = in.currentName();
        return new Unreadable(
                "Got " + in.currentToken() + (name == null ? "" : " for '" + name + "'") + "; expected " + expected);
    }
}
