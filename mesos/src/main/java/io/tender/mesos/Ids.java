package io.tender.mesos;

import java.util.Collection;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Ids as messages: Mesos wraps each in an object with the field {@code value}. */
public final class Ids {
    private Ids() {}

    public static ObjectNode tree(String id) {
        return JsonNodeFactory.instance.objectNode().put("value", id);
    }

    public static ArrayNode trees(Collection<String> ids) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        ids.forEach(id -> array.add(tree(id)));
        return array;
    }
}
