package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.MalformedAnswer;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
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
 */
final class VictimReader implements AnswerReader<Victims> {
    private static final String EXPECTED = "an object such as {\"status\":1,\"victims\":[{\"uid\":\"…\"}]}";

    private final Map<String, TaskView> offered = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private final boolean strictVolcano;

    VictimReader(List<TaskView> evictees, boolean strictVolcano) {
        this.strictVolcano = strictVolcano;
        for (TaskView task : evictees) {
            offered.put("/" + task.namespace() + "/" + task.name(), task);
            offered.put(task.id().value(), task);
            // Beside a task of the same name in another namespace, the name alone names nobody.
            if (names.add(task.name())) {
                offered.put("//" + task.name(), task);
            } else {
                offered.remove("//" + task.name());
            }
        }
    }

    @Override
    public Victims read(JsonParser json) {
        Reply reply = new Reply();
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
        return reply.victims(strictVolcano);
    }

    private void victims(JsonParser json, JsonToken token, Set<TaskView> victims) {
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
            TaskView victim = find(named);
            if (victim == null) {
                throw new MalformedAnswer("got the victim " + named + ", expected only tasks of the request");
            }
            victims.add(victim);
        }
    }

    private @Nullable TaskView find(Named named) {
        if (named.uid.isEmpty()) {
            return offered.get("/" + named.namespace + "/" + named.name);
        }
        TaskView byUid = offered.get(named.uid);
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
    private static final class Reply {
        private int status;
        private boolean voted;
        private boolean listed;
        private String reason = "";
        private final Set<TaskView> victims = new LinkedHashSet<>();

        Victims victims(boolean strictVolcano) {
            if (!strictVolcano && !voted && !listed) {
                throw new MalformedAnswer("got neither status nor victims, expected " + EXPECTED);
            }
            boolean abstains = voted ? status == 0 : strictVolcano;
            if (abstains) {
                return Victims.abstain();
            }
            // To Volcano any status but 0 means the list; a vote against is one here.
            boolean against = status < 0 && !strictVolcano;
            if (against || victims.isEmpty()) {
                return Victims.none(reason.isEmpty() ? "no victims" : reason);
            }
            return Victims.of(List.copyOf(victims));
        }
    }
}
