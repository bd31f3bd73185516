package io.tender.testkit.scenario;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.testkit.scenario.step.AgentCommand;
import io.tender.testkit.scenario.text.ResourceNotation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What else can be said of a new agent; everything has a default. */
public record AgentWords(
        AgentId id,
        Resources total,
        String hostname,
        List<Attribute> attributes,
        Optional<Domain> domain,
        Set<AgentCapability> capabilities,
        Optional<Unavailability> unavailability,
        Map<FrameworkId, Resources> used) {

    static AgentWords of(AgentId id, Resources total) {
        return new AgentWords(
                id,
                total,
                id.value(),
                List.of(),
                Optional.empty(),
                AgentCapability.all(),
                Optional.empty(),
                new TreeMap<>());
    }

    public AgentWords hostname(String name) {
        return new AgentWords(id, total, name, attributes, domain, capabilities, unavailability, used);
    }

    /** Such as {@code rack:abc;ssd:1}. */
    public AgentWords attributes(String text) {
        return new AgentWords(
                id, total, hostname, Attribute.parseAll(text), domain, capabilities, unavailability, used);
    }

    public AgentWords domain(String region, String zone) {
        return new AgentWords(
                id,
                total,
                hostname,
                attributes,
                Optional.of(new Domain(region, zone)),
                capabilities,
                unavailability,
                used);
    }

    /** Exactly these; without the call, all. */
    public AgentWords capabilities(AgentCapability... exactly) {
        Set<AgentCapability> named = Arrays.stream(exactly).collect(Collectors.toSet());
        return new AgentWords(id, total, hostname, attributes, domain, named, unavailability, used);
    }

    public AgentWords unavailable(Unavailability when) {
        return new AgentWords(id, total, hostname, attributes, domain, capabilities, Optional.of(when), used);
    }

    /** What a task of the framework already uses on the agent, under the role. */
    public AgentWords usedBy(String framework, String role, String resources) {
        TreeMap<FrameworkId, Resources> more = new TreeMap<>(used);
        more.merge(
                new FrameworkId(framework),
                ResourceNotation.resources(resources).allocate(Role.of(role)),
                Resources::plus);
        return new AgentWords(id, total, hostname, attributes, domain, capabilities, unavailability, more);
    }

    AgentCommand.Add command() {
        return new AgentCommand.Add(
                new AgentInfo(id, hostname, attributes, domain), capabilities, unavailability, total, used);
    }
}
