package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A question of a batch session, and how its answer is said.
 *
 * @param single whether one agent was asked about, so that the answer is about it without naming it
 * @param lean whether it is answered in the form of Volcano's page, or in that of its program
 */
record BatchAsked(Question question, boolean single, boolean lean) implements Codec.Asked {
    private static final byte[] LEAN_FIT = ascii("{\"code\":0,\"errorMessage\":\"\"}");
    private static final byte[] FIT = ascii("{\"status\":\"\",\"code\":0}");
    private static final byte[] CODE = ascii("{\"code\":");
    private static final byte[] MESSAGE = ascii(",\"errorMessage\":");

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
        List<Agent> agents = ((Question.Fit) question).agents();
        Mismatch.check(agents.size(), outlooks.size());
        JsonOut out = new JsonOut(64 * outlooks.size());
        if (single) {
            verdict(out, outlooks.getFirst().verdict(), lean);
            return out.reply();
        }
        out.plain("{\"nodes\":{");
        // Scores and foresight are known to Tender alone, so that an answer with them is in its form throughout.
        boolean rich = lean;
        for (int i = 0; i < outlooks.size() && !rich; i++) {
            rich = isRich(outlooks.get(i));
        }
        for (int i = 0; i < outlooks.size(); i++) {
            out.plain(i == 0 ? "" : ",").text(agents.get(i).name()).plain(":");
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
            case Verdict.NotNow notNow -> verdict(out, 2, notNow.reason(), lean);
            case Verdict.Never never -> verdict(out, 3, never.reason(), lean);
        }
    }

    private static void verdict(JsonOut out, int code, String reason, boolean lean) {
        if (lean) {
            out.plain(CODE).whole(code).plain(MESSAGE).repeated(reason);
        } else {
            out.plain("{\"status\":").repeated(reason).plain(",\"code\":").whole(code);
        }
        out.plain("}");
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
