package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.ObjIntConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;

/**
 * Goes through a request by hand, so that what lies within can be compared with what came before instead of being read again,
 * and what nobody wants to know is not looked at more closely than it takes to find its end. Whatever is unusual is read by
 * the usual parser, which also has the words for what is wrong.
 */
final class Cursor {
    /** Of more digits a double does not know all. */
    private static final int EXACT_DIGITS = 15;

    private final byte[] bytes;
    private final int end;
    private final FamiliarNames names = new FamiliarNames();
    private TextPlaces.Notes notes = TextPlaces.Notes.none();
    private int at;
    private boolean fresh;
    private int nameAt;
    private String name = "";

    /** Reads one value at which a parser stands, to its end. */
    @FunctionalInterface
    interface Reading<T> {
        T read(JsonParser in) throws Unreadable;
    }

    /** Reads the thing at which a cursor is. */
    @FunctionalInterface
    interface Thing<T> {
        T read(Cursor in) throws Unreadable;
    }

    Cursor(byte[] bytes) {
        this.bytes = bytes;
        this.end = bytes.length;
    }

    /** One at another place of the same bytes. */
    Cursor elsewhere(int place) {
        Cursor other = new Cursor(bytes);
        other.at = place;
        return other;
    }

    /** From now on tells of the texts that it passes. */
    void note(TextPlaces.Notes theirs) {
        notes = theirs;
    }

    TextPlaces.Notes notes() {
        return notes;
    }

    byte[] bytes() {
        return bytes;
    }

    int at() {
        return at;
    }

    int end() {
        return end;
    }

    /** Where the value begins at which the cursor is. */
    int start() {
        peek();
        return at;
    }

    /** What was sent from a place up to the cursor. */
    Document since(int from) {
        return Document.part(bytes, from, at);
    }

    /** Goes on behind something that the caller has recognised. */
    void pass(int length) {
        at += length;
    }

    boolean isObject() {
        return peek() == '{';
    }

    /** Passes over null; false if anything else stands there. */
    boolean passesNull() throws Unreadable {
        if (peek() != 'n') {
            return false;
        }
        skip();
        return true;
    }

    boolean isText() {
        return peek() == '"';
    }

    /** Into an object; false if null stands there. */
    boolean enterObject() throws Unreadable {
        return enter('{', "an object");
    }

    /** Into a list; false if null stands there. */
    boolean enterList() throws Unreadable {
        return enter('[', "a list");
    }

    /** Into an object; false if anything else stands there, which is then passed over. */
    boolean opensObject() throws Unreadable {
        return opens('{');
    }

    /** Into a list; false if anything else stands there, which is then passed over. */
    boolean opensList() throws Unreadable {
        return opens('[');
    }

    /**
     * Into an object.
     *
     * @param expected what it tells of
     * @return where it begins
     */
    int openObject(String expected) throws Unreadable {
        if (peek() != '{') {
            throw instead(expected);
        }
        return begin();
    }

    private boolean enter(char open, String expected) throws Unreadable {
        if (passesNull()) {
            return false;
        }
        if (peek() != open) {
            throw wrong(expected);
        }
        begin();
        return true;
    }

    private boolean opens(char open) throws Unreadable {
        if (peek() != open) {
            skip();
            return false;
        }
        begin();
        return true;
    }

    private int begin() {
        fresh = true;
        return at++;
    }

    /** The name of the next member, in small letters, with the cursor at its value; empty at the end of the object. */
    String member() throws Unreadable {
        if (ended('}')) {
            return "";
        }
        return name(true);
    }

    /** Whether there is one more member, with the cursor at its name. */
    boolean hasMember() throws Unreadable {
        return !ended('}');
    }

    /** The name of a member as it is, with the cursor at its value. */
    String name() throws Unreadable {
        return name(false);
    }

    private String name(boolean small) throws Unreadable {
        if (peek() != '"') {
            throw wrong("a name");
        }
        nameAt = at + 1;
        int quote = PlainJson.quote(bytes, nameAt, end);
        if (quote < 0) {
            String odd = value(JsonSource::text);
            name = small ? FamiliarNames.small(odd) : odd;
        } else {
            at = quote + 1;
            name = names.at(bytes, nameAt, quote, small);
        }
        if (peek() != ':') {
            throw wrong("a colon after '" + name + "'");
        }
        at++;
        peek();
        return name;
    }

    /** The name of the member in whose value the cursor is, for what is said of it if it makes no sense. */
    String within() {
        return name;
    }

    /** Tells that the cursor is in the value of a member again, after it was in others that lie in it. */
    void backWithin(String member) {
        name = member;
    }

    /** Whether the name of the last member began with a capital letter. */
    boolean isCapital() {
        return bytes[nameAt] >= 'A' && bytes[nameAt] <= 'Z';
    }

    /** Whether there is one more item, with the cursor at it. */
    boolean item() throws Unreadable {
        return !ended(']');
    }

    private boolean ended(char close) throws Unreadable {
        int next = peek();
        if (next == close) {
            at++;
            fresh = false;
            return true;
        }
        if (!fresh) {
            if (next != ',') {
                throw wrong("a comma or '" + close + "'");
            }
            at++;
            peek();
        }
        fresh = false;
        return false;
    }

    /** A list of things, or an object with one for each key, as Volcano has them within others; null is none. */
    <T> List<T> all(Thing<T> one, String expected) throws Unreadable {
        List<T> all = new ArrayList<>();
        switch (peek()) {
            case '[' -> {
                begin();
                while (item()) {
                    all.add(one.read(this));
                }
            }
            case '{' -> {
                begin();
                while (hasMember()) {
                    name();
                    all.add(one.read(this));
                }
            }
            case 'n' -> skip();
            default -> throw instead(expected);
        }
        return all;
    }

