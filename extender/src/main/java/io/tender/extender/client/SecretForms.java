package io.tender.extender.client;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

/** The ways in which a peer may write a secret it was sent: in parts, decoded, or escaped for JSON, HTML or an address. */
final class SecretForms {
    /** Shorter values cannot be told from ordinary text. */
    private static final int SHORTEST = 8;

    private static final int SHORTEST_PAIR = 5;

    private SecretForms() {}

    /** Of a header's value: "Bearer abc" is also "abc", and "key=abc" too. */
    static Set<String> ofHeader(String value) {
        Set<String> forms = new LinkedHashSet<>();
        add(forms, value, SHORTEST);
        for (String part : value.split("[\\s;,]+", -1)) {
            add(forms, part, SHORTEST);
            add(forms, part.substring(part.indexOf('=') + 1), SHORTEST);
        }
        return forms;
    }

    static Set<String> ofToken(String token) {
        Set<String> forms = new LinkedHashSet<>();
        add(forms, token, 1);
        return forms;
    }

    /** Of an address's query: all of it, each of its parts, and their values. */
    static Set<String> ofQuery(String query) {
        Set<String> forms = new LinkedHashSet<>();
        add(forms, query, SHORTEST_PAIR);
        for (String pair : query.split("[&;]", -1)) {
            String value = pair.substring(pair.indexOf('=') + 1);
            add(forms, pair, SHORTEST_PAIR);
            add(forms, decoded(pair), SHORTEST_PAIR);
            add(forms, value, SHORTEST);
            add(forms, decoded(value), SHORTEST);
        }
        return forms;
    }

    private static void add(Set<String> forms, String text, int shortest) {
        if (text.isBlank() || text.length() < shortest) {
            return;
        }
        forms.add(text);
        String json = text.replace("\\", "\\\\").replace("\"", "\\\"");
        forms.add(json);
        forms.add(json.replace("/", "\\/"));
        forms.add(unicode(json, "&<>"));
        forms.add(unicode(json, "&<>='+"));
        forms.add(text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;"));
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
        forms.add(encoded);
        forms.add(encoded.replace("+", "%20"));
    }

    /** As encoders do that fear for HTML pages. */
    private static String unicode(String json, String feared) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < json.length(); i++) {
            char next = json.charAt(i);
            if (feared.indexOf(next) >= 0) {
                escaped.append("\\u%04x".formatted((int) next));
            } else {
                escaped.append(next);
            }
        }
        return escaped.toString();
    }

    private static String decoded(String raw) {
        try {
            return URLDecoder.decode(raw, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return raw;
        }
    }
}
