package io.tender.extender.server;

import java.util.List;
import java.util.Optional;

/** What a scheduler wants to know, or wants known, whatever its dialect. */
public sealed interface Question {

    /** The kinds of questions; each dialect has verbs for some of them. */
    enum Kind {
        FIT,
        RANK,
        ORDER,
        PREEMPTABLE,
        RECLAIMABLE,
        PREEMPT,
        ADMIT,
        ADMITTED,
        OVERUSED,
        READY,
        ALLOCATED,
        DEALLOCATED,
        BIND,
        COMMITTED,
        ABORTED,
        SESSION_OPENED,
        SESSION_CLOSED
    }

    Kind kind();

    /**
     * On which of these agents does the task fit? Answered by {@link Answer.Checked}.
     *
     * @param enough how many that fit would do; all the same all of them want an answer
     * @param ahead for how many more tasks of the kind an answer is welcome
     * @param scored whether scores are welcome with it
     */
    record Fit(Task task, List<Agent> agents, int enough, int ahead, boolean scored) implements Question {
        public Fit {
            agents = List.copyOf(agents);
        }

        public static Fit of(Task task, List<Agent> agents) {
            return new Fit(task, agents, agents.size(), 0, false);
        }

        @Override
        public Kind kind() {
            return Kind.FIT;
        }
    }

    /** How good are these agents? Answered by {@link Answer.Ranked}. */
    record Rank(Task task, List<Agent> agents) implements Question {
        public Rank {
            agents = List.copyOf(agents);
        }

        @Override
        public Kind kind() {
            return Kind.RANK;
        }
    }

    /** In which order should these offers be tried? Answered by {@link Answer.Ordered}. */
    record Order(Task task, List<Offer> offers) implements Question {
        public Order {
            offers = List.copyOf(offers);
        }

        @Override
        public Kind kind() {
            return Kind.ORDER;
        }
    }

    /**
     * Which of these may be evicted for that one? Answered by {@link Answer.Chosen}.
     *
     * @param between whether the evictor is of another queue, so that room is reclaimed
     */
    record Evict(Task evictor, List<Task> evictees, boolean between) implements Question {
        public Evict {
            evictees = List.copyOf(evictees);
        }

        @Override
        public Kind kind() {
            return between ? Kind.RECLAIMABLE : Kind.PREEMPTABLE;
        }
    }

    /** On which of these agents may room be made, and by evicting whom? Answered by {@link Answer.Narrowed}. */
    record Preempt(Task task, List<Candidate> candidates) implements Question {
        public Preempt {
            candidates = List.copyOf(candidates);
        }

        @Override
        public Kind kind() {
            return Kind.PREEMPT;
        }
    }

    /** May this job be admitted? Answered by {@link Answer.Voted}. */
    record Admit(Job job) implements Question {
        @Override
        public Kind kind() {
            return Kind.ADMIT;
        }
    }

    /** This job was admitted. Answered by {@link Answer.Done}. */
    record Admitted(Job job) implements Question {
        @Override
        public Kind kind() {
            return Kind.ADMITTED;
        }
    }

    /** Has this queue more than its due? Answered by {@link Answer.Truth}. */
    record Overused(Queue queue) implements Question {
        @Override
        public Kind kind() {
            return Kind.OVERUSED;
        }
    }

    /** May this job start? Answered by {@link Answer.Truth}. */
    record Ready(Job job) implements Question {
        @Override
        public Kind kind() {
            return Kind.READY;
        }
    }

    /** This task was placed, tentatively. Answered by {@link Answer.Done}; a refusal undoes it. */
    record Allocated(Task task) implements Question {
        @Override
        public Kind kind() {
            return Kind.ALLOCATED;
        }
    }

    /** This task was evicted, or its placement undone. Answered by {@link Answer.Done}. */
    record Deallocated(Task task) implements Question {
        @Override
        public Kind kind() {
            return Kind.DEALLOCATED;
        }
    }

    /** Bind this task to that agent. Answered by {@link Answer.Done}. */
    record Bind(Task task, Agent agent) implements Question {
        @Override
        public Kind kind() {
            return Kind.BIND;
        }
    }

    /** These placements became real. Answered by {@link Answer.Done}. */
    record Committed(List<Task> tasks) implements Question {
        public Committed {
            tasks = List.copyOf(tasks);
        }

        @Override
        public Kind kind() {
            return Kind.COMMITTED;
        }
    }

    /** These placements came to nothing. Answered by {@link Answer.Done}. */
    record Aborted(List<Task> tasks) implements Question {
        public Aborted {
            tasks = List.copyOf(tasks);
        }

        @Override
        public Kind kind() {
            return Kind.ABORTED;
        }
    }

    /** A session opens. Answered by {@link Answer.Done}, or by {@link Answer.Unknown} if it changes what is not known. */
    record SessionOpened(Snapshot snapshot) implements Question {
        @Override
        public Kind kind() {
            return Kind.SESSION_OPENED;
        }
    }

    /** A session closes. Answered by {@link Answer.Done}. */
    record SessionClosed(Optional<String> session) implements Question {
        @Override
        public Kind kind() {
            return Kind.SESSION_CLOSED;
        }
    }
}
