package io.tender.core.allocator;

import io.tender.model.AgentInfo;
import java.util.Arrays;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The agents by number. Each has the least that was free when it arrived, so that the numbers stay as few as there ever
 * were agents at a time; a random order is one of numbers.
 */
final class Roster {

    private static final int FIRST_ROOM = 16;

    private @Nullable AgentRecord[] agents = new @Nullable AgentRecord[FIRST_ROOM];
    private final PriorityQueue<Integer> free = new PriorityQueue<>();
    private int numbers;
    private long arrivals;

    AgentRecord add(AgentInfo info) {
        Integer left = free.poll();
        int number = left == null ? numbers++ : left;
        if (number == agents.length) {
            agents = Arrays.copyOf(agents, 2 * number);
        }
        AgentRecord agent = new AgentRecord(info, number, ++arrivals);
        agents[number] = agent;
        return agent;
    }

    void remove(AgentRecord agent) {
        agents[agent.number] = null;
        free.add(agent.number);
    }

    /** The agent of a number, or null if nobody has it. */
    @Nullable
    AgentRecord at(int number) {
        return number < numbers ? agents[number] : null;
    }

    /** How many numbers were ever given. */
    int numbers() {
        return numbers;
    }

    /** How many agents have ever arrived. */
    long arrivals() {
        return arrivals;
    }
}
