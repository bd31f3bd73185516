package io.tender.mesos;

import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkOptions;
import io.tender.model.OfferConstraints;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Frameworks between the domain and messages. */
public final class FrameworkForms {
    private static final String PARTITION_AWARE = "PARTITION_AWARE";
    private static final String TASK_KILLING_STATE = "TASK_KILLING_STATE";

    /** Some clients say "for ever" with the largest double. */
    private static final double LONGEST_SECONDS = 100 * 365 * 86_400.0;

    private FrameworkForms() {}

    /** Reads the {@code subscribe} or {@code update_framework} of a call. */
    public static Subscription subscription(Message message) {
        OfferConstraints constraints = message.optional("offer_constraints")
                .map(OfferConstraintsJson::read)
                .orElse(OfferConstraints.none());
        FrameworkOptions options = new FrameworkOptions(new TreeSet<>(message.roles("suppressed_roles")), constraints);
        return new Subscription(framework(message.message("framework_info")), options);
    }

    /** Reads a {@code FrameworkInfo}. */
    public static FrameworkDescription framework(Message message) {
        Set<FrameworkCapability> capabilities = EnumSet.noneOf(FrameworkCapability.class);
        Set<String> names = new TreeSet<>();
        for (Message capability : message.messages("capabilities")) {
            capability.optionalText("type").ifPresent(names::add);
        }
        for (FrameworkCapability known : FrameworkCapability.values()) {
            if (names.contains(known.name())) {
                capabilities.add(known);
            }
        }
        return new FrameworkDescription(
                // Mesos takes an empty id for none.
                message.optional("id")
                        .filter(id -> !id.text("value").isEmpty())
                        .map(id -> id.checked("value", () -> new FrameworkId(id.text("value")))),
                message.text("user"),
                message.text("name"),
                failover(message),
                message.flag("checkpoint", false),
                roles(message, capabilities.contains(FrameworkCapability.MULTI_ROLE)),
                message.optionalText("hostname"),
                message.optionalText("principal"),
                message.optionalText("webui_url"),
                capabilities,
                names.contains(PARTITION_AWARE),
                names.contains(TASK_KILLING_STATE),
                LabelForms.labels(message, "labels"),
                minima(message));
    }

    private static Duration failover(Message message) {
        double seconds = message.number("failover_timeout").orElse(0);
        if (Double.isNaN(seconds) || seconds < 0) {
            throw message.wrong("failover_timeout", "" + seconds, "0 seconds or more");
        }
        return Duration.ofNanos(Math.round(Math.min(seconds, LONGEST_SECONDS) * 1e9));
    }

    private static SortedSet<Role> roles(Message message, boolean multiRole) {
        if (multiRole) {
            if (message.has("role")) {
                throw message.wrong("role", "a role beside the capability MULTI_ROLE", "the field roles instead");
            }
            List<Role> roles = message.roles("roles");
            SortedSet<Role> distinct = new TreeSet<>(roles);
            if (distinct.size() < roles.size()) {
                throw message.wrong("roles", "a role twice", "each role once");
            }
            return distinct;
        }
        if (message.has("roles")) {
            throw message.wrong(
                    "roles",
                    "roles without the capability MULTI_ROLE",
                    "the field role instead, or the capability MULTI_ROLE");
        }
        return new TreeSet<>(Set.of(message.checked(
                "role", () -> Role.of(message.optionalText("role").orElse("*")))));
    }

    private static SortedMap<Role, List<ResourceQuantities>> minima(Message message) {
        SortedMap<Role, List<ResourceQuantities>> minima = new TreeMap<>();
        message.entries("offer_filters").forEach((name, filters) -> {
            Role role = message.checked("offer_filters." + name, () -> Role.of(name));
            filters.optional("min_allocatable_resources").ifPresent(given -> {
                List<ResourceQuantities> any = new ArrayList<>();
                for (Message quantities : given.messages("quantities")) {
                    any.add(ResourceForms.quantities(quantities, "quantities"));
                }
                minima.put(role, any);
            });
        });
        return minima;
    }

    /** The message {@code FrameworkInfo}. */
    public static ObjectNode tree(FrameworkDescription framework) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("user", framework.user()).put("name", framework.name());
        framework.id().ifPresent(id -> node.set("id", Ids.tree(id.value())));
        node.put("failover_timeout", framework.failoverTimeout().toNanos() / 1e9);
        node.put("checkpoint", framework.checkpoint());
        framework.hostname().ifPresent(hostname -> node.put("hostname", hostname));
        framework.principal().ifPresent(principal -> node.put("principal", principal));
        framework.webuiUrl().ifPresent(url -> node.put("webui_url", url));
        if (framework.capabilities().contains(FrameworkCapability.MULTI_ROLE)) {
            ArrayNode roles = node.putArray("roles");
            framework.roles().forEach(role -> roles.add(role.path()));
        } else {
            node.put("role", framework.roles().first().path());
        }
        capabilities(framework, node.putArray("capabilities"));
        LabelForms.put(node, "labels", framework.labels());
        if (!framework.minAllocatable().isEmpty()) {
            minima(framework, node.putObject("offer_filters"));
        }
        return node;
    }

    private static void capabilities(FrameworkDescription framework, ArrayNode into) {
        framework.capabilities().forEach(one -> into.addObject().put("type", one.name()));
        if (framework.partitionAware()) {
            into.addObject().put("type", PARTITION_AWARE);
        }
        if (framework.killingState()) {
            into.addObject().put("type", TASK_KILLING_STATE);
        }
    }

    private static void minima(FrameworkDescription framework, ObjectNode into) {
        framework.minAllocatable().forEach((role, any) -> {
            ArrayNode array = into.putObject(role.path())
                    .putObject("min_allocatable_resources")
                    .putArray("quantities");
            any.forEach(quantities -> array.addObject().set("quantities", ResourceForms.tree(quantities)));
        });
    }
}
