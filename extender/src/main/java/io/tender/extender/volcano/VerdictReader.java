package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import io.tender.spi.batch.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads yes or no, in all forms that are about: {@code status} as a list of codes with reasons (Volcano 1.8 and 1.9),
 * {@code status} as a message (from 1.10 on), {@code errorMessage} (up to 1.7, and the published page), or a bare
 * {@code code}. A message always means no. A code without a message means no as well, as the published page has it; only to
 * who speaks strictly as Volcano does it means nothing. Of who is read as one version of Volcano reads him, nothing counts but what
 * that version knows.
 */
final class VerdictReader implements AnswerReader<Verdict> {
    private static final String EXPECTED = "an object such as {\"code\":0,\"errorMessage\":\"\"}";

    private final boolean strictVolcano;
    private final ReplyShape shape;

    VerdictReader(boolean strictVolcano) {
        this(strictVolcano, ReplyShape.ANY);
    }

    private VerdictReader(boolean strictVolcano, ReplyShape shape) {
        this.strictVolcano = strictVolcano;
        this.shape = shape;
    }

    /** One that reads as those versions of Volcano do. */
    static VerdictReader asVolcano(ReplyShape shape) {
        return new VerdictReader(true, shape);
    }

    @Override
    public Verdict read(JsonParser json) {
        JsonToken first = json.nextToken();
        if (first == JsonToken.VALUE_NULL && strictVolcano) {
            // Go leaves the reply as it was: no message, so it fits.
            return Verdict.fits();
        }
        return readHere(json, first, (key, token, in) -> {});
    }

    /**
     * One that is part of a larger answer; the parser stands on its first token.
     *
     * @param others told of all members too, for what stands beside the verdict
     */
    Verdict readHere(JsonParser json, @Nullable JsonToken first, ReplyObject.Members others) {
        Reply reply = new Reply();
        ReplyObject.readHere(json, first, EXPECTED, (key, token, in) -> {
            reply.member(shape, key, token, in);
            others.member(key, token, in);
        });
        return shape == ReplyShape.STATUS_TEXT && reply.isOfNoKnownCode()
                ? Verdict.fits()
                : reply.verdict(strictVolcano);
    }

    /** What was read so far. */
    private static final class Reply {
        private String message = "";
        private String status = "";
        private long code;
        private long listedCode;

        void member(ReplyShape shape, String key, JsonToken token, JsonParser json) {
            switch (shape) {
                case ANY -> any(key, token, json);
                case ERROR_MESSAGE -> {
                    if (key.equals("errormessage")) {
                        message = ReplyObject.text(json, token, key);
                    }
                }
                case STATUS_LIST -> {
                    if (key.equals("status")) {
                        demand(token, JsonToken.START_ARRAY, "a list of objects with Code and Reason");
                        status(json, token);
                    }
                }
                case STATUS_TEXT -> {
                    if (key.equals("status")) {
                        demand(token, JsonToken.VALUE_STRING, "a text");
                        status(json, token);
                    } else if (key.equals("code")) {
                        code = ReplyObject.whole(json, token, key);
                    }
                }
            }
        }

        /** To Go, another type is no reply. */
        private static void demand(JsonToken token, JsonToken wanted, String words) {
            if (token != wanted) {
                throw new MalformedAnswer("got " + ReplyObject.words(token) + " as status, expected " + words
                        + " as extender.replyShape has it");
            }
        }

        private void any(String key, JsonToken token, JsonParser json) {
            switch (key) {
                case "status" -> status(json, token);
                case "errormessage", "message" -> {
                    String text = ReplyObject.text(json, token, key);
                    message = text.isEmpty() ? message : text;
                }
                case "code" -> code = ReplyObject.whole(json, token, key);
                default -> {}
            }
        }

        private void status(JsonParser json, JsonToken token) {
            if (token == JsonToken.VALUE_STRING) {
                status = ReplyObject.text(json, token, "status");
                return;
            }
            if (token != JsonToken.START_ARRAY) {
                throw new MalformedAnswer("got " + ReplyObject.words(token)
                        + " as status, expected a text, or a list of objects with Code and Reason");
            }
            for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY; item = json.nextToken()) {
                Listed listed = new Listed();
                ReplyObject.readHere(json, item, "an object with Code and Reason", listed::member);
                if (listed.code != 0 && listedCode == 0) {
                    listedCode = listed.code;
                    status = listed.reason.isEmpty() ? "code " + listed.code : listed.reason;
                }
            }
        }

        Verdict verdict(boolean strictVolcano) {
            String why = status.isEmpty() ? message : status;
            long number = listedCode != 0 ? listedCode : code;
            if (why.isEmpty() && (number == 0 || strictVolcano)) {
                return Verdict.fits();
            }
            return new Verdict.Refused(code(number, strictVolcano), why.isEmpty() ? "code " + number : why);
        }

        /** Such a number stops nothing in Volcano, whatever the message. */
        boolean isOfNoKnownCode() {
            return code != 0 && known(code).isEmpty();
        }

        private static Optional<Verdict.Code> known(long number) {
            for (Verdict.Code code : Verdict.Code.values()) {
                if (code.number() == number) {
                    return Optional.of(code);
                }
            }
            return Optional.empty();
        }

        private static Verdict.Code code(long number, boolean strictVolcano) {
            Optional<Verdict.Code> known = known(number);
            if (known.isPresent()) {
                return known.get();
            }
            // A message without a code is an error; a code nobody knows is no answer, but Volcano never checked.
            if (number == 0 || strictVolcano) {
                return Verdict.Code.ERROR;
            }
            throw new MalformedAnswer("got code " + number + ", expected 0 to 5");
        }
    }

    /** One entry of a status list. */
    private static final class Listed {
        private long code;
        private String reason = "";

        void member(String key, JsonToken token, JsonParser json) {
            switch (key) {
                case "code" -> code = ReplyObject.whole(json, token, "Code");
                case "reason" -> reason = ReplyObject.text(json, token, "Reason");
                default -> {}
            }
        }
    }
}
