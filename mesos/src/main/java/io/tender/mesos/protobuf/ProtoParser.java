package io.tender.mesos.protobuf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the part of the {@code .proto} language that the tables use: messages, enums, maps, oneofs, defaults. */
final class ProtoParser {
    private static final String SIGNS = "{}=;<>,[]";

    private final List<String> tokens = new ArrayList<>();
    private final ProtoLinking linking;
    private int next;
    private String packageName = "";

    ProtoParser(String text, ProtoLinking linking) {
        this.linking = linking;
        int at = 0;
        while (at < text.length()) {
            int end = endOfToken(text, at);
            char first = text.charAt(at);
            if (!Character.isWhitespace(first) && first != '/') {
                tokens.add(text.substring(at, end));
            }
            at = end;
        }
    }

    /** By hand, because tables are read while the program starts, and a pattern takes its time when it is new. */
    private int endOfToken(String text, int at) {
        char first = text.charAt(at);
        if (first == '"' || text.startsWith("//", at)) {
            int end = text.indexOf(first == '"' ? '"' : '\n', at + 1);
            if (end < 0) {
                throw wrong(text.substring(at), "its end");
            }
            return end + 1;
        }
        if (Character.isWhitespace(first) || SIGNS.indexOf(first) >= 0) {
            return at + 1;
        }
        int end = at;
        while (end < text.length() && isWord(text.charAt(end))) {
            end++;
        }
        if (end == at) {
            throw wrong(text.substring(at, at + 1), "a word, a number or a sign");
        }
        return end;
    }

    private static boolean isWord(char unit) {
        return Character.isLetterOrDigit(unit) || unit == '_' || unit == '.' || unit == '-';
    }

    void file() {
        while (next < tokens.size()) {
            String word = take();
            switch (word) {
                case "syntax" -> expect("=", "\"proto2\"", ";");
                case "package" -> {
                    packageName = take();
                    expect(";");
                }
                case "message" -> message("");
                case "enum" -> enumeration("");
                default -> throw wrong(word, "syntax, package, message or enum");
            }
        }
    }

    private void message(String enclosing) {
        String name = enclosing + take();
        List<ProtoLinking.Draft> fields = new ArrayList<>();
        expect("{");
        while (!takeIf("}")) {
            String word = take();
            switch (word) {
                case "message" -> message(name + ".");
                case "enum" -> enumeration(name + ".");
                case "optional" -> fields.add(field(ProtoField.Label.OPTIONAL, take(), Optional.empty()));
                case "required" -> fields.add(field(ProtoField.Label.REQUIRED, take(), Optional.empty()));
                case "repeated" -> fields.add(field(ProtoField.Label.REPEATED, take(), Optional.empty()));
                case "map" -> {
                    // JSON has string keys alone, so no table may ask for others.
                    expect("<", "string", ",");
                    String value = take();
                    expect(">");
                    fields.add(field(ProtoField.Label.MAP, value, Optional.empty()));
                }
                case "oneof" -> {
                    Optional<String> group = Optional.of(take());
                    expect("{");
                    while (!takeIf("}")) {
                        fields.add(field(ProtoField.Label.OPTIONAL, take(), group));
                    }
                }
                default -> throw wrong(word, "a field, a message, an enum or a closing brace in " + name);
            }
        }
        linking.declare(new MessageType(packageName, name), fields);
    }

    private ProtoLinking.Draft field(ProtoField.Label label, String type, Optional<String> oneof) {
        String name = take();
        expect("=");
        int number = number();
        Map<String, String> options = new LinkedHashMap<>();
        if (takeIf("[")) {
            do {
                String option = take();
                expect("=");
                String value = take();
                options.put(option, value.startsWith("\"") ? value.substring(1, value.length() - 1) : value);
            } while (takeIf(","));
            expect("]");
        }
        expect(";");
        return new ProtoLinking.Draft(
                name,
                number,
                label,
                type,
                oneof,
                Optional.ofNullable(options.get("default")),
                "true".equals(options.get("deprecated")));
    }

    private void enumeration(String enclosing) {
        String name = enclosing + take();
        Map<String, Integer> constants = new LinkedHashMap<>();
        expect("{");
        while (!takeIf("}")) {
            String constant = take();
            expect("=");
            constants.put(constant, number());
            expect(";");
        }
        linking.declare(new EnumType(packageName.isEmpty() ? name : packageName + "." + name, constants));
    }

    private int number() {
        String word = take();
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw wrong(word, "a number");
        }
    }

    private String take() {
        if (next == tokens.size()) {
            throw wrong("the end of the file", "more");
        }
        return tokens.get(next++);
    }

    private boolean takeIf(String token) {
        if (next < tokens.size() && tokens.get(next).equals(token)) {
            next++;
            return true;
        }
        return false;
    }

    private void expect(String... expected) {
        for (String token : expected) {
            String got = take();
            if (!got.equals(token)) {
                throw wrong(got, token);
            }
        }
    }

    private IllegalArgumentException wrong(String got, String expected) {
        int from = Math.max(0, next - 6);
        String near = String.join(" ", tokens.subList(from, Math.min(next, tokens.size())));
        return new IllegalArgumentException(
                "Got '" + got + "' in a table of messages, expected " + expected + "; it stands after: " + near);
    }
}
