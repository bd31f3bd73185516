package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Vote;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Readers of the short replies: votes, truths and acknowledgements. All may bring a reason as {@code errorMessage}. */
final class DecisionReaders {
    private DecisionReaders() {}

    /** {@code {"status":1}}: 1 for, 0 neither, -1 against. */
    static AnswerReader<Vote> vote(boolean strictVolcano) {
        return json -> {
            Reply reply = new Reply();
            ReplyObject.read(json, "an object such as {\"status\":1}", (key, token, in) -> {
                if (key.equals("status")) {
                    reply.number = ReplyObject.whole(in, token, key);
                    reply.seen = true;
                }
                reply.reason(key, token, in);
            });
            reply.demand(strictVolcano, "{\"status\":1}");
            return reply.number > 0
                    ? Vote.permit()
                    : reply.number < 0 ? Vote.reject(reply.reasonOr("the job is rejected")) : Vote.abstain();
        };
    }

    /** {@code {"overused":false}}; yes means that the queue may go on. */
    static AnswerReader<Answer> overused(boolean strictVolcano) {
        return json -> {
            Reply reply = truth(json, "overused", strictVolcano);
            return Answer.of(!reply.truth, reply.reasonOr("the queue is overused"));
        };
    }

    /** {@code {"status":true}}. */
    static AnswerReader<Answer> ready(boolean strictVolcano) {
        return json -> {
            Reply reply = truth(json, "status", strictVolcano);
            return Answer.of(reply.truth, reply.reasonOr("the job is not ready"));
        };
    }

    /** Any JSON. */
    static AnswerReader<Boolean> acknowledgement() {
        return json -> {
            if (json.nextToken() == null) {
                throw new MalformedAnswer("got an empty body, expected JSON such as {}");
            }
            json.skipChildren();
            return true;
        };
    }

    private static Reply truth(JsonParser json, String member, boolean strictVolcano) {
        Reply reply = new Reply();
        String expected = "{\"" + member + "\":true}";
        ReplyObject.read(json, "an object such as " + expected, (key, token, in) -> {
            if (key.equals(member)) {
                reply.truth = ReplyObject.truth(token, key);
                reply.seen = true;
            }
            reply.reason(key, token, in);
        });
        reply.demand(strictVolcano, expected);
        return reply;
    }

    /** What was read so far. */
    private static final class Reply {
        private long number;
        private boolean truth;
        private boolean seen;
        private String reason = "";

        void reason(String key, JsonToken token, JsonParser json) {
            if (key.equals("errormessage") || key.equals("reason")) {
                reason = ReplyObject.text(json, token, key);
            }
        }

        String reasonOr(String usual) {
            return reason.isEmpty() ? usual : reason;
        }

        /** Go fills in what is missing; elsewhere an answer that does not answer is none. */
        void demand(boolean strictVolcano, String expected) {
            if (!seen && !strictVolcano) {
                throw new MalformedAnswer("got an answer that does not say, expected " + expected);
            }
        }
    }
}
