package io.tender.model;

/** Names one agent; a type of its own, so that it cannot be swapped with another string. */
public record AgentId(String value) implements Comparable<AgentId> {
    public AgentId {
        if (value.isBlank()) {
            throw BrokenRule.of(
                    "The id of an agent is blank.",
                    "no character that can be seen",
                    "a visible name such as 'agent-1'",
                    "name the agent");
        }
    }

    @Override
    public int compareTo(AgentId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
