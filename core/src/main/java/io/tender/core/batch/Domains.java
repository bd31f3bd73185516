package io.tender.core.batch;

import io.tender.model.batch.HyperNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The tree of domains of a session, completed by one that holds all nodes. */
final class Domains {
    /** The name of the domain that holds all nodes. */
    static final String EVERYWHERE = "<cluster-top-hypernode>";

    private final List<SessionDomain> narrowestFirst = new ArrayList<>();
    private final Map<String, SessionDomain> byName = new HashMap<>();
    private final SessionDomain top;

    Domains(Session session, List<HyperNode> given, int nodeCount) {
        Map<String, HyperNode> known = new HashMap<>();
        given.forEach(domain -> known.put(domain.name(), domain));
        int highest = 0;
        for (HyperNode domain : given) {
            highest = Math.max(highest, domain.tier());
            BitSet members = new BitSet();
            collect(session, domain, known, members, new HashSet<>());
            SessionDomain made = new SessionDomain(
                    session,
                    domain.name(),
                    domain.tier(),
                    domain.tierName(),
                    members.stream().toArray());
            byName.put(domain.name(), made);
            narrowestFirst.add(made);
        }
        narrowestFirst.sort(Comparator.comparingInt(SessionDomain::tier).thenComparing(SessionDomain::name));
        top = new SessionDomain(
                session,
                EVERYWHERE,
                highest + 1,
                "",
                IntStream.range(0, nodeCount).toArray());
        for (HyperNode domain : given) {
            for (String child : domain.domains()) {
                SessionDomain below = byName.get(child);
                if (below != null && below.parent().isEmpty() && below.tier() < domain.tier()) {
                    named(domain.name()).adopt(below);
                }
            }
        }
        for (SessionDomain domain : narrowestFirst) {
            if (domain.parent().isEmpty()) {
                top.adopt(domain);
            }
        }
        narrowestFirst.add(top);
        byName.put(EVERYWHERE, top);
    }

    private SessionDomain named(String name) {
        SessionDomain domain = byName.get(name);
        if (domain == null) {
            throw new IllegalStateException("no domain '" + name + "'");
        }
        return domain;
    }

    /** Domains that contain each other are walked once. */
    private static void collect(
            Session session, HyperNode domain, Map<String, HyperNode> known, BitSet members, Set<String> seen) {
        if (!seen.add(domain.name())) {
            return;
        }
        for (String node : domain.nodes()) {
            int index = session.indexOf(node);
            if (index != SessionTask.NOWHERE) {
                members.set(index);
            }
        }
        for (String child : domain.domains()) {
            HyperNode below = known.get(child);
            if (below != null) {
                collect(session, below, known, members, seen);
            }
        }
    }

    List<SessionDomain> narrowestFirst() {
        return narrowestFirst;
    }

    SessionDomain top() {
        return top;
    }

    Optional<SessionDomain> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The narrowest domain that holds all nodes of the placed ones among these tasks. */
    Optional<String> holding(List<SessionTask> tasks) {
        BitSet nodes = new BitSet();
        for (SessionTask task : tasks) {
            if (task.nodeIndex() != SessionTask.NOWHERE && task.status().allocated()) {
                nodes.set(task.nodeIndex());
            }
        }
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        for (SessionDomain domain : narrowestFirst) {
            BitSet missing = (BitSet) nodes.clone();
            for (int member : domain.members()) {
                missing.clear(member);
            }
            if (missing.isEmpty()) {
                return Optional.of(domain.name());
            }
        }
        return Optional.empty();
    }
}
