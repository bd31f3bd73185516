package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Vote;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the replies to Volcano's verbs and to those we have added, for whoever asks outside of a session. In each,
 * {@code asVolcano} says whether what is odd is taken as the real program takes it, or is no answer.
 */
public final class VerbReplies {
    private VerbReplies() {}

    /** Whether a node fits, or whether something was done. */
    public static AnswerReader<Verdict> verdict(boolean asVolcano) {
        return new VerdictReader(asVolcano);
    }

    /** Whether each of many nodes fits, in the order of the names. */
    public static AnswerReader<List<Verdict>> verdicts(List<String> nodes) {
        BatchVerdictReader reader = new BatchVerdictReader(
                nodes, nodes.size() + 1, new NodeAnswerReader(new VerdictReader(false), false, Optional.empty(), 0));
        return json ->
                reader.read(json).stream().map(answer -> answer.verdict(0)).toList();
    }

    public static AnswerReader<Map<String, Double>> scores(Collection<String> nodes, boolean asVolcano) {
        return new ScoreReader(nodes, asVolcano, Optional.empty());
    }

    /**
     * Who may be evicted of those asked about; empty if that is left to others.
     *
     * @param uid names a task, and so do namespace and name
     */
    public static <T> AnswerReader<Optional<List<T>>> victims(
            List<T> evictees,
            Function<T, String> uid,
            Function<T, String> namespace,
            Function<T, String> name,
            boolean asVolcano) {
        VictimReader<T> reader = new VictimReader<>(asVolcano);
        evictees.forEach(task -> reader.offering(task, uid.apply(task), namespace.apply(task), name.apply(task)));
        return json -> {
            VictimReader.Choice<T> choice = reader.read(json);
            return choice.abstains() ? Optional.empty() : Optional.of(choice.tasks());
        };
    }

    public static AnswerReader<Vote> vote(boolean asVolcano) {
        return DecisionReaders.vote(asVolcano);
    }

    /** Yes means that the queue may go on. */
    public static AnswerReader<Answer> overused(boolean asVolcano) {
        return DecisionReaders.overused(asVolcano);
    }

    public static AnswerReader<Answer> ready(boolean asVolcano) {
        return DecisionReaders.ready(asVolcano);
    }
}
