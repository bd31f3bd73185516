package io.tender.examples.extender;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Spreads the tasks of a group over racks, so that no failure takes many of them: the rack with the fewest comes first, and
 * a machine takes only so many.
 *
 * <p>A group is what tasks with the same label {@code spread} are; others are left alone. The label {@code rack} says where a
 * machine is. Equal tasks share an answer, so the group is told by a label and not by the name of the job.
 */
final class RackSpread {
    private static final String GROUP = "spread";
    private static final String RACK = "rack";
    /** Nobody says when a task is over, so the oldest placements are forgotten. */
    private static final int MOST_REMEMBERED = 100_000;

    private final int perMachine;
    private final Map<String, String> rackOf = bounded();
    private final Map<String, Seat> seats = bounded();

    /** Where a task of a group went. */
    private record Seat(String group, String rack) {}

    record Task(String uid, String node, Map<String, String> labels) {
        String group() {
            return labels.getOrDefault(GROUP, "");
        }
    }

    record Node(String name, Map<String, String> labels, List<Task> tasks) {
        /** A machine that says nothing of its rack is one of its own. */
        String rack() {
            return labels.getOrDefault(RACK, name);
        }
    }

    /** Code 0 says yes; 2 says that it could be otherwise if tasks were evicted. */
    record Verdict(int code, String errorMessage) {
        static final Verdict YES = new Verdict(0, "");
    }

    RackSpread(int perMachine) {
        this.perMachine = perMachine;
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

    /** Depends on the task's labels and on what runs on the machine, which are what an answer may be reused for. */
    Verdict fits(Task task, Node node) {
        String group = task.group();
        long there = node.tasks().stream()
                .filter(other -> other.group().equals(group))
                .count();
        return group.isEmpty() || there < perMachine
                ? Verdict.YES
                : new Verdict(2, "there are " + there + " tasks of '" + group + "' on the machine already");
    }

    /** From 100 for a rack with none of the group, down with each that is there. */
    synchronized Map<String, Double> scores(Task task, List<Node> nodes) {
        Map<String, Integer> members = new TreeMap<>();
        for (Seat seat : seats.values()) {
            if (!seat.group().isEmpty() && seat.group().equals(task.group())) {
                members.merge(seat.rack(), 1, Integer::sum);
            }
        }
        Map<String, Double> scores = new TreeMap<>();
        for (Node node : nodes) {
            rackOf.put(node.name(), node.rack());
            scores.put(node.name(), 100.0 / (1 + members.getOrDefault(node.rack(), 0)));
        }
        return scores;
    }

    /** Told again, it changes nothing. */
    synchronized void placed(Task task) {
        if (!task.group().isEmpty()) {
            seats.put(task.uid(), new Seat(task.group(), rackOf.getOrDefault(task.node(), task.node())));
        }
    }

    synchronized void leaves(Task task) {
        seats.remove(task.uid());
    }
}
