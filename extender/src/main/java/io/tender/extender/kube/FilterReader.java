package io.tender.extender.kube;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads which nodes are left: {@code {"NodeNames":["n1"],"FailedNodes":{"n2":"why"}}}, or whole nodes under {@code Nodes}.
 *
 * <p>An answer must keep to the nodes that were asked about, name each once, not call a node both fitting and failed, and
 * be in the form that was asked for. Tolerantly it is taken as kube-scheduler takes it: a fitting node fits whatever else is
 * said of it, whole nodes do for names, and among whole nodes those nobody knows are passed over; a name nobody
 * knows is a failure there too.
 */
public final class FilterReader implements AnswerReader<FilterAnswer> {
    private static final String EXPECTED =
            "an object such as {\"NodeNames\":[\"n1\"],\"FailedNodes\":{\"n2\":\"why\"},\"Error\":\"\"}";

    private final Set<String> asked;
    private final KubeMode mode;

    public FilterReader(Collection<String> asked, KubeMode mode) {
        this.asked = new HashSet<>(asked);
        this.mode = mode;
    }

    @Override
    public FilterAnswer read(JsonParser json) {
        Reply reply = new Reply();
        ReplyObject.read(json, EXPECTED, reply::member);
        if (!reply.error.isEmpty()) {
            throw new ErrorAnswer(reply.error);
        }
        Set<String> fitting = fitting(reply);
        // The graver word counts where a node is in both maps.
        reply.failed.keySet().removeAll(reply.unresolvable.keySet());
        if (!mode.tolerant()) {
            checkFailed(fitting, reply.failed);
            checkFailed(fitting, reply.unresolvable);
        }
        reply.failed.keySet().removeAll(fitting);
        reply.unresolvable.keySet().removeAll(fitting);
        return new FilterAnswer(List.copyOf(fitting), reply.failed, reply.unresolvable);
    }

    /** Neither names nor nodes: nothing is left. */
    private Set<String> fitting(Reply reply) {
        boolean byName = mode.names() && reply.names.isPresent();
        if (!mode.names() && reply.nodes.isEmpty() && reply.names.isPresent() && !mode.tolerant()) {
            throw new MalformedAnswer(
                    "got NodeNames and no Nodes, expected Nodes as in the request, or nodeCacheCapable in the settings");
        }
        Optional<List<String>> given = byName ? reply.names : reply.nodes;
        Set<String> fitting = new LinkedHashSet<>();
        for (String name : given.orElse(List.of())) {
            if (!asked.contains(name)) {
                if (mode.tolerant() && !byName) {
                    continue;
                }
                throw unknown("as fitting", name);
            }
            if (!fitting.add(name) && !mode.tolerant()) {
                throw new MalformedAnswer(
                        "got node '" + ReplyObject.clean(name) + "' twice as fitting, expected each node once");
            }
        }
        return fitting;
    }

    private void checkFailed(Set<String> fitting, Map<String, String> failed) {
        for (String name : failed.keySet()) {
            if (!asked.contains(name)) {
                throw unknown("as failed", name);
            }
            if (fitting.contains(name)) {
                throw new MalformedAnswer("got node '" + ReplyObject.clean(name)
                        + "' both as fitting and as failed, expected one of the two");
            }
        }
    }

    private MalformedAnswer unknown(String how, String name) {
        return new MalformedAnswer("got node '" + ReplyObject.clean(name) + "' " + how + ", expected only the "
                + asked.size() + " nodes of the request");
    }

    /** What was read so far. */
    private static final class Reply {
        private Optional<List<String>> names = Optional.empty();
        private Optional<List<String>> nodes = Optional.empty();
        private final Map<String, String> failed = new HashMap<>();
        private final Map<String, String> unresolvable = new HashMap<>();
        private String error = "";

        void member(String key, JsonToken token, JsonParser json) {
            switch (key) {
                case "nodenames" -> names = Optional.of(names(json, token));
                case "nodes" -> nodes = Optional.of(nodes(json, token));
                case "failednodes" -> reasons(json, token, "FailedNodes", failed);
                case "failedandunresolvablenodes" -> reasons(json, token, "FailedAndUnresolvableNodes", unresolvable);
                case "error" -> error = ReplyObject.text(json, token, "Error");
                default -> {}
            }
        }

        private static List<String> names(JsonParser json, JsonToken token) {
            List<String> names = new ArrayList<>();
            begin(token, JsonToken.START_ARRAY, "NodeNames", "a list of names");
            for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY; item = json.nextToken()) {
                begin(item, JsonToken.VALUE_STRING, "one of NodeNames", "a name");
                names.add(json.getString());
            }
            return names;
        }

        private static List<String> nodes(JsonParser json, JsonToken token) {
            List<String> names = new ArrayList<>();
            ReplyObject.readHere(json, token, "a list of nodes, with items", (key, first, in) -> {
                if (key.equals("items")) {
                    begin(first, JsonToken.START_ARRAY, "items of Nodes", "a list of nodes");
                    for (JsonToken item = in.nextToken(); item != JsonToken.END_ARRAY; item = in.nextToken()) {
                        names.add(name(in, item));
                    }
                }
            });
            return names;
        }

        private static String name(JsonParser json, @Nullable JsonToken node) {
            String[] name = {""};
            ReplyObject.readHere(json, node, "a node", (key, token, in) -> {
                if (key.equals("metadata")) {
                    ReplyObject.readHere(in, token, "the metadata of a node", (field, value, inner) -> {
                        if (field.equals("name")) {
                            name[0] = ReplyObject.name(inner, value).orElse("");
                        }
                    });
                }
            });
            return name[0];
        }

        private static void reasons(JsonParser json, JsonToken token, String what, Map<String, String> reasons) {
            begin(token, JsonToken.START_OBJECT, what, "an object of reasons by node");
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String node = json.currentName();
                JsonToken value = json.nextToken();
                reasons.put(node, value == JsonToken.VALUE_NULL ? "" : ReplyObject.text(json, value, what));
            }
        }

        private static void begin(@Nullable JsonToken token, JsonToken wanted, String what, String expected) {
            if (token != wanted) {
                throw new MalformedAnswer("got " + ReplyObject.words(token) + " as " + what + ", expected " + expected);
            }
        }
    }
}
