package io.tender.model;

import java.util.List;
import java.util.Optional;

/** What an agent says about itself, apart from its resources. */
public record AgentInfo(AgentId id, String hostname, List<Attribute> attributes, Optional<Domain> domain) {
    public AgentInfo {
        attributes = List.copyOf(attributes);
    }

    /** The first attribute of that name, the only one that counts. */
    public Optional<Attribute> attribute(String name) {
        return attributes.stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst();
    }
}
