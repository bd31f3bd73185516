package io.tender.extender.compare;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whom a request is about, and what tells its dialect.
 *
 * @param task the task, job or queue, as {@code namespace/name} where it has a namespace; empty if none is named
 * @param nodes the nodes, hosts or clients in the order they were sent
 * @param aliases the names of tasks by their uids, since answers may use either
 * @param members the members of the request that are not null, as they are spelled
 * @param goNames whether tasks and nodes have the names of Go fields, as in Volcano's own structures
 */
public record Subject(
        String task, List<String> nodes, Map<String, String> aliases, Set<String> members, boolean goNames) {
    public Subject {
        nodes = List.copyOf(nodes);
        aliases = Map.copyOf(aliases);
        members = Set.copyOf(members);
    }

    /** Without regard to case. */
    boolean has(String member) {
        return members.stream().anyMatch(member::equalsIgnoreCase);
    }

    /** A task by its name, whichever way an answer named it. */
    String nameOf(String task) {
        return aliases.getOrDefault(task, task);
    }
}
