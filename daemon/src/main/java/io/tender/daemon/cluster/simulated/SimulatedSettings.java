package io.tender.daemon.cluster.simulated;

import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which agents there are and how tasks fare on them.
 *
 * @param seed the same seed, orders and times give the same happenings
 * @param startTakes from the order until a task runs
 * @param killTakes from a kill until a task has ended
 * @param failing which part of the tasks fails, from 0 to 1
 * @param uses which part of what it asked for a task uses, from 0 to 1
 * @param echoes whether executors say back to their framework what it says to them; otherwise they do not listen
 * @param faults how agents get out of reach, if they do
 */
public record SimulatedSettings(
        long seed,
        List<Group> agents,
        RunTimes runsFor,
        Duration startTakes,
        Duration killTakes,
        double failing,
        double uses,
        boolean echoes,
        Optional<Faults> faults) {
    /** So many agents at most, lest a slip of the finger takes all memory. */
    public static final int MOST_AGENTS = 1_000_000;

    public SimulatedSettings {
        agents = List.copyOf(agents);
    }

    public SimulatedSettings withAgents(List<Group> changed) {
        return new SimulatedSettings(seed, changed, runsFor, startTakes, killTakes, failing, uses, echoes, faults);
    }

    /**
     * Agents that are alike.
     *
     * @param name their names; {@code {n}} is the number of the agent in its group, {@code {rack}} that of its rack
     * @param racks among how many racks they are dealt out; each then says which one it is in, as an attribute
     * @param load how busy they are without any tasks
     */
    public record Group(
            int count,
            String name,
            Resources resources,
            List<Attribute> attributes,
            Optional<Domain> domain,
            int racks,
            Load load) {
        public Group {
            attributes = List.copyOf(attributes);
        }

        /** The agent of that number, from 1. */
        AgentInfo agent(int number) {
            int rack = racks == 0 ? 0 : (number - 1) % racks + 1;
            String id = name.replace("{n}", Integer.toString(number)).replace("{rack}", Integer.toString(rack));
            List<Attribute> all = new ArrayList<>(attributes);
            if (rack > 0) {
                all.add(Attribute.text("rack", "rack-" + rack));
            }
            return new AgentInfo(new AgentId(id), id, all, domain);
        }
    }

    /** Percent of CPUs and memory in use. */
    public record Load(double cpu, double memory) {
        public static final Load NONE = new Load(0, 0);
    }

    /**
     * Agents that get out of reach and come back; their tasks run on.
     *
     * @param every how long an agent stays in reach, on average
     * @param lasting how long it is out of reach
     */
    public record Faults(Duration every, Duration lasting) {}
}
