package io.tender.extender.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Finds in a request of any dialect whom it is about. Requests may have many megabytes of pods and nodes, so they are passed
 * over token by token, and names alone are kept.
 */
final class SubjectReader {
    private final JsonParser json;
    private final Set<String> members = new LinkedHashSet<>();
    private final List<String> nodes = new ArrayList<>();
    private final Map<String, String> aliases = new TreeMap<>();
    /** Names of several tasks that may be evicted, in as many namespaces. */
    private final Set<String> ambiguous = new HashSet<>();

    private String task = "";
    private String namespace = "";
    private boolean goNames;

    private SubjectReader(JsonParser json) {
        this.json = json;
    }

    /** @throws tools.jackson.core.JacksonException if the request is no JSON */
    static Subject read(byte[] request) {
        try (JsonParser json = Bodies.parser(request)) {
            SubjectReader reader = new SubjectReader(json);
            if (json.nextToken() == JsonToken.START_OBJECT) {
                reader.members();
            }
            String whole = reader.namespace.isEmpty() ? reader.task : reader.namespace + "/" + reader.task;
            return new Subject(whole, reader.nodes, reader.aliases, reader.members, reader.goNames);
        }
    }

    private void members() {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (value != JsonToken.VALUE_NULL) {
                members.add(name);
                member(name.toLowerCase(Locale.ROOT), value);
            }
        }
    }

    private void member(String key, JsonToken value) {
        switch (key) {
            case "task", "evictor", "pod", "job", "queue" -> about(named(value));
            case "podname", "jobkey" -> task = text(value);
            case "podnamespace" -> namespace = text(value);
            case "node" -> nodes.add(value == JsonToken.VALUE_STRING ? json.getString() : named(value).name);
            case "nodes" -> nodes(value);
            case "hosts", "roles", "nodenames" ->
                each(value, item -> nodes.add(item == JsonToken.VALUE_STRING ? json.getString() : named(item).name));
            case "frameworks" -> frameworks(value);
            case "evictees" -> each(value, item -> evictee(named(item)));
            case "tasks" -> tasks(value);
            case "nodenametovictims", "nodenametometavictims", "nodetovictims" -> victims(value);
            default -> json.skipChildren();
        }
    }

    private void about(Named named) {
        task = named.whole();
        goNames |= named.goNames;
        know(named);
    }

    private void know(Named named) {
        if (!named.uid.isEmpty() && !named.name.isEmpty()) {
            aliases.put(named.uid, named.whole());
        }
    }

    /** Who may be evicted, whom an answer may name without the namespace too, where that is one of them alone. */
    private void evictee(Named named) {
        know(named);
        if (!named.name.isEmpty() && !ambiguous.contains(named.name)) {
            String other = aliases.putIfAbsent(named.name, named.whole());
            if (other != null && !other.equals(named.whole())) {
                aliases.remove(named.name);
                ambiguous.add(named.name);
            }
        }
    }

    private void tasks(JsonToken value) {
        List<String> names = new ArrayList<>();
        each(value, item -> {
            Named named = named(item);
            goNames |= named.goNames;
            names.add(named.whole());
        });
        if (!names.isEmpty()) {
            task = names.size() == 1 ? names.getFirst() : names.getFirst() + " and " + (names.size() - 1) + " more";
        }
    }

    /** A list of nodes, or a NodeList. */
    private void nodes(JsonToken value) {
        if (value == JsonToken.START_OBJECT) {
            object((key, token) -> {
                if (key.equals("items")) {
                    nodes(token);
                }
            });
        } else {
            each(value, item -> {
                Named named = named(item);
                goNames |= named.goNames;
                nodes.add(named.name);
            });
        }
    }

    /** Lists of frameworks by role. */
    private void frameworks(JsonToken value) {
        if (value != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String role = json.currentName();
            each(json.nextToken(), item -> nodes.add(OrderDecisions.framework(role, named(item).name)));
        }
    }

    private void victims(JsonToken value) {
        if (value != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            nodes.add(json.currentName());
            if (json.nextToken() == JsonToken.START_OBJECT) {
                object((key, token) -> {
                    if (key.equals("pods")) {
                        each(token, item -> know(named(item)));
                    }
                });
            } else {
                json.skipChildren();
            }
        }
    }

    private String text(JsonToken value) {
        if (value == JsonToken.VALUE_STRING) {
            return json.getString();
        }
        json.skipChildren();
        return "";
    }

    /** Told of a value, with the parser on its first token; reads it to its end. */
    @FunctionalInterface
    private interface Item {
        void read(JsonToken first);
    }

    private void each(@Nullable JsonToken value, Item item) {
        if (value != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        for (JsonToken next = json.nextToken(); next != JsonToken.END_ARRAY; next = json.nextToken()) {
            item.read(next);
        }
    }

    /** Told of a member by its name in lower case; what it does not read is passed over. */
    @FunctionalInterface
    private interface Member {
        void read(String lowerCaseKey, JsonToken first);
    }

    private void object(Member member) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = json.currentName().toLowerCase(Locale.ROOT);
            member.read(key, json.nextToken());
            json.skipChildren();
        }
    }

    /** How a task, node, job or queue names itself, in any dialect. */
    private Named named(JsonToken value) {
        Named named = new Named();
        if (value != JsonToken.START_OBJECT) {
            json.skipChildren();
            return named;
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = json.currentName();
            JsonToken token = json.nextToken();
            named.goNames |= key.equals("Name");
            if (key.equals("metadata") && token == JsonToken.START_OBJECT) {
                object((inner, first) -> named.member(inner, first, json));
            } else {
                named.member(key.toLowerCase(Locale.ROOT), token, json);
                json.skipChildren();
            }
        }
        return named;
    }

    /** What was read so far. */
    private static final class Named {
        private String namespace = "";
        private String name = "";
        private String uid = "";
        private boolean goNames;

        void member(String key, JsonToken token, JsonParser json) {
            if (token == JsonToken.VALUE_STRING) {
                switch (key) {
                    case "namespace" -> namespace = json.getString();
                    case "name" -> name = json.getString();
                    case "uid" -> uid = json.getString();
                    default -> {}
                }
            }
        }

        String whole() {
            return namespace.isEmpty() ? name : namespace + "/" + name;
        }
    }
}
