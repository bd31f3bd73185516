package io.tender.extender.json;

import io.tender.extender.client.MalformedAnswer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads the objects of replies as Go does: keys without regard to case, the last of equal keys, null as nothing. */
public final class ReplyObject {
    private static final int LONGEST_TEXT = 300;
    /** A stranger's text goes into messages: it must not be able to forge lines there. */
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{C}\\u2028\\u2029]");

    private ReplyObject() {}

    /** Told of each member that is not null, with the parser on the first token of its value. */
    @FunctionalInterface
    public interface Members {
        /** Reads the value to its end; what it does not read is passed over. */
        void member(String lowerCaseKey, JsonToken token, JsonParser json);
    }

    /** The first value of the body; null has no members. */
    public static void read(JsonParser json, String expected, Members members) {
        JsonToken first = json.nextToken();
        if (first == JsonToken.VALUE_NULL) {
            return;
        }
        readHere(json, first, expected, members);
    }

    /** An object whose first token the parser stands on. */
    public static void readHere(JsonParser json, @Nullable JsonToken first, String expected, Members members) {
        if (first != JsonToken.START_OBJECT) {
            throw new MalformedAnswer("got " + words(first) + ", expected " + expected);
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = json.currentName().toLowerCase(Locale.ROOT);
            JsonToken token = json.nextToken();
            if (token != JsonToken.VALUE_NULL) {
                members.member(key, token, json);
                // Whoever did not want a structure stands at its beginning still.
                json.skipChildren();
            }
        }
    }

    public static String text(JsonParser json, JsonToken token, String key) {
        if (token != JsonToken.VALUE_STRING) {
            throw new MalformedAnswer("got " + words(token) + " as " + key + ", expected a text");
        }
        return clean(json.getString());
    }

    /** A name, which is compared and not shown. */
    public static Optional<String> name(JsonParser json, JsonToken token) {
        return token == JsonToken.VALUE_STRING && !json.getString().isEmpty()
                ? Optional.of(json.getString())
                : Optional.empty();
    }

    /** As large as Go's. */
    public static long whole(JsonParser json, JsonToken token, String key) {
        if (token != JsonToken.VALUE_NUMBER_INT) {
            throw new MalformedAnswer("got " + words(token) + " as " + key + ", expected a whole number");
        }
        if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw new MalformedAnswer(
                    "got " + clean(json.getString()) + " as " + key + ", expected a whole number of at most 64 bits");
        }
        return json.getLongValue();
    }

    public static boolean truth(JsonToken token, String key) {
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw new MalformedAnswer("got " + words(token) + " as " + key + ", expected true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    public static double number(JsonParser json, JsonToken token, String what) {
        if (!token.isNumeric()) {
            throw new MalformedAnswer("got " + words(token) + " as " + what + ", expected a number");
        }
        double number = json.getDoubleValue();
        if (!Double.isFinite(number)) {
            throw new MalformedAnswer("got " + number + " as " + what + ", expected a finite number");
        }
        return number;
    }

    /** Short, and in one line. */
    public static String clean(String text) {
        String said = NOT_PRINTABLE.matcher(text.strip()).replaceAll("\uFFFD");
        return said.length() <= LONGEST_TEXT ? said : said.substring(0, LONGEST_TEXT) + "…";
    }

    public static String words(@Nullable JsonToken token) {
        return switch (token) {
            case null -> "an empty body";
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a number with a fraction";
            case VALUE_TRUE, VALUE_FALSE -> "a truth value";
            case VALUE_NULL -> "null";
            default -> token.toString();
        };
    }
}
