package io.tender.toolkit.bridge;

import io.tender.extender.client.ExtenderClient;
import io.tender.extender.server.Answer;
import io.tender.extender.server.Answerer;
import io.tender.extender.server.Dialect;
import io.tender.extender.server.Question;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Answers questions of the one dialect by asking them in the other. */
final class Crossing implements Answerer {
    private final Target target;
    private final ExtenderClient client;
    private final Set<Question.Kind> kinds;
    private final Set<String> asked;
    private final Patience patience;
    private final Translations.Choice choice;

    /**
     * How long one question may take.
     *
     * @param question for the first call
     * @param furtherCall for each further one
     */
    record Patience(Duration question, Duration furtherCall) {
        Duration over(int calls) {
            return question.plus(furtherCall.multipliedBy(Math.max(0, calls - 1)));
        }
    }

    /** @param asked the verbs that the extender has; none stands for all */
    Crossing(Target target, ExtenderClient client, Translations.Choice choice, Set<String> asked, Patience patience) {
        this.target = target;
        this.client = client;
        this.kinds = choice.kinds();
        this.choice = choice;
        this.asked = Set.copyOf(asked);
        this.patience = patience;
    }

    @Override
    public boolean serves(Question.Kind kind) {
        return kinds.contains(kind);
    }

    @Override
    public Optional<String> whyNot(Dialect dialect, String verb) {
        return Optional.ofNullable(choice.notServed().get(verb));
    }

    @Override
    public Answer answer(Question question) {
        // Not made of what it says: Volcano says the same of a task that it places, undoes and places again.
        return answer(question, UUID.randomUUID().toString());
    }

    @Override
    public Answer answer(Question question, String key) {
        int calls = target.calls(question);
        Line line = new Line(client, asked, patience.over(calls), key);
        try {
            return target.answer(question, line);
        } catch (Unanswered none) {
            return new Answer.Failed(none.getMessage() + (none.isLate() && calls > 1 ? hint(calls, line) : ""));
        } catch (Untellable none) {
            return new Answer.Failed(String.valueOf(none.getMessage()));
        }
    }

    private static String hint(int calls, Line line) {
        return " This question takes " + calls + " calls, and all of them had "
                + line.time().toMillis()
                + " ms: allow more with --timeout, and the scheduler's own time for its extender too, or ask about fewer at once.";
    }
}