    /** The value at which the cursor is. */
    <T> T value(Reading<T> reading) throws Unreadable {
        peek();
        fresh = false;
        int to = bound();
        try (JsonParser parser = JsonSource.parser(bytes, at, to - at)) {
            if (parser.nextToken() == null) {
                throw wrong("a value");
            }
            T value = reading.read(parser);
            parser.finishToken(); // a text that nobody looked at is only begun
            at = to < end ? to : at + (int) parser.currentLocation().getByteOffset();
            return value;
        } catch (JacksonException broken) {
            throw new Unreadable("Got no sound JSON: " + broken.getOriginalMessage() + ", after byte " + at, broken);
        }
    }

    /** Up to where the value can reach: a parser wants to see the end of a number, and what follows here is no end for it. */
    private int bound() {
        int first = at < end ? bytes[at] : -1;
        if (first == '{' || first == '[' || first == '"') {
            return end;
        }
        int to = at;
        while (to < end && bytes[to] > ' ' && bytes[to] != ',' && bytes[to] != '}' && bytes[to] != ']') {
            to++;
        }
        return to;
    }

    /** A text; null is an empty one. */
    String text() throws Unreadable {
        int quote = plainQuote();
        return quote < 0 ? value(in -> JsonSource.text(in, name)) : taken(quote);
    }

    /** A text, or whatever else stands there as it is written. */
    String words() throws Unreadable {
        int quote = plainQuote();
        return quote < 0 ? value(JsonParser::getString) : taken(quote);
    }

    /** Where the text ends that is there, if it is plain. */
    private int plainQuote() {
        return peek() == '"' ? PlainJson.quote(bytes, at + 1, end) : PlainJson.ODD;
    }

    private String taken(int quote) {
        String text = new String(bytes, at + 1, quote - at - 1, StandardCharsets.ISO_8859_1);
        at = quote + 1;
        fresh = false;
        return text;
    }

    /** Texts by name; null is none at all. */
    SortedMap<String, String> texts() throws Unreadable {
        return texts((key, quote) -> {});
    }

    /** The name of the agent of which notes are taken. */
    String agentName() throws Unreadable {
        notes.name(start() + 1, plainQuote());
        return text();
    }

    /** Texts by name, of which notes are taken, so that another value of one of them need not be read with everything else. */
    SortedMap<String, String> labels(boolean annotations) throws Unreadable {
        return texts((key, quote) -> notes.read(annotations, key, at + 1, quote));
    }

    /** @param reader told each name, with the cursor at its value, and where that ends if it is plain */
    private SortedMap<String, String> texts(ObjIntConsumer<String> reader) throws Unreadable {
        if (passesNull()) {
            return Collections.emptySortedMap();
        }
        openObject("an object of texts");
        String[] keys = new String[8];
        String[] values = new String[8];
        int size = 0;
        boolean sorted = true;
        while (hasMember()) {
            String key = name();
            int quote = plainQuote();
            reader.accept(key, quote);
            if (size == keys.length) {
                keys = Arrays.copyOf(keys, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            sorted &= size == 0 || keys[size - 1].compareTo(key) < 0;
            keys[size] = key;
            values[size++] = quote < 0 ? text() : taken(quote);
        }
        return SortedTexts.of(Arrays.copyOf(keys, size), Arrays.copyOf(values, size), sorted);
    }

    boolean truth() throws Unreadable {
        int first = peek();
        if (first != 't' && first != 'f' && first != 'n') {
            throw instead("true or false");
        }
        skip();
        return first == 't';
    }

    /** A whole number; null is 0. */
    int whole() throws Unreadable {
        int to = PlainJson.digits(bytes, start(), end);
        return to > at && to - at <= EXACT_DIGITS
                ? (int) Math.min(takenDigits(to), Integer.MAX_VALUE)
                : value(in -> JsonSource.whole(in, name));
    }

    /** A number; null is 0. */
    double number() throws Unreadable {
        int to = PlainJson.digits(bytes, start(), end);
        return to > at && to - at <= EXACT_DIGITS ? takenDigits(to) : value(in -> JsonSource.number(in, name));
    }

    private long takenDigits(int to) {
        long number = 0;
        for (int i = at; i < to; i++) {
            number = number * 10 + bytes[i] - '0';
        }
        at = to;
        fresh = false;
        return number;
    }

    void skip() throws Unreadable {
        peek();
        int to = PlainJson.end(bytes, at, end, notes);
        if (to >= 0) {
            at = to;
            fresh = false;
            return;
        }
        value(in -> {
            JsonSource.skip(in);
            return true;
        });
    }

    /** To be called when all is read: something behind it means that something went wrong before. */
    void expectEnd() throws Unreadable {
        if (peek() != -1) {
            throw wrong("nothing behind the first value");
        }
    }

    private int peek() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t')) {
            at++;
        }
        return at < end ? bytes[at] & 0xff : -1;
    }

    private Unreadable wrong(String expected) {
        return new Unreadable("Got " + (at < end ? "'" + (char) (bytes[at] & 0xff) + "'" : "the end") + " at byte " + at
                + "; expected " + expected);
    }

    /** That something else stands there, in the parser's words. */
    Unreadable instead(String expected) throws Unreadable {
        return value(in -> JsonSource.wrong(in, name, expected));
    }
}
