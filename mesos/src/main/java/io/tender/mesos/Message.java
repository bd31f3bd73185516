package io.tender.mesos;

import io.tender.model.BrokenRule;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A message that was read, with the place it stands at, so that whoever looks into it can say where something is wrong.
 *
 * <p>The tree has the types of its table already, so a field has the type it is asked for, unless the asker is wrong. What is
 * wrong with the message itself is a {@link MesosJsonException}.
 *
 * @param tree not to be changed
 * @param path such as {@code $.accept.operations[0]}
 */
public record Message(ObjectNode tree, String path) {

    /** A whole message, as {@link Media} read it. */
    public static Message of(ObjectNode tree) {
        return new Message(tree, "$");
    }

    public boolean has(String field) {
        return tree.has(field);
    }

    public Optional<String> optionalText(String field) {
        return value(field).map(JsonNode::stringValue);
    }

    public String text(String field) {
        return required(field).stringValue();
    }

    public List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        value(field).ifPresent(array -> array.forEach(element -> texts.add(element.stringValue())));
        return texts;
    }

    public boolean flag(String field, boolean otherwise) {
        return value(field).map(JsonNode::booleanValue).orElse(otherwise);
    }

    public OptionalDouble number(String field) {
        Optional<JsonNode> value = value(field);
        return value.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(value.get().numberValue().doubleValue());
    }

    /** A whole number; one of 64 bits without sign is to be read as such. */
    public OptionalLong whole(String field) {
        Optional<JsonNode> value = value(field);
        return value.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(value.get().numberValue().longValue());
    }

    public Optional<byte[]> bytes(String field) {
        return optionalText(field).map(Base64.getDecoder()::decode);
    }

    public Optional<Message> optional(String field) {
        return value(field).map(value -> at(value, "." + field));
    }

    public Message message(String field) {
        return at(required(field), "." + field);
    }

    public List<Message> messages(String field) {
        List<Message> messages = new ArrayList<>();
        value(field).ifPresent(array -> {
            for (JsonNode element : array) {
                messages.add(at(element, "." + field + "[" + messages.size() + "]"));
            }
        });
        return messages;
    }

    /** The messages of a map by their keys, in the order they came. */
    public Map<String, Message> entries(String field) {
        Map<String, Message> entries = new LinkedHashMap<>();
        value(field)
                .ifPresent(map -> map.properties()
                        .forEach(entry ->
                                entries.put(entry.getKey(), at(entry.getValue(), "." + field + "." + entry.getKey()))));
        return entries;
    }

    /** An id, which Mesos wraps in a message of its own. */
    public <T> Optional<T> optionalId(String field, Function<String, T> made) {
        return optional(field).map(id -> id.checked("value", () -> made.apply(id.text("value"))));
    }

    public <T> T id(String field, Function<String, T> made) {
        Message id = message(field);
        return id.checked("value", () -> made.apply(id.text("value")));
    }

    public <T> List<T> ids(String field, Function<String, T> made) {
        List<T> ids = new ArrayList<>();
        for (Message id : messages(field)) {
            ids.add(id.checked("value", () -> made.apply(id.text("value"))));
        }
        return ids;
    }

    /** The roles in that field, in the order given. */
    public List<Role> roles(String field) {
        List<Role> roles = new ArrayList<>();
        for (String role : texts(field)) {
            roles.add(checked(field + "[" + roles.size() + "]", () -> Role.of(role)));
        }
        return roles;
    }

    public Resources resources(String field) {
        Optional<JsonNode> value = value(field);
        return value.isEmpty()
                ? Resources.empty()
                : JsonReading.read(
                        value.get(), path + "." + field, in -> new ResourceReading(in, Role.ANY).resources());
    }

    public Resource resource(String field) {
        return JsonReading.read(
                required(field), path + "." + field, in -> new ResourceReading(in, Role.ANY).resource());
    }

    /** Builds a value of the domain; what the domain refuses is wrong in that field. */
    public <T> T checked(String field, Supplier<T> built) {
        try {
            return built.get();
        } catch (BrokenRule e) {
            throw wrong(field, e.got(), e.expected());
        } catch (MesosJsonException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw wrong(field, "" + e.getMessage(), "a value that may be used");
        }
    }

    public MesosJsonException wrong(String field, String got, String expected) {
        return new MesosJsonException(path + "." + field, got, expected);
    }

    private Optional<JsonNode> value(String field) {
        return Optional.ofNullable(tree.get(field));
    }

    private JsonNode required(String field) {
        return value(field).orElseThrow(() -> wrong(field, "a message without it", "the field " + field));
    }

    private Message at(JsonNode node, String step) {
        return new Message((ObjectNode) node, path + step);
    }
}
