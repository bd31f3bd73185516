package io.tender.mesos;

import io.tender.model.Resource;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Value;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Resources and amounts between the domain and messages; {@link Message#resources} reads resources. */
public final class ResourceForms {
    private ResourceForms() {}

    /** An array of messages {@code Resource}; a shared one with several copies is repeated. */
    public static ArrayNode tree(Resources resources, ReservationForm form) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Resource resource : resources) {
            int copies = resource.isShared() ? resources.copies(resource) : 1;
            for (int i = 0; i < copies; i++) {
                array.add(ResourceWriting.resource(resource, form));
            }
        }
        return array;
    }

    /** Thousandths by name out of a map of scalars; zero is an amount here, since a limit may be zero. */
    static Map<String, Long> amounts(Message message, String field) {
        Map<String, Long> amounts = new TreeMap<>();
        message.entries(field).forEach((name, scalar) -> amounts.put(name, millis(scalar)));
        return amounts;
    }

    static long millis(Message scalar) {
        double amount = scalar.number("value").orElse(0);
        if (amount == 0) {
            return 0;
        }
        if (!Double.isFinite(amount)) {
            throw scalar.wrong("value", "" + amount, "a finite number");
        }
        return scalar.checked("value", () -> Value.Scalar.of(BigDecimal.valueOf(amount)))
                .millis();
    }

    static ResourceQuantities quantities(Message message, String field) {
        return message.checked(field, () -> ResourceQuantities.of(amounts(message, field)));
    }

    static ResourceLimits limits(Message message, String field) {
        return message.checked(field, () -> ResourceLimits.of(amounts(message, field)));
    }

    /** Adds an entry to a map of scalars. */
    static void put(ObjectNode map, String name, long millis) {
        map.putObject(name).put("value", BigDecimal.valueOf(millis, 3).doubleValue());
    }

    static ObjectNode tree(ResourceQuantities quantities) {
        ObjectNode map = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < quantities.size(); i++) {
            put(map, quantities.name(i), quantities.millis(i));
        }
        return map;
    }

    static ObjectNode tree(ResourceLimits limits) {
        ObjectNode map = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < limits.size(); i++) {
            put(map, limits.name(i), limits.millis(i));
        }
        return map;
    }
}
