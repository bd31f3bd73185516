package io.tender.toolkit.bridge;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.Budget;
import io.tender.extender.client.Call;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderFailure;
import io.tender.extender.client.JsonTolerance;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.Verb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/** The extender at the other end, asked for one question; all calls of the question share its time. */
final class Line {
    private final ExtenderClient client;
    private final Set<String> asked;
    private final Budget budget;
    private final String key;

    /**
     * @param asked the verbs it has; none stands for all
     * @param key of the question, the same when the scheduler repeats it
     */
    Line(ExtenderClient client, Set<String> asked, Duration time, String key) {
        this.client = client;
        this.asked = asked;
        this.budget = Budget.of(time);
        this.key = key;
    }

    boolean has(String verb) {
        return asked.isEmpty() || asked.contains(verb);
    }

    /**
     * Asks at the path of a verb, or at the address itself if that is empty.
     *
     * @throws Unanswered if there is no answer
     */
    <T> T ask(String verb, String path, RequestBody body, AnswerReader<T> reader) {
        return call(Call.post(new Verb(verb), body, reader).at(path).safeToRepeat());
    }

    /**
     * Tells what must not be heard twice without being known for it: repeated only if it surely was not heard, or under its
     * key where keys are known.
     */
    <T> T tell(String verb, RequestBody body, AnswerReader<T> reader, boolean knowsKeys) {
        Call<T> call = Call.post(new Verb(verb), body, reader).at(verb).safeToRepeat();
        return call(knowsKeys ? call.idempotencyKey(sendableKey()) : call.repeatedOnlyAfter(Line::wasNotHeard));
    }

    /** Made of the scheduler's key, which may be longer than can be sent. */
    private String sendableKey() {
        return "bridge:" + UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean wasNotHeard(ExtenderFailure failure) {
        return failure instanceof ExtenderFailure.Refused
                || failure instanceof ExtenderFailure.Unreachable
                || failure instanceof ExtenderFailure.UnknownHost;
    }

    Duration time() {
        return budget.total();
    }

    private <T> T call(Call<T> call) {
        return switch (client.call(call.tolerating(JsonTolerance.DUPLICATE_KEYS), budget)) {
            case Outcome.Answered<T> answered -> answered.answer();
            case Outcome.Failed<T> failed -> throw new Unanswered(failed.failure());
        };
    }
}
