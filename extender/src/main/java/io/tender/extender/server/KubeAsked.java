package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A question of kube-scheduler, and how its answer is said: names if names were sent, whole nodes if whole ones were.
 *
 * @param asked the nodes as they were sent, if it is about a list of them
 * @param byName whether only the nodes' names were sent
 */
record KubeAsked(Question question, AgentList asked, boolean byName) implements Codec.Asked {
    private static final double FULL_SCORE = 100;
    private static final int KUBE_FULL_SCORE = 10;

    /** Room beyond what is expected, since to need a little more at the end would copy all of it. */
    private static final int SLACK = 4096;

    /** Room for why an agent is refused, as a rule. */
    private static final int EXPECTED_REFUSAL = 48;

    @Override
    public Reply reply(Answer answer) {
        return switch (answer) {
            case Answer.Checked checked -> filtered(checked.outlooks());
            case Answer.Ranked ranked -> ranked(ranked.scores());
            case Answer.Narrowed narrowed -> narrowed(narrowed.candidates());
            case Answer.Done done -> error(done.refusal().orElse(""));
            case Answer.Failed failed -> failed(failed.message());
            case Answer.Ordered other -> throw Mismatch.of(question, other);
            case Answer.Chosen other -> throw Mismatch.of(question, other);
            case Answer.Voted other -> throw Mismatch.of(question, other);
            case Answer.Truth other -> throw Mismatch.of(question, other);
            case Answer.Unknown other -> throw Mismatch.of(question, other);
        };
    }

    private Reply filtered(List<Outlook> outlooks) {
        Mismatch.check(((Question.Fit) question).agents().size(), outlooks.size());
        return asked.said(outlooks, byName).orElseGet(() -> asked.say(outlooks, byName, written(outlooks)));
    }

    private Reply written(List<Outlook> outlooks) {
        List<Agent> agents = asked.agents();
        JsonOut out = new JsonOut(expected(agents, outlooks));
        out.plain(byName ? "{\"Nodes\":null,\"NodeNames\":[" : "{\"Nodes\":{\"metadata\":{},\"items\":[");
        boolean first = true;
        for (int i = 0; i < outlooks.size(); i++) {
            if (outlooks.get(i).verdict().isFit()) {
                if (byName) {
                    asked.names().item(out, i, first);
                } else {
                    out.plain(first ? "" : ",").document(agents.get(i).raw());
                }
                first = false;
            }
        }
        out.plain(byName ? "]" : "]},\"NodeNames\":null").plain(",\"FailedNodes\":");
        refused(out, outlooks, Verdict.NotNow.class);
        out.plain(",\"FailedAndUnresolvableNodes\":");
        refused(out, outlooks, Verdict.Never.class);
        return out.plain(",\"Error\":\"\"}").reply();
    }

    private int expected(List<Agent> agents, List<Outlook> outlooks) {
        if (byName) {
            return SLACK + asked.names().length() + EXPECTED_REFUSAL * outlooks.size();
        }
        int size = SLACK;
        for (int i = 0; i < outlooks.size(); i++) {
            size += outlooks.get(i).verdict().isFit()
                    ? agents.get(i).raw().length() + 1
                    : agents.get(i).name().length() + EXPECTED_REFUSAL;
        }
        return size;
    }

    /** What is refused in one of the two ways; null if nothing is, as Go writes a map it never made. */
    private void refused(JsonOut out, List<Outlook> outlooks, Class<? extends Verdict> way) {
        boolean none = true;
        for (int i = 0; i < outlooks.size(); i++) {
            Verdict verdict = outlooks.get(i).verdict();
            if (way.isInstance(verdict)) {
                out.plain(none ? "{" : "");
                key(out, i, none);
                out.repeated(reason(verdict));
                none = false;
            }
        }
        out.plain(none ? "null" : "}");
    }

    /** Of whole nodes few are named, as a rule, and then it is not worth having all names at hand. */
    private void key(JsonOut out, int index, boolean first) {
        if (byName) {
            asked.names().key(out, index, first);
        } else {
            out.plain(first ? "" : ",").text(asked.agents().get(index).name()).sign(':');
        }
    }

    private static String reason(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Fits fits -> "";
            case Verdict.NotNow notNow -> notNow.reason();
            case Verdict.Never never -> never.reason();
        };
    }

    private static Reply ranked(Scores scores) {
        JsonOut out = new JsonOut(48 * scores.size());
        out.plain("[");
        for (int i = 0; i < scores.size(); i++) {
            out.plain(i == 0 ? "{\"Host\":" : ",{\"Host\":").text(scores.name(i));
            out.plain(",\"Score\":").whole(brought(scores.value(i))).plain("}");
        }
        return out.plain("]").reply();
    }

    /** To whole numbers from 0 to 10. */
    static long brought(double score) {
        return Math.clamp(Math.round(score * KUBE_FULL_SCORE / FULL_SCORE), 0, KUBE_FULL_SCORE);
    }

    /** Always by uid, also if whole pods were sent. */
    private static Reply narrowed(List<Candidate> candidates) {
        JsonOut out = new JsonOut(256);
        out.plain("{\"NodeNameToMetaVictims\":{");
        String comma = "";
        for (Candidate candidate : candidates) {
            out.plain(comma).text(candidate.agent()).plain(":{\"Pods\":[");
            comma = ",";
            String inner = "";
            for (Task victim : candidate.victims()) {
                out.plain(inner).plain("{\"UID\":").text(victim.uid()).plain("}");
                inner = ",";
            }
            out.plain("],\"NumPDBViolations\":").whole(candidate.violations()).plain("}");
        }
        return out.plain("}}").reply();
    }

    private Reply failed(String message) {
        return switch (question.kind()) {
            case FIT ->
                new JsonOut(128)
                        .plain("{\"Nodes\":null,\"NodeNames\":null,\"FailedNodes\":null,")
                        .plain("\"FailedAndUnresolvableNodes\":null,\"Error\":")
                        .text(message)
                        .plain("}")
                        .reply();
            case BIND -> error(message);
            // These two have no place for an error, so that the status has to tell it.
            default -> new Reply(500, message.getBytes(StandardCharsets.UTF_8));
        };
    }

    private static Reply error(String message) {
        return new JsonOut(64).plain("{\"Error\":").text(message).plain("}").reply();
    }
}
