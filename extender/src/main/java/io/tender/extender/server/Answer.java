package io.tender.extender.server;

import java.util.List;
import java.util.Optional;

/** What is said to a {@link Question}, whatever the dialect. */
public sealed interface Answer {

    /** @param outlooks one for each agent of the question, in its order */
    record Checked(List<Outlook> outlooks) implements Answer {
        public Checked {
            outlooks = List.copyOf(outlooks);
        }
    }

    /** @param scores one for each agent of the question, in its order */
    record Ranked(Scores scores) implements Answer {}

    /** @param hosts best first, each once; a host that is left out is not to be used */
    record Ordered(List<String> hosts) implements Answer {
        public Ordered {
            hosts = List.copyOf(hosts);
        }
    }

    record Chosen(Victims victims) implements Answer {}

    /** @param candidates what is left of those of the question */
    record Narrowed(List<Candidate> candidates) implements Answer {
        public Narrowed {
            candidates = List.copyOf(candidates);
        }
    }

    record Voted(Vote vote) implements Answer {}

    record Truth(boolean holds) implements Answer {}

    /** @param refusal why it was not done; empty if it was. A blank one gets words, since dialects send consent as no words */
    record Done(Optional<String> refusal) implements Answer {
        public Done {
            refusal = refusal.map(reason -> reason.isBlank() ? "The extender refused, and did not say why" : reason);
        }

        public static Done well() {
            return new Done(Optional.empty());
        }
    }

    /** The snapshot changes one that is not known here: a whole one is wanted. */
    record Unknown() implements Answer {}

    /** No answer could be found; each dialect has its own way to say that. */
    record Failed(String message) implements Answer {}
}
