package io.tender.extender.server;

import java.io.StringWriter;
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

    static void skip(JsonParser in) {
        in.skipChildren();
    }

    static String text(JsonParser in) throws Unreadable {
        return text(in, "");
    }

    /** A text; null is an empty one. */
    static String text(JsonParser in, String name) throws Unreadable {
        return switch (in.currentToken()) {
            case VALUE_STRING -> in.getString();
            case VALUE_NULL -> "";
            default -> throw wrong(in, name, "a text");
        };
    }

    /** A whole number; null is 0. */
    static int whole(JsonParser in, String name) throws Unreadable {
        if (in.currentToken() == JsonToken.VALUE_NULL) {
            return 0;
        }
        if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw wrong(in, name, "a whole number");
        }
        return (int) Math.clamp(in.getDoubleValue(), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** A number; null is 0. */
    static double number(JsonParser in, String name) throws Unreadable {
        return switch (in.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_NULL -> 0;
            default -> throw wrong(in, name, "a number");
        };
    }

    /** @param name of the member whose value it is; empty if it has none */
    static Unreadable wrong(JsonParser in, String name, String expected) {
        return new Unreadable(
                "Got " + in.currentToken() + (name.isEmpty() ? "" : " for '" + name + "'") + "; expected " + expected);
    }
}
