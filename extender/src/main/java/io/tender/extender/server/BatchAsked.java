package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A question of a batch session, and how its answer is said.
 *
 * @param asked the agents of the question, if it is about a list of them
 * @param single whether one agent was asked about, so that the answer is about it without naming it
 * @param lean whether it is answered in the form of Volcano's page, or in that of its program
 */
record BatchAsked(Question question, AgentList asked, boolean single, boolean lean) implements Codec.Asked {
    private static final byte[] LEAN_FIT = ascii("{\"code\":0,\"errorMessage\":\"\"}");
    private static final byte[] FIT = ascii("{\"status\":\"\",\"code\":0}");
    private static final byte[] LEAN_NOT_NOW = ascii("{\"code\":2,\"errorMessage\":");
    private static final byte[] LEAN_NEVER = ascii("{\"code\":3,\"errorMessage\":");

    /** Room for what is said of an agent, as a rule. */
    private static final int EXPECTED_OUTLOOK = 48;

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public Reply reply(Answer answer) {
        return switch (answer) {
            case Answer.Checked checked -> checked(checked.outlooks());
            case Answer.Ranked ranked -> ranked(ranked.scores());
            case Answer.Chosen chosen -> chosen(chosen.victims());
            case Answer.Voted voted -> voted(voted.vote());
            case Answer.Truth truth ->
                Reply.ok(
                        question.kind() == Question.Kind.OVERUSED
                                ? "{\"overused\":" + truth.holds() + "}"
                                : "{\"status\":" + truth.holds() + "}");
            case Answer.Done done -> done(done);
            case Answer.Unknown unknown ->
                new Reply(
                        409,
                        "The session this one changes is not known here: send everything"
                                .getBytes(StandardCharsets.UTF_8));
            case Answer.Failed failed -> new Reply(500, failed.message().getBytes(StandardCharsets.UTF_8));
            case Answer.Ordered ordered -> throw Mismatch.of(question, ordered);
            case Answer.Narrowed narrowed -> throw Mismatch.of(question, narrowed);
        };
    }

    private Reply checked(List<Outlook> outlooks) {
        Mismatch.check(((Question.Fit) question).agents().size(), outlooks.size());
        if (single) {
            JsonOut out = new JsonOut(64);
            verdict(out, outlooks.getFirst().verdict(), lean);
            return out.reply();
        }
        return asked.said(outlooks, lean).orElseGet(() -> asked.say(outlooks, lean, written(outlooks)));
    }

    private Reply written(List<Outlook> outlooks) {
        // Scores and foresight are known to Tender alone, so that an answer with them is in its form throughout.
        boolean rich = lean;
        for (int i = 0; i < outlooks.size() && !rich; i++) {
            rich = isRich(outlooks.get(i));
        }
        SaidNames names = asked.names();
        JsonOut out = new JsonOut(names.length() + EXPECTED_OUTLOOK * outlooks.size() + 64);
        out.plain("{\"nodes\":{");
        for (int i = 0; i < outlooks.size(); i++) {
            names.key(out, i, i == 0);
            outlook(out, outlooks.get(i), rich);
        }
        return out.plain("}}").reply();
    }

    private static boolean isRich(Outlook outlook) {
        return outlook.score().isPresent() || !outlook.ahead().isEmpty();
    }

    private static void outlook(JsonOut out, Outlook outlook, boolean lean) {
        if (!outlook.verdict().isFit() || !isRich(outlook)) {
            verdict(out, outlook.verdict(), lean);
            return;
        }
        out.plain("{\"code\":0");
        outlook.score().ifPresent(score -> out.plain(",\"score\":").number(score));
        if (!outlook.ahead().isEmpty()) {
            out.plain(",\"ahead\":[");
            String comma = "";
            for (Outlook later : outlook.ahead()) {
                out.plain(comma);
                comma = ",";
                if (later.verdict().isFit() && later.score().isPresent()) {
                    out.number(later.score().getAsDouble());
                } else {
                    outlook(out, later, lean);
                }
            }
            out.plain("]");
        }
        out.plain("}");
    }

    private static void verdict(JsonOut out, Verdict verdict, boolean lean) {
        switch (verdict) {
            case Verdict.Fits fits -> out.plain(lean ? LEAN_FIT : FIT);
            case Verdict.NotNow notNow -> {
                if (lean) {
                    out.plain(LEAN_NOT_NOW).repeated(notNow.reason()).plain("}");
                } else {
                    out.plain("{\"status\":").repeated(notNow.reason()).plain(",\"code\":2}");
                }
            }
            case Verdict.Never never -> {
                if (lean) {
                    out.plain(LEAN_NEVER).repeated(never.reason()).plain("}");
                } else {
                    out.plain("{\"status\":").repeated(never.reason()).plain(",\"code\":3}");
                }
            }
        }
    }

    private static Reply ranked(Scores scores) {
        JsonOut out = new JsonOut(32 * scores.size());
        out.plain("{\"nodeScore\":{");
        for (int i = 0; i < scores.size(); i++) {
            out.plain(i == 0 ? "" : ",").text(scores.name(i)).plain(":").number(scores.value(i));
        }
        return out.plain("},\"errorMessage\":\"\"}").reply();
    }

    private Reply chosen(Victims victims) {
        return switch (victims) {
            case Victims.Abstain abstain -> Reply.ok("{\"status\":0,\"victims\":[]}");
            case Victims.These these -> {
                JsonOut out = new JsonOut(256);
                out.plain("{\"status\":1,\"victims\":[");
                String comma = "";
                for (Task task : these.tasks()) {
                    victim(out.plain(comma), task);
                    comma = ",";
                }
                yield out.plain("]}").reply();
            }
        };
    }

    /** Volcano takes what it is told for the task itself, so it must be the whole of what it sent. */
    private void victim(JsonOut out, Task task) {
        if (!lean && !task.raw().isEmpty()) {
            out.document(task.raw());
        } else if (!task.uid().isEmpty()) {
            out.plain("{\"uid\":").text(task.uid()).plain("}");
        } else {
            out.plain("{\"namespace\":").text(task.namespace()).plain(",\"name\":");
            out.text(task.name()).plain("}");
        }
    }

    private static Reply voted(Vote vote) {
        return switch (vote) {
            case Vote.Permit permit -> Reply.ok("{\"status\":1}");
            case Vote.Abstain abstain -> Reply.ok("{\"status\":0}");
            case Vote.Reject reject ->
                new JsonOut(64)
                        .plain("{\"status\":-1,\"reason\":")
                        .text(reject.reason())
                        .plain("}")
                        .reply();
        };
    }

    private Reply done(Answer.Done done) {
        return switch (question.kind()) {
            case ALLOCATED, DEALLOCATED, BIND ->
                new JsonOut(64)
                        .plain("{\"errorMessage\":")
                        .text(done.refusal().orElse(""))
                        .plain("}")
                        .reply();
            default -> Reply.ok("{}");
        };
    }
}
