package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where there is room for a request, now or once what is ending has ended. Shared by all classes that ask for as much. */
final class RoomIndex {
    private final Session session;
    private final ResourceList request;
    private final Map<String, Refusal> known;
    private final Room[] room;
    private final @Nullable Refusal[] shortages;
    private int roomy;
    private int position = -1;
    private @Nullable FitErrors errors;

    /** Whether a node has room. */
    enum Room {
        NONE,
        LATER,
        NOW
    }

    /** @param known refusals for want of room, to be shared by all that lack the same */
    RoomIndex(Session session, ResourceList request, Map<String, Refusal> known) {
        this.session = session;
        this.request = request;
        this.known = known;
        this.room = new Room[session.nodeCount()];
        this.shortages = new Refusal[session.nodeCount()];
    }

    /** Learns what changed since it was last asked. */
    void catchUp() {
        ChangeLog log = session.changes();
        if (position == log.size()) {
            return;
        }
        errors = null;
        if (position < 0) {
            for (int i = 0; i < room.length; i++) {
                look(i);
            }
        } else {
            for (; position < log.size(); position++) {
                look(log.at(position));
            }
        }
        position = log.size();
    }

    private void look(int index) {
        SessionNode node = session.nodeAt(index);
        Room before = room[index];
        // What is idle may be promised already, together with what is being freed beside it.
        Room now = !node.futureIdle().covers(request) ? Room.NONE : node.idle().covers(request) ? Room.NOW : Room.LATER;
        room[index] = now;
        shortages[index] = now == Room.NONE ? Shortage.of(request, node, known) : null;
        roomy += (now == Room.NONE ? 0 : 1) - (before == null || before == Room.NONE ? 0 : 1);
    }

    Room room(int node) {
        return room[node];
    }

    @Nullable
    Refusal shortage(int node) {
        return shortages[node];
    }

    /** Whether any node has room. */
    boolean hasAny() {
        return roomy > 0;
    }

    /** Why no node has room; shared by all that ask while nothing changes. */
    FitErrors errors(boolean detailed) {
        if (errors == null) {
            List<FitErrors.NodeRefusal> list = new ArrayList<>();
            for (int i = 0; i < shortages.length; i++) {
                Refusal shortage = shortages[i];
                if (shortage != null) {
                    list.add(new FitErrors.NodeRefusal(session.nodeAt(i).name(), shortage));
                }
            }
            errors = FitErrors.of(room.length, list, detailed);
        }
        return errors;
    }
}
