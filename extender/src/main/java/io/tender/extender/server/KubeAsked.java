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
        List<Agent> agents = ((Question.Fit) question).agents();
        Mismatch.check(agents.size(), outlooks.size());
        int size = SLACK;
        boolean notNow = false;
        boolean never = false;
        for (int i = 0; i < outlooks.size(); i++) {
            switch (outlooks.get(i).verdict()) {
                case Verdict.Fits fits -> size += byName ? 0 : agents.get(i).raw().length() + 1;
                case Verdict.NotNow refused -> {
                    notNow = true;
                    size += refused.reason().length() + 2;
                }
                case Verdict.Never refused -> {
                    never = true;
                    size += refused.reason().length() + 2;
                }
            }
        }
        SaidNames names = asked.names();
        JsonOut out = new JsonOut(size + names.length());
        out.plain(byName ? "{\"Nodes\":null,\"NodeNames\":[" : "{\"Nodes\":{\"metadata\":{},\"items\":[");
        boolean first = true;
        for (int i = 0; i < outlooks.size(); i++) {
            if (outlooks.get(i).verdict().isFit()) {
                if (byName) {
                    names.item(out, i, first);
                } else {
                    out.plain(first ? "" : ",").document(agents.get(i).raw());
                }
                first = false;
            }
        }
        out.plain(byName ? "]" : "]},\"NodeNames\":null").plain(",\"FailedNodes\":");
        // A map that Go never made is written as null.
        if (notNow) {
            notNow(out, names, outlooks);
        } else {
            out.plain("null");
        }
        out.plain(",\"FailedAndUnresolvableNodes\":");
        if (never) {
            never(out, names, outlooks);
        } else {
            out.plain("null");
        }
        return out.plain(",\"Error\":\"\"}").reply();
    }

    private static void notNow(JsonOut out, SaidNames names, List<Outlook> outlooks) {
        out.plain("{");
        boolean first = true;
        for (int i = 0; i < outlooks.size(); i++) {
            if (outlooks.get(i).verdict() instanceof Verdict.NotNow refused) {
                names.key(out, i, first);
                out.repeated(refused.reason());
                first = false;
            }
        }
        out.plain("}");
    }

    private static void never(JsonOut out, SaidNames names, List<Outlook> outlooks) {
        out.plain("{");
        boolean first = true;
        for (int i = 0; i < outlooks.size(); i++) {
            if (outlooks.get(i).verdict() instanceof Verdict.Never refused) {
                names.key(out, i, first);
                out.repeated(refused.reason());
                first = false;
            }
        }
        out.plain("}");
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
