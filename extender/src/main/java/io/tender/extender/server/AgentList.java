package io.tender.extender.server;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Agents that were sent together, with what replies say of them: schedulers send one list with many questions, and what is
 * made for the first of these serves the others.
 */
final class AgentList {
    static final AgentList NONE = new AgentList(List.of());

    private final List<Agent> agents;
    private volatile Agent @Nullable [] array;
    private volatile @Nullable SaidNames names;
    private volatile @Nullable Said said;

    private final Optional<Pieces> pieces;

    /**
     * What was said of the agents last, in one of the dialect's forms.
     *
     * @param sections where each section of the reply is before each agent, and behind the last; none if nobody wants to know
     */
    record Said(List<Outlook> outlooks, boolean form, Reply reply, List<int[]> sections) {}

    AgentList(List<Agent> agents) {
        this(agents, Optional.empty());
    }

    private AgentList(List<Agent> agents, Optional<Pieces> pieces) {
        this.agents = List.copyOf(agents);
        this.pieces = pieces;
    }

    /** @param names of the agents, as they were sent */
    AgentList(List<Agent> agents, SaidNames names) {
        this(agents);
        this.names = names;
    }

    /** @param pieces of another list, of which it is made, and whose names were sent as we write them */
    AgentList(List<Agent> agents, Pieces pieces) {
        this(agents, Optional.of(pieces));
    }

    List<Agent> agents() {
        return agents;
    }

    /** Copies those from one place to another, thousands at a time, into others. */
    void copy(int from, int to, Agent[] into, int at) {
        Agent[] all = array;
        if (all == null) {
            all = agents.toArray(new Agent[0]);
            array = all;
        }
        System.arraycopy(all, from, into, at, to - from);
    }

    /** For replies that name most of them. */
    SaidNames names() {
        SaidNames made = names;
        if (made == null) {
            made = pieces.map(Pieces::names).orElseGet(() -> SaidNames.of(agents));
            names = made;
        }
        return made;
    }

    /** The last reply, if it said the same in the same form: tasks of one kind, which mostly come in a row, are answered alike. */
    Optional<Reply> said(List<Outlook> outlooks, boolean form) {
        Said last = said;
        return last != null && last.form == form && areEqual(last.outlooks, outlooks)
                ? Optional.of(last.reply)
                : Optional.empty();
    }

    Reply say(List<Outlook> outlooks, boolean form, Reply reply) {
        return say(outlooks, form, reply, List.of());
    }

    Reply say(List<Outlook> outlooks, boolean form, Reply reply, List<int[]> sections) {
        if (!agents.isEmpty()) { // an empty list belongs to several dialects
            said = new Said(outlooks, form, reply, sections);
        }
        return reply;
    }

    /** Those of another list, if this one is made of them. */
    Optional<Pieces> pieces() {
        return pieces;
    }

    Optional<Said> lastSaid() {
        return Optional.ofNullable(said);
    }

    /** Thousands of outlooks are often a few objects, so that a pair that was found equal is not compared again. */
    static boolean areEqual(List<Outlook> some, List<Outlook> others) {
        return some.size() == others.size() && areEqual(some, 0, others, 0, some.size());
    }

    /** The same of so many from a place in each on: views of lists would cost more than the comparison. */
    @SuppressWarnings("ReferenceEquality")
    static boolean areEqual(List<Outlook> some, int from, List<Outlook> others, int othersFrom, int length) {
        Outlook one = Outlook.of(Verdict.fits());
        Outlook other = one;
        for (int i = 0; i < length; i++) {
            Outlook left = some.get(from + i);
            Outlook right = others.get(othersFrom + i);
            if (left == right || (left == one && right == other)) {
                continue;
            }
            if (!left.equals(right)) {
                return false;
            }
            one = left;
            other = right;
        }
        return true;
    }
}
