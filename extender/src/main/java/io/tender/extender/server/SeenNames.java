package io.tender.extender.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Remembers the last list of names, since the same thousands of them come with every question. */
final class SeenNames {
    private static final int MOST_BYTES = 8 << 20;

    private volatile LastList last = LastList.NONE;

    /** Agents known by name alone; empty if null stands there. */
    Optional<AgentList> list(Cursor cursor) throws Unreadable {
        Optional<AgentList> same = last.at(cursor);
        if (same.isPresent()) {
            return same;
        }
        int from = cursor.start();
        if (!cursor.enterList()) {
            return Optional.empty();
        }
        List<Agent> agents = new ArrayList<>();
        while (cursor.item()) {
            agents.add(Agent.named(cursor.text()));
        }
        AgentList read = new AgentList(agents);
        last = LastList.of(cursor, from, read, MOST_BYTES);
        return Optional.of(read);
    }
}
