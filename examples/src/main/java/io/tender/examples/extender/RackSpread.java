package io.tender.examples.extender;

import static io.tender.extender.server.Verdict.fits;
import static io.tender.extender.server.Verdict.notNow;

import io.tender.extender.server.Agent;
import io.tender.extender.server.Policy;
import io.tender.extender.server.Scores;
import io.tender.extender.server.Task;
import io.tender.extender.server.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Spreads the tasks of a group over racks, so that no failure takes many of them: the rack with the fewest comes first, and
 * a machine takes only so many.
 *
 * <p>A group is what tasks with the same label {@code spread} are; others are left alone. The label {@code rack} says where a
 * machine is. Equal tasks share an answer, so the group is told by a label and not by the name of the job.
 */
final class RackSpread implements Policy {
    private static final String GROUP = "spread";
    private static final String RACK = "rack";
    /** Nobody says when a task is over, so the oldest placements are forgotten. */
    private static final int MOST_REMEMBERED = 100_000;

    private final int perMachine;
    private final boolean together;
    private final Map<String, String> rackOf = bounded();
    private final Map<String, Seat> seats = bounded();

    /** Where a task of a group went. */
    private record Seat(String group, String rack) {}

    RackSpread(int perMachine) {
        this(perMachine, false);
    }

    /** @param together the opposite wish: racks are best where the group is already, so that its tasks are near each other */
    RackSpread(int perMachine, boolean together) {
        this.perMachine = perMachine;
        this.together = together;
    }

    private static <V> Map<String, V> bounded() {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > MOST_REMEMBERED;
            }
        };
    }

    private static String group(Task task) {
        return task.label(GROUP).orElse("");
    }

    /** A machine that says nothing of its rack is one of its own. */
    private static String rack(Agent agent) {
        return agent.label(RACK).orElse(agent.name());
    }

    /** Depends on the task's labels and on what runs on the machine, which are what an answer may be reused for. */
    @Override
    public Verdict predicate(Task task, Agent agent) {
        String group = group(task);
        long there = agent.tasks().stream()
                .filter(other -> group(other).equals(group))
                .count();
        return group.isEmpty() || there < perMachine
                ? fits()
                : notNow("there are " + there + " tasks of '" + group + "' on the machine already");
    }

    /** From 100 for a rack with none of the group, down with each that is there; or the other way round. */
    @Override
    public synchronized Scores prioritize(Task task, List<Agent> agents) {
        Map<String, Integer> members = new TreeMap<>();
        for (Seat seat : seats.values()) {
            if (!seat.group().isEmpty() && seat.group().equals(group(task))) {
                members.merge(seat.rack(), 1, Integer::sum);
            }
        }
        agents.forEach(agent -> rackOf.put(agent.name(), rack(agent)));
        return Scores.scoreEach(agents, agent -> {
            double apart = 100.0 / (1 + members.getOrDefault(rack(agent), 0));
            return together ? 100 - apart : apart;
        });
    }

    /** Told again, it changes nothing. */
    @Override
    public synchronized Optional<String> allocated(Task task) {
        String agent = task.agent().orElse("");
        if (!group(task).isEmpty()) {
            seats.put(task.key(), new Seat(group(task), rackOf.getOrDefault(agent, agent)));
        }
        return Optional.empty();
    }

    @Override
    public synchronized void deallocated(Task task) {
        seats.remove(task.key());
    }

    @Override
    public void committed(List<Task> tasks) {
        tasks.forEach(this::allocated);
    }

    @Override
    public void aborted(List<Task> tasks) {
        tasks.forEach(this::deallocated);
    }
}
