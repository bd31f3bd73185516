package io.tender.examples;

import io.tender.spi.Allocator;
import io.tender.spi.AllocatorFactory;
import io.tender.spi.AllocatorHost;
import io.tender.spi.policy.PolicyAllocator;
import java.util.Map;

/** Makes the allocator {@code round-robin}; parameter {@code agents-per-turn}, 1 unless given. */
public final class RoundRobinFactory implements AllocatorFactory {

    private static final String AGENTS_PER_TURN = "agents-per-turn";

    @Override
    public String name() {
        return "round-robin";
    }

    @Override
    public String description() {
        return "Offers each free agent whole to the next framework in turn.";
    }

    @Override
    public Allocator create(AllocatorHost host, Map<String, String> parameters) {
        for (String name : parameters.keySet()) {
            if (!name.equals(AGENTS_PER_TURN)) {
                throw new IllegalArgumentException("round-robin has no parameter '" + name + "', only '"
                        + AGENTS_PER_TURN + "': correct the name, or leave it out");
            }
        }
        return new PolicyAllocator(host, new RoundRobin(agentsPerTurn(parameters.getOrDefault(AGENTS_PER_TURN, "1"))));
    }

    private static int agentsPerTurn(String text) {
        if (!text.matches("[1-9][0-9]{0,5}")) {
            throw new IllegalArgumentException(
                    AGENTS_PER_TURN + ": got '" + text + "', expected a whole number from 1 to 999999");
        }
        return Integer.parseInt(text);
    }
}
