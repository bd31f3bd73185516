package io.tender.extender.server;

import java.util.Optional;

/** Whoever answers: a policy, or somebody who asks others. */
public interface Answerer {

    /** Whether questions of this kind are answered; verbs for others are not served. */
    boolean serves(Question.Kind kind);

    /** Why a verb of a dialect is not served, for whoever asks all the same; empty if there is nothing to say of it. */
    default Optional<String> whyNot(Dialect dialect, String verb) {
        return Optional.empty();
    }

    /**
     * The answer of the kind that the question names, or {@link Answer.Failed}. What is thrown counts as that too. Called by
     * many threads at once.
     */
    Answer answer(Question question);

    /**
     * The same about an event that came with a key. A repetition of one that was answered is not asked again; one that failed
     * is, with the same key.
     *
     * @param key by which the scheduler tells a repetition from a new event
     */
    default Answer answer(Question question, String key) {
        return answer(question);
    }
}
