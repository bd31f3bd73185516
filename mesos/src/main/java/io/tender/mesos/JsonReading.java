package io.tender.mesos;

import io.tender.model.BrokenRule;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.TreeTraversingParser;

/**
 * Reads a JSON document once, front to back, knowing at every step where it is.
 *
 * <p>Every method expects the parser to stand on the first token of a value and leaves it on the last one.
 */
final class JsonReading {
    private static final JsonFactory FACTORY = new JsonFactory();

    private static final BigInteger LARGEST = BigInteger.TWO.pow(Long.SIZE).subtract(BigInteger.ONE);

    private static final int SHOWN = 40;

    /** What the parser says of a character, or of a word. */
    private static final Pattern COMPLAINT =
            Pattern.compile("^Unexpected character \\('(.)' \\(code|^Non-standard token '([^']+)'");

    private final JsonParser parser;
    private final String root;

    /** What is read, if it is a text. */
    private final @Nullable String text;

    private final Deque<String> path = new ArrayDeque<>();

    private JsonReading(JsonParser parser, String root, @Nullable String text) {
        this.parser = parser;
        this.root = root;
        this.text = text;
    }

    /** Reads a whole document; text behind it is refused. */
    static <T> T read(String json, Function<JsonReading, T> reader) {
        return new JsonReading(FACTORY.createParser(ObjectReadContext.empty(), json), "$", json).whole(reader);
    }

    static <T> T read(byte[] json, Function<JsonReading, T> reader) {
        return new JsonReading(FACTORY.createParser(ObjectReadContext.empty(), json), "$", null).whole(reader);
    }

    /** Reads a part of a document that is a tree already, and that stands at the given path. */
    static <T> T read(JsonNode tree, String at, Function<JsonReading, T> reader) {
        return new JsonReading(new TreeTraversingParser(tree, ObjectReadContext.empty()), at, null).whole(reader);
    }

    private <T> T whole(Function<JsonReading, T> reader) {
        try (parser) {
            parser.nextToken();
            T result = reader.apply(this);
            if (parser.nextToken() != null) {
                throw error("the end of the document");
            }
            return result;
        } catch (JacksonException e) {
            throw malformed(e);
        }
    }

    private MesosJsonException malformed(JacksonException e) {
        TokenStreamLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        String said = said(e);
        return new MesosJsonException(
                at.getLineNr(), at.getColumnNr() + missedBy(at, said), path(), said, "well-formed JSON", true);
    }

    /** By how many characters the parser misses what it complains about: in numbers and words it is beside it. */
    private int missedBy(TokenStreamLocation at, String said) {
        Matcher named = COMPLAINT.matcher(said);
        int offset = (int) at.getCharOffset();
        if (text == null || offset < 0 || !named.find()) {
            return 0;
        }
        String wrong = named.group(1) == null ? named.group(2) : named.group(1);
        for (int by : new int[] {0, -1, 1, -wrong.length()}) {
            if (text.startsWith(wrong, offset + by)) {
                return by;
            }
        }
        return 0;
    }

    /** What was found, in the parser's words but for those it speaks of itself and its settings. */
    private static String said(JacksonException e) {
        if (e instanceof UnexpectedEndOfInputException) {
            return "the end of the document";
        }
        return String.valueOf(e.getOriginalMessage())
                .replaceFirst(" \\([^()]*\\[Source: .*", "")
                .replaceFirst(": enable `.*", "");
    }

    /** The place of the current value, to point at later. */
    record Place(int line, int column, String path) {
        MesosJsonException error(String got, String expected) {
            return new MesosJsonException(line, column, path, got, expected);
        }
    }

    Place place() {
        TokenStreamLocation at = parser.currentTokenLocation();
        return new Place(at.getLineNr(), at.getColumnNr(), path());
    }

    /** The place of a character of the string the reading stands on; of the string itself if it is written with escapes. */
    Place placeInString(int index) {
        int length = parser.getString().length();
        Place start = place();
        TokenStreamLocation end = parser.currentLocation();
        boolean verbatim =
                start.line > 0 && end.getLineNr() == start.line && end.getColumnNr() == start.column + length + 2;
        return verbatim ? new Place(start.line, start.column + 1 + index, start.path) : start;
    }

    private String path() {
        StringBuilder out = new StringBuilder(root);
        for (Iterator<String> steps = path.descendingIterator(); steps.hasNext(); ) {
            out.append(steps.next());
        }
        return out.toString();
    }

    MesosJsonException error(String expected) {
        return place().error(shown(), expected);
    }

    private String shown() {
        JsonToken token = parser.currentToken();
        if (token == null) {
            return "the end of the document";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case PROPERTY_NAME -> "the field \"" + shortened(parser.getString()) + '"';
            case VALUE_STRING -> '"' + shortened(parser.getString()) + '"';
            default -> shortened(parser.getString());
        };
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    /** Reads an object by handing each field to its reader; an unknown field is refused. */
    void object(String what, Map<String, Runnable> fields) {
        eachField(what, name -> {
            Runnable field = fields.get(name);
            if (field == null) {
                throw error("one of the fields " + String.join(", ", new TreeSet<>(fields.keySet())));
            }
            parser.nextToken();
            field.run();
        });
    }

    /** Reads an object whose field names are data. */
    void entries(String what, Consumer<String> entry) {
        eachField(what, name -> {
            parser.nextToken();
            entry.accept(name);
        });
    }

    private void eachField(String what, Consumer<String> field) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw error(what);
        }
        Set<String> seen = new HashSet<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.getString();
            path.push("." + name);
            if (!seen.add(name)) {
                throw error("each field once");
            }
            field.accept(name);
            path.pop();
        }
    }

    void array(String what, Runnable element) {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw error(what);
        }
        int index = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            path.push("[" + index++ + "]");
            element.run();
            path.pop();
        }
    }

    /** The kind of value the reading stands on; the end of a document is no value. */
    JsonToken token(String what) {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw error(what);
        }
        return token;
    }

    /** Passes over the value, whatever it is. */
    void skip() {
        parser.skipChildren();
    }

    /** A number as a double; one beyond all doubles is infinite. */
    double real() {
        return parser.getDoubleValue();
    }

    BigInteger whole() {
        return parser.getBigIntegerValue();
    }

    String string(String what) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw error(what);
        }
        return parser.getString();
    }

    BigDecimal number(String what) {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
            throw error(what);
        }
        return parser.getDecimalValue();
    }

    /** A whole number of 64 bits without sign. */
    long unsigned(String what) {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw error(what);
        }
        BigInteger value = parser.getBigIntegerValue();
        if (value.signum() < 0 || value.compareTo(LARGEST) > 0) {
            throw error("a whole number from 0 to " + LARGEST);
        }
        return value.longValue();
    }

    /** One of the constants of an enumeration, by name. */
    <E extends Enum<E>> E constant(Class<E> type) {
        E[] constants = type.getEnumConstants();
        String expected = "one of " + String.join(", ", names(constants));
        String name = string(expected);
        for (E constant : constants) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw error(expected);
    }

    private static <E extends Enum<E>> String[] names(E[] constants) {
        String[] names = new String[constants.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = constants[i].name();
        }
        return names;
    }

    /** Builds a value, turning what the domain refuses into an error at the given place. */
    static <T> T checked(Place place, Supplier<T> built) {
        try {
            return built.get();
        } catch (BrokenRule e) {
            throw place.error(e.got(), e.expected());
        }
    }

    /** The value if it was given. */
    static <T> T required(@Nullable T value, Place place, String expected) {
        if (value == null) {
            throw place.error("an object without it", expected);
        }
        return value;
    }
}
