package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A question of kube-scheduler, and how its answer is said: names if names were sent, whole nodes if whole ones were.
 *
 * @param asked the nodes as they were sent, if it is about a list of them
 * @param byName whether only the nodes' names were sent
 */
record KubeAsked(Question question, AgentList asked, boolean byName) implements Codec.Asked {
    private static final String NAMES_BEGIN = "{\"Nodes\":null,\"NodeNames\":[";
    private static final String NAMES_END = "],\"FailedNodes\":";
    private static final String UNRESOLVABLE = ",\"FailedAndUnresolvableNodes\":";
    private static final String END = ",\"Error\":\"\"}";
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
        return asked.said(outlooks, byName)
                .or(() -> asked.pieces().flatMap(pieces -> repeated(pieces, outlooks)))
                .orElseGet(() -> written(outlooks));
    }

    /** What was said of another list, by the piece; nothing if something else was said there. */
    private Optional<Reply> repeated(Pieces pieces, List<Outlook> outlooks) {
        Optional<AgentList.Said> last = pieces.other().lastSaid();
        if (last.isEmpty()
                || last.get().sections().isEmpty()
                || !pieces.areEqual(outlooks, last.get().outlooks())) {
            return Optional.empty();
        }
        Reply reply = last.get().reply();
        List<int[]> sections = last.get().sections();
        JsonOut out = new JsonOut(SLACK);
        out.plain(NAMES_BEGIN);
        pieces.write(out, reply, sections.get(0), "");
        out.plain(NAMES_END);
        refusedAgain(out, pieces, reply, sections.get(1));
        out.plain(UNRESOLVABLE);
        refusedAgain(out, pieces, reply, sections.get(2));
        return Optional.of(asked.say(outlooks, byName, out.plain(END).reply()));
    }

    private static void refusedAgain(JsonOut out, Pieces pieces, Reply reply, int[] section) {
        out.plain(pieces.write(out, reply, section, "{") ? "}" : "null");
    }

    private Reply written(List<Outlook> outlooks) {
        List<Agent> agents = asked.agents();
        JsonOut out = new JsonOut(expected(agents, outlooks));
        out.plain(byName ? NAMES_BEGIN : "{\"Nodes\":{\"metadata\":{},\"items\":[");
        int[] fitting = section(outlooks);
        boolean first = true;
        for (int i = 0; i < outlooks.size(); i++) {
            if (byName) {
                fitting[i] = out.size();
            }
            if (outlooks.get(i).verdict().isFit()) {
                if (byName) {
                    asked.names().item(out, i, first);
                } else {
                    out.plain(first ? "" : ",").document(agents.get(i).raw());
                }
                first = false;
            }
        }
        end(fitting, out);
        out.plain(byName ? NAMES_END : "]},\"NodeNames\":null,\"FailedNodes\":");
        int[] notNow = refused(out, outlooks, Verdict.NotNow.class);
        out.plain(UNRESOLVABLE);
        int[] never = refused(out, outlooks, Verdict.Never.class);
        Reply reply = out.plain(END).reply();
        return asked.say(outlooks, byName, reply, byName ? List.of(fitting, notNow, never) : List.of());
    }

    /** Of whole nodes nobody asks where in the reply they are. */
    private int[] section(List<Outlook> outlooks) {
        return new int[byName ? outlooks.size() + 1 : 0];
    }

    private static void end(int[] section, JsonOut out) {
        if (section.length > 0) {
            section[section.length - 1] = out.size();
        }
    }

    private int expected(List<Agent> agents, List<Outlook> outlooks) {
        if (byName) {
            return SLACK + asked.names().length() + EXPECTED_REFUSAL * outlooks.size();
        }
        int size = SLACK;
        for (int i = 0; i < outlooks.size(); i++) {
            // A whole node is not copied.
            size += outlooks.get(i).verdict().isFit() ? 1 : agents.get(i).name().length() + EXPECTED_REFUSAL;
        }
        return size;
    }

    /** What is refused in one of the two ways; null if nothing is, as Go writes a map it never made. */
    private int[] refused(JsonOut out, List<Outlook> outlooks, Class<? extends Verdict> way) {
        int[] section = section(outlooks);
        boolean none = true;
        for (int i = 0; i < outlooks.size(); i++) {
            if (byName) {
                section[i] = out.size();
            }
            Verdict verdict = outlooks.get(i).verdict();
            if (way.isInstance(verdict)) {
                out.plain(none ? "{" : "");
                key(out, i, none);
                out.repeated(reason(verdict));
                none = false;
            }
        }
        end(section, out);
        out.plain(none ? "null" : "}");
        return section;
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
