package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.model.AgentId;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Value;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Whether an order makes sense on this agent. */
final class OrderCheck {
    /** So many PORT0, PORT1 and so on are given at most. */
    private static final int MOST_NUMBERED_PORTS = 100;

    private final AgentId agent;
    private final Supplier<Resources> offered;
    private final TaskUsers users;

    /** @param offered what the agent has at present */
    OrderCheck(AgentId agent, Supplier<Resources> offered, TaskUsers users) {
        this.agent = agent;
        this.offered = offered;
        this.users = users;
    }

    /** What is wrong with it, for people; empty if it can be run. */
    Optional<String> complaint(TaskOrder order) {
        if (!order.agent().equals(agent)) {
            return Optional.of("It was ordered for agent '" + order.agent() + "', and this is '" + agent + "'");
        }
        return command(order.command())
                .or(() -> users.complaint(order.command().user()))
                .or(() -> resources(order))
                .or(() -> VolumeFolders.complaint(order));
    }

    private static Optional<String> command(Command command) {
        if (command.words().isEmpty() || command.words().getFirst().isEmpty()) {
            return Optional.of("It has no command; expected a line for the shell, or a program and its arguments");
        }
        if (command.shell() && command.words().size() > 1) {
            return Optional.of("It gives the shell " + command.words().size() + " lines; expected one");
        }
        Stream<String> texts = Stream.of(
                        command.words().stream(),
                        command.environment().keySet().stream(),
                        command.environment().values().stream(),
                        Stream.of(command.workingDirectory(), command.user()))
                .flatMap(text -> text);
        if (texts.anyMatch(text -> text.indexOf('\0') >= 0)) {
            return Optional.of("Its command or environment holds a zero character, which no process can be given");
        }
        for (String name : command.environment().keySet()) {
            if (name.isEmpty() || name.contains("=")) {
                return Optional.of("'" + name + "' is no name of a variable; expected some text without '='");
            }
        }
        return inside(command.workingDirectory())
                ? Optional.empty()
                : Optional.of("Its working directory '" + command.workingDirectory()
                        + "' is outside of its folder; expected a path below it, such as 'data'");
    }

    private static boolean inside(String directory) {
        try {
            Path path = Path.of(directory);
            return !path.isAbsolute() && !path.normalize().startsWith("..");
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private Optional<String> resources(TaskOrder order) {
        Resources total = offered.get();
        for (String name : List.of("cpus", "mem", "disk")) {
            if (order.resources().amount(name) > total.amount(name)) {
                return Optional.of("It is to use more " + name + " than this agent has: "
                        + order.resources().filter(it -> it.name().equals(name)) + " of "
                        + total.filter(it -> it.name().equals(name)));
            }
        }
        Value.Ranges ours = ports(total);
        Value.Ranges wanted = ports(order.resources());
        if (!ours.contains(wanted)) {
            return Optional.of("It is to use ports " + wanted.minus(ours) + ", and this agent has " + ours);
        }
        // Ports it is only said to be found at are its own affair: it opens what it likes, or is reached through
        // another.
        return Optional.empty();
    }

    private static Value.Ranges ports(Resources resources) {
        Value.Ranges all = Value.Ranges.empty();
        for (Resource resource : resources) {
            if (resource.name().equals("ports") && resource.value() instanceof Value.Ranges ranges) {
                all = all.plus(ranges);
            }
        }
        return all;
    }

    /** The ports of an order, the smallest first; no more than a program would look at. */
    static List<Long> numberedPorts(TaskOrder order) {
        Value.Ranges ranges = ports(order.resources());
        List<Long> ports = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            for (long port = ranges.begin(i); port <= ranges.end(i) && ports.size() < MOST_NUMBERED_PORTS; port++) {
                ports.add(port);
            }
        }
        return ports;
    }
}
