package io.tender.toolkit.bridge;

import io.tender.extender.client.ExtenderClient;
import io.tender.extender.server.Answer;
import io.tender.extender.server.Answerer;
import io.tender.extender.server.Question;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;

/** Answers questions of the one dialect by asking them in the other. */
final class Crossing implements Answerer {
    private final Target target;
    private final ExtenderClient client;
    private final Set<Question.Kind> kinds;
    private final Set<String> asked;
    private final Duration time;

    /**
     * @param asked the verbs that the extender has; none stands for all
     * @param time that all calls for one question may take together
     */
    Crossing(Target target, ExtenderClient client, Set<Question.Kind> kinds, Set<String> asked, Duration time) {
        this.target = target;
        this.client = client;
        this.kinds = EnumSet.copyOf(kinds);
        this.asked = Set.copyOf(asked);
        this.time = time;
    }

    @Override
    public boolean serves(Question.Kind kind) {
        return kinds.contains(kind);
    }

    @Override
    public Answer answer(Question question) {
        // Not made of what it says: Volcano says the same of a task that it places, undoes and places again.
        return answer(question, UUID.randomUUID().toString());
    }

    @Override
    public Answer answer(Question question, String key) {
        try {
            return target.answer(question, new Line(client, asked, time, key));
        } catch (Untellable | Unanswered none) {
            return new Answer.Failed(String.valueOf(none.getMessage()));
        }
    }
}
