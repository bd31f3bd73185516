package io.tender.mesos;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.Resources;
import io.tender.model.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Agents between the domain and messages. */
public final class AgentForms {
    private AgentForms() {}

    /** Reads an {@code AgentInfo}, which must name its id. */
    public static AgentInfo agent(Message message) {
        return new AgentInfo(
                message.id("id", AgentId::new),
                message.text("hostname"),
                attributes(message, "attributes"),
                domain(message, "domain"));
    }

    /** The message {@code AgentInfo}. */
    public static ObjectNode tree(AgentInfo agent, Resources resources, int port) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("hostname", agent.hostname());
        node.put("port", port);
        node.set("resources", ResourceForms.tree(resources, ReservationForm.STACK));
        node.set("attributes", tree(agent.attributes()));
        node.set("id", Ids.tree(agent.id().value()));
        agent.domain().ifPresent(domain -> node.set("domain", tree(domain)));
        return node;
    }

    public static List<Attribute> attributes(Message message, String field) {
        List<Attribute> attributes = new ArrayList<>();
        for (Message attribute : message.messages(field)) {
            attributes.add(attribute.checked("name", () -> new Attribute(attribute.text("name"), value(attribute))));
        }
        return attributes;
    }

    private static Value value(Message attribute) {
        return switch (attribute.text("type")) {
            case "SCALAR" -> new Value.Scalar(ResourceForms.millis(attribute.message("scalar")));
            case "RANGES" -> ranges(attribute.message("ranges"));
            case "SET" -> {
                Message set = attribute.message("set");
                yield set.checked("item", () -> Value.Items.of(new TreeSet<>(set.texts("item"))));
            }
            default -> new Value.Text(attribute.message("text").text("value"));
        };
    }

    private static Value ranges(Message message) {
        List<Message> given = message.messages("range");
        long[] bounds = new long[2 * given.size()];
        for (int i = 0; i < given.size(); i++) {
            bounds[2 * i] = given.get(i).whole("begin").orElse(0);
            bounds[2 * i + 1] = given.get(i).whole("end").orElse(0);
        }
        return message.checked("range", () -> Value.Ranges.ofBounds(bounds));
    }

    /** An array of messages {@code Attribute}. */
    public static ArrayNode tree(List<Attribute> attributes) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Attribute attribute : attributes) {
            ObjectNode node = array.addObject().put("name", attribute.name());
            switch (attribute.value()) {
                case Value.Scalar scalar -> ResourceForms.put(node.put("type", "SCALAR"), "scalar", scalar.millis());
                case Value.Ranges ranges ->
                    ResourceWriting.ranges(
                            ranges,
                            node.put("type", "RANGES").putObject("ranges").putArray("range"));
                case Value.Items items -> {
                    ArrayNode set = node.put("type", "SET").putObject("set").putArray("item");
                    items.items().forEach(set::add);
                }
                case Value.Text text ->
                    node.put("type", "TEXT").putObject("text").put("value", text.text());
            }
        }
        return array;
    }

    /** The fault domain in that field. */
    public static Optional<Domain> domain(Message message, String field) {
        return message.optional(field)
                .flatMap(domain -> domain.optional("fault_domain"))
                .map(fault -> new Domain(
                        fault.message("region").text("name"),
                        fault.message("zone").text("name")));
    }

    /** The message {@code DomainInfo}. */
    public static ObjectNode tree(Domain domain) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ObjectNode fault = node.putObject("fault_domain");
        fault.putObject("region").put("name", domain.region());
        fault.putObject("zone").put("name", domain.zone());
        return node;
    }

    /** An array of messages {@code AgentInfo.Capability}. */
    public static ArrayNode capabilities(Collection<AgentCapability> capabilities) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        capabilities.stream().sorted().forEach(one -> array.addObject().put("type", one.name()));
        return array;
    }
}
