package io.tender.mesos;

import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Quotas and weights between the domain and messages. */
public final class QuotaForms {
    private QuotaForms() {}

    /** Reads a {@code quota.QuotaConfig}. */
    public static RoleQuota config(Message message) {
        return new RoleQuota(
                role(message),
                new Quota(ResourceForms.quantities(message, "guarantees"), ResourceForms.limits(message, "limits")));
    }

    /** Reads the older {@code quota.QuotaRequest}, where the guarantee is the limit as well. */
    public static RoleQuota request(Message message) {
        Map<String, Long> amounts = new TreeMap<>();
        message.resources("guarantee").forEach(resource -> {
            if (!(resource.value() instanceof Value.Scalar scalar)) {
                throw message.wrong("guarantee", resource.toString(), "scalar resources");
            }
            if (amounts.put(resource.name(), scalar.millis()) != null) {
                throw message.wrong("guarantee", resource.name() + " twice", "each name once");
            }
        });
        return new RoleQuota(role(message), Quota.both(ResourceQuantities.of(amounts)));
    }

    /** The message {@code quota.QuotaConfig}. */
    public static ObjectNode tree(RoleQuota config) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("role", config.role().path());
        node.set("guarantees", ResourceForms.tree(config.quota().guarantees()));
        node.set("limits", ResourceForms.tree(config.quota().limits()));
        return node;
    }

    /** Reads an array of {@code WeightInfo}. */
    public static List<RoleWeight> weights(Message message, String field) {
        List<RoleWeight> weights = new ArrayList<>();
        for (Message weight : message.messages(field)) {
            weights.add(weight.checked(
                    "weight",
                    () -> new RoleWeight(role(weight), weight.number("weight").orElse(0))));
        }
        return weights;
    }

    /** An array of messages {@code WeightInfo}. */
    public static ArrayNode weights(List<RoleWeight> weights) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (RoleWeight weight : weights) {
            array.addObject()
                    .put("weight", weight.weight())
                    .put("role", weight.role().path());
        }
        return array;
    }

    private static Role role(Message message) {
        return message.checked("role", () -> Role.of(message.text("role")));
    }
}
