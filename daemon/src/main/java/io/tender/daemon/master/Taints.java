package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.BrokenRule;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaintName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What operators keep tasks of jobs off agents with, besides what the agents say of themselves. */
final class Taints {
    /** Per agent: enough for everything that is put on machines, and few enough to be told with every offer. */
    static final int MOST = 50;

    private static final Comparator<Taint> ORDER =
            Comparator.comparing(Taint::key).thenComparing(Taint::effect);

    private final Desk desk;
    private final Links links;
    private final Offers offers;

    Taints(Desk desk, Links links, Offers offers) {
        this.desk = desk;
        this.links = links;
        this.offers = offers;
    }

    /** What an agent says of itself, with these taints besides. */
    static AgentInfo added(AgentInfo said, List<Taint> taints) {
        if (taints.isEmpty()) {
            return said;
        }
        List<Attribute> attributes = new ArrayList<>(said.attributes());
        List<Taint> own = Taint.among(said.attributes());
        taints.stream()
                .filter(taint -> own.stream().noneMatch(taint::isRival))
                .forEach(taint -> attributes.add(Attribute.text(Taint.ATTRIBUTE, taint.toString())));
        return new AgentInfo(said.id(), said.hostname(), attributes, said.domain());
    }

    /** Whether anything has changed. */
    boolean change(AgentId id, List<Taint> put, List<TaintName> remove) {
        AgentRecord agent = desk.agent(id);
        for (TaintName name : remove) {
            checkRemoval(agent, name, put);
        }
        List<Taint> own = Taint.among(agent.said().attributes());
        put.stream()
                .filter(taint -> own.stream().anyMatch(one -> one.isRival(taint) && !one.equals(taint)))
                .findFirst()
                .ifPresent(taint -> {
                    throw ownTaint(agent, taint.toString());
                });
        List<Taint> changed = new ArrayList<>(agent.taints());
        changed.removeIf(taint -> remove.stream().anyMatch(name -> name.means(taint)));
        for (Taint taint : put) {
            if (!own.contains(taint)) {
                changed.removeIf(taint::isRival);
                changed.add(taint);
            }
        }
        changed.sort(ORDER);
        if (changed.size() > MOST) {
            throw MasterRefusal.conflict(words(BrokenRule.of(
                    "Agent '" + id + "' would have too many taints.",
                    changed.size() + " of them",
                    "at most " + MOST,
                    "take some off first")));
        }
        if (changed.equals(agent.taints())) {
            return false;
        }
        desk.apply(new Change.AgentTainted(id, changed));
        links.machineChanged(agent);
        if (desk.isPresent(id)) {
            // Those that are out say what the agent was.
            offers.rescindAll(id);
            desk.allocator.updateAgent(agent.agent(), Optional.empty(), Optional.empty());
        }
        return true;
    }

    private static void checkRemoval(AgentRecord agent, TaintName name, List<Taint> put) {
        if (put.stream().anyMatch(name::means)) {
            throw MasterRefusal.invalid(words(BrokenRule.of(
                    "A taint is put on and taken off at once.",
                    "'" + name + "' both ways",
                    "each taint in one of them",
                    "leave one out: putting one on replaces what has the same key and effect")));
        }
        if (agent.taints().stream().noneMatch(name::means)) {
            if (Taint.among(agent.said().attributes()).stream().anyMatch(name::means)) {
                throw ownTaint(agent, name.toString());
            }
            throw MasterRefusal.unknown(words(BrokenRule.of(
                    "Agent '" + agent.id() + "' has no such taint.",
                    "'" + name + "'",
                    agent.taints().isEmpty()
                            ? "one that it has, and it has none"
                            : "one of "
                                    + agent.taints().stream()
                                            .map(Taint::toString)
                                            .collect(Collectors.joining(", ")),
                    "correct the name, or leave it out")));
        }
    }

    private static MasterRefusal ownTaint(AgentRecord agent, String taint) {
        return MasterRefusal.conflict(words(BrokenRule.of(
                "Agent '" + agent.id() + "' says itself that it has this taint.",
                "'" + taint + "'",
                "a taint that an operator put on it",
                "change the settings of the agent: taints")));
    }

    private static String words(BrokenRule rule) {
        return String.valueOf(rule.getMessage());
    }
}
