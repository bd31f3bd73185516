package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads which tasks may be evicted: {@code {"status":1,"victims":[…]}}. A victim is a whole task as it was sent, an object
 * with a uid or with namespace and name, or one of these as a text. Those that were not offered make the answer void.
 *
 * @param <T> what a task is to whoever asks
 */
final class VictimReader<T> implements AnswerReader<VictimReader.Choice<T>> {
    private static final String EXPECTED = "an object such as {\"status\":1,\"victims\":[{\"uid\":\"…\"}]}";

    private final Map<String, T> offered = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private final boolean strictVolcano;

    /** What was said: nothing, or who may go, with a reason if that is nobody. */
    record Choice<T>(boolean abstains, List<T> tasks, String reason) {}

    VictimReader(boolean strictVolcano) {
        this.strictVolcano = strictVolcano;
    }

    /** One of those it was asked about. */
    VictimReader<T> offering(T task, String uid, String namespace, String name) {
        offered.put("/" + namespace + "/" + name, task);
        offered.put(uid, task);
        // Beside a task of the same name in another namespace, the name alone names nobody.
        if (names.add(name)) {
            offered.put("//" + name, task);
        } else {
            offered.remove("//" + name);
        }
        return this;
    }

    @Override
    public Choice<T> read(JsonParser json) {
        Reply<T> reply = new Reply<>();
        ReplyObject.read(json, EXPECTED, (key, token, in) -> {
            switch (key) {
                case "status" -> {
                    reply.status = ReplyObject.whole(in, token, key);
                    reply.voted = true;
                }
                case "victims" -> {
                    reply.listed = true;
                    victims(in, token, reply.victims);
                }
                case "errormessage", "reason" -> reply.reason = ReplyObject.text(in, token, key);
                default -> {}
            }
        });
        return reply.choice(strictVolcano);
    }

    private void victims(JsonParser json, JsonToken token, Set<T> victims) {
        if (token != JsonToken.START_ARRAY) {
            throw new MalformedAnswer("got " + ReplyObject.words(token) + " as victims, expected a list of tasks");
        }
        for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY; item = json.nextToken()) {
            Named named = new Named();
            if (item == JsonToken.VALUE_STRING) {
                named.uid = json.getString();
            } else {
                ReplyObject.readHere(json, item, "a task among the victims", named::member);
            }
            T victim = find(named);
            if (victim == null) {
                throw new MalformedAnswer("got the victim " + named + ", expected only tasks of the request");
            }
            victims.add(victim);
        }
    }

    private @Nullable T find(Named named) {
        if (named.uid.isEmpty()) {
            return offered.get("/" + named.namespace + "/" + named.name);
        }
        T byUid = offered.get(named.uid);
        // A text may be a uid, namespace/name, or a name.
        return byUid != null ? byUid : offered.get((named.uid.indexOf('/') < 0 ? "//" : "/") + named.uid);
    }

    /** How a victim was named. */
    private static final class Named {
        private String uid = "";
        private String namespace = "";
        private String name = "";

        void member(String key, JsonToken token, JsonParser json) {
            switch (key) {
                case "uid" -> uid = ReplyObject.name(json, token).orElse("");
                case "namespace" -> namespace = ReplyObject.name(json, token).orElse("");
                case "name" -> name = ReplyObject.name(json, token).orElse("");
                default -> {}
            }
        }

        @Override
        public String toString() {
            return "'" + ReplyObject.clean(uid.isEmpty() ? namespace + "/" + name : uid) + "'";
        }
    }

    /** What was read so far. */
    private static final class Reply<T> {
        private long status;
        private boolean voted;
        private boolean listed;
        private String reason = "";
        private final Set<T> victims = new LinkedHashSet<>();

        Choice<T> choice(boolean strictVolcano) {
            if (!strictVolcano && !voted && !listed) {
                throw new MalformedAnswer("got neither status nor victims, expected " + EXPECTED);
            }
            boolean abstains = voted ? status == 0 : strictVolcano;
            if (abstains) {
                return new Choice<>(true, List.of(), "");
            }
            // To Volcano any status but 0 means the list; a vote against is one here.
            boolean against = status < 0 && !strictVolcano;
            if (against || victims.isEmpty()) {
                return new Choice<>(false, List.of(), reason.isEmpty() ? "no victims" : reason);
            }
            return new Choice<>(false, List.copyOf(victims), "");
        }
    }
}
