package io.tender.daemon.settings;

import io.tender.runtime.yaml.YamlText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the documented example says of each setting: the comment above it, its default, or an example. */
final class DocumentedSettings {
    private static final Pattern EXAMPLE = Pattern.compile("^( *)#: ?");
    private static final Pattern COMMENT = Pattern.compile("^ *# (.*)$");
    private static final Pattern KEY = Pattern.compile("^( *)(- )?([A-Za-z_]\\w*):.*$");
    private static final JsonMapper JSON = new JsonMapper();

    private final Map<String, String> comments = new TreeMap<>();
    private final Map<String, Object> defaults = new TreeMap<>();
    private final Map<String, Object> examples = new TreeMap<>();

    /** A section that is open while lines are read. */
    private record Open(int indent, String path) {}

    DocumentedSettings(String text) {
        collect("", value(text), defaults);
        collect("", value(text.replaceAll("(?m)" + EXAMPLE.pattern(), "$1")), examples);
        readComments(text.lines().toList());
    }

    private static @Nullable Object value(String text) {
        return new YamlText("example", text, 1).root().orElseThrow().value();
    }

    /** Of lists of maps, the first that has it tells. */
    private static void collect(String path, @Nullable Object value, Map<String, Object> found) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, inner) -> collect(path.isEmpty() ? "" + name : path + "." + name, inner, found));
        } else if (value instanceof List<?> list && list.stream().allMatch(Map.class::isInstance)) {
            list.forEach(item -> collect(path, item, found));
        } else if (value != null) {
            found.putIfAbsent(path, value);
        }
        if (value instanceof Map<?, ?> && !path.isEmpty()) {
            found.putIfAbsent(path, value);
        }
    }

    private void readComments(List<String> lines) {
        Deque<Open> open = new ArrayDeque<>();
        List<String> above = new ArrayList<>();
        for (String line : lines) {
            String plain = EXAMPLE.matcher(line).replaceFirst("$1");
            Matcher comment = COMMENT.matcher(plain);
            Matcher key = KEY.matcher(plain);
            if (comment.matches()) {
                above.add(comment.group(1).strip());
            } else if (key.matches()) {
                int indent = key.group(1).length() + (key.group(2) == null ? 0 : 2);
                while (!open.isEmpty() && open.peek().indent() >= indent) {
                    open.pop();
                }
                String path = (open.isEmpty() ? "" : open.peek().path() + ".") + key.group(3);
                open.push(new Open(indent, path));
                if (!above.isEmpty()) {
                    comments.putIfAbsent(path, String.join(" ", above));
                }
                above.clear();
            } else {
                above.clear();
            }
        }
    }

    void describe(ObjectNode property, String name) {
        Optional.ofNullable(comments.get(name)).ifPresent(comment -> property.put("description", comment));
        Object normal = defaults.get(name);
        Object example = examples.get(name);
        if (normal != null && !(normal instanceof Map)) {
            property.set("default", JSON.valueToTree(normal));
        } else if (example != null && !(example instanceof Map)) {
            property.putArray("examples").add(JSON.<tools.jackson.databind.JsonNode>valueToTree(example));
        }
    }

    boolean shows(String name) {
        return examples.containsKey(name) || comments.containsKey(name);
    }
}
