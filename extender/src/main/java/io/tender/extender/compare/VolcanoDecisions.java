package io.tender.extender.compare;

import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.volcano.VolcanoReplies;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Vote;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JsonParser;

/** What replies of the extender plugin's verbs decide. */
final class VolcanoDecisions {
    private VolcanoDecisions() {}

    static Decision read(AskedQuestion question, JsonParser json, boolean strictVolcano) {
        VolcanoReplies replies = new VolcanoReplies(strictVolcano);
        Subject subject = question.subject();
        return switch (question.kind()) {
            case PREDICATE -> {
                String node = subject.nodes().isEmpty() ? "" : subject.nodes().getFirst();
                Verdict verdict = replies.verdict().read(json);
                yield new Decision.Verdicts(new TreeMap<>(Map.of(node, Decision.Finding.of(verdict))));
            }
            case BATCH_PREDICATE -> verdicts(replies.verdicts().read(json));
            case PRIORITIZE -> scores(subject, replies.scores().read(json), strictVolcano);
            case PREEMPTABLE, RECLAIMABLE -> victims(subject, replies.victims().read(json));
            case JOB_ENQUEUEABLE -> {
                Vote vote = replies.vote().read(json);
                yield new Decision.Said(vote.kind().name().toLowerCase(Locale.ROOT) + "s", vote.reason());
            }
            case QUEUE_OVERUSED -> said(replies.overused().read(json), "not overused", "overused");
            case JOB_READY -> said(replies.ready().read(json), "ready", "not ready");
            case ALLOCATE, DEALLOCATE, BIND ->
                switch (replies.verdict().read(json)) {
                    case Verdict.Fits fits -> new Decision.Said("done", "");
                    case Verdict.Refused refused -> new Decision.Said("refused", refused.reason());
                };
            case JOB_ENQUEUED, COMMIT, ABORT -> {
                replies.acknowledgement().read(json);
                yield new Decision.Said("done", "");
            }
            case SORT -> OrderDecisions.clients(question, json);
            case ON_SESSION_OPEN, ON_SESSION_CLOSE -> new Decision.Said("done", "");
            case FILTER, PREEMPT, OFFER_SET ->
                throw new MalformedAnswer("got an answer to " + question.kind().label() + ", expected one to a verb of "
                        + question.dialect().label());
        };
    }

    private static Decision.Said said(Answer answer, String yes, String no) {
        return answer.yes() ? new Decision.Said(yes, "") : new Decision.Said(no, answer.reason());
    }

    private static Decision.Verdicts verdicts(Map<String, VolcanoReplies.NodeReply> replies) {
        SortedMap<String, Decision.Finding> nodes = new TreeMap<>();
        replies.forEach((node, reply) -> nodes.put(node, finding(reply)));
        return new Decision.Verdicts(nodes);
    }

    private static Decision.Finding finding(VolcanoReplies.NodeReply reply) {
        List<Decision.Finding> ahead =
                reply.ahead().stream().map(VolcanoDecisions::finding).toList();
        return new Decision.Finding(reply.verdict(), reply.score(), ahead);
    }

    private static Decision.Scores scores(Subject subject, Map<String, Double> scores, boolean strictVolcano) {
        SortedMap<String, Double> nodes = new TreeMap<>(scores);
        Set<String> asked = Set.copyOf(subject.nodes());
        if (strictVolcano) {
            // There, who is left out gets nothing, and who was not asked about is passed over.
            nodes.keySet().retainAll(asked);
            asked.forEach(node -> nodes.putIfAbsent(node, 0.0));
        } else if (!nodes.keySet().equals(asked)) {
            throw new MalformedAnswer("got " + nodes.size() + " scores, expected one for each of the " + asked.size()
                    + " nodes of the request and for no others");
        }
        return new Decision.Scores(nodes);
    }

    private static Decision victims(Subject subject, VolcanoReplies.VictimReply reply) {
        if (reply.abstains()) {
            return new Decision.Said("abstains", "");
        }
        SortedSet<String> names = new TreeSet<>();
        // A task that is named without its namespace.
        reply.victims()
                .forEach(victim -> names.add(subject.nameOf(victim.startsWith("/") ? victim.substring(1) : victim)));
        SortedMap<String, SortedSet<String>> nodes = new TreeMap<>();
        nodes.put("", names);
        return new Decision.Victims(nodes);
    }
}
