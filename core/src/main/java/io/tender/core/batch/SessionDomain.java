package io.tender.core.batch;

import io.tender.spi.batch.HyperNodeView;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A domain of the network within a session. */
public final class SessionDomain implements HyperNodeView {
    private final Session session;
    private final String name;
    private final int tier;
    private final String tierName;
    private final int[] members;
    private final List<SessionDomain> children = new ArrayList<>();
    private @Nullable SessionDomain parent;

    /** @param members the numbers of its nodes, ascending */
    SessionDomain(Session session, String name, int tier, String tierName, int[] members) {
        this.session = session;
        this.name = name;
        this.tier = tier;
        this.tierName = tierName;
        this.members = members;
    }

    void adopt(SessionDomain child) {
        children.add(child);
        child.parent = this;
    }

    int[] members() {
        return members;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int tier() {
        return tier;
    }

    @Override
    public String tierName() {
        return tierName;
    }

    @Override
    public List<SessionNode> nodes() {
        return new AbstractList<>() {
            @Override
            public SessionNode get(int place) {
                return session.nodeAt(members[place]);
            }

            @Override
            public int size() {
                return members.length;
            }
        };
    }

    @Override
    public Optional<SessionDomain> parent() {
        return Optional.ofNullable(parent);
    }

    @Override
    public List<SessionDomain> children() {
        return Collections.unmodifiableList(children);
    }

    @Override
    public String toString() {
        return name;
    }
}
