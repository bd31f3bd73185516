package io.tender.extender.kube;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads who is to be evicted where: {@code {"NodeNameToMetaVictims":{"n1":{"Pods":[{"UID":"…"}],"NumPDBViolations":0}}}}. A
 * node that is not named is out of the question. Nodes must be of the request, and victims those it named for the node;
 * tolerantly they may be any that run there. To be left without victims is a mistake where there were some.
 */
public final class VictimMapReader implements AnswerReader<Map<String, Set<String>>> {
    private static final String EXPECTED =
            "an object such as {\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"…\"}],\"NumPDBViolations\":0}}}";

    private final Map<String, Set<String>> possible;
    private final Set<String> withVictims;
    private final KubeMode mode;

    /**
     * @param possible who may be named, by node
     * @param withVictims the nodes for which the request named any
     */
    public VictimMapReader(Map<String, Set<String>> possible, Set<String> withVictims, KubeMode mode) {
        this.possible = Map.copyOf(possible);
        this.withVictims = Set.copyOf(withVictims);
        this.mode = mode;
    }

    @Override
    public Map<String, Set<String>> read(JsonParser json) {
        Map<String, Set<String>> victims = new TreeMap<>();
        ReplyObject.read(json, EXPECTED, (key, token, in) -> {
            if (key.equals("nodenametometavictims")) {
                nodes(in, token, victims);
            }
        });
        return victims;
    }

    private void nodes(JsonParser json, JsonToken token, Map<String, Set<String>> victims) {
        if (token != JsonToken.START_OBJECT) {
            throw new MalformedAnswer(
                    "got " + ReplyObject.words(token) + " as NodeNameToMetaVictims, expected " + EXPECTED);
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String node = json.currentName();
            Set<String> may = possible.get(node);
            if (may == null) {
                throw new MalformedAnswer("got victims on node '" + ReplyObject.clean(node) + "', expected only the "
                        + possible.size() + " nodes of the request");
            }
            Set<String> uids = uids(json, json.nextToken(), node, may);
            if (uids.isEmpty() && withVictims.contains(node)) {
                throw new MalformedAnswer("got no victims on node '" + ReplyObject.clean(node)
                        + "', expected some of those of the request, or the node left out");
            }
            victims.put(node, uids);
        }
    }

    private Set<String> uids(JsonParser json, @Nullable JsonToken token, String node, Set<String> may) {
        Set<String> uids = new LinkedHashSet<>();
        if (token == JsonToken.VALUE_NULL) {
            return uids;
        }
        ReplyObject.readHere(json, token, "an object with Pods", (key, first, in) -> {
            if (!key.equals("pods")) {
                return;
            }
            if (first != JsonToken.START_ARRAY) {
                throw new MalformedAnswer("got " + ReplyObject.words(first) + " as Pods, expected a list");
            }
            for (JsonToken item = in.nextToken(); item != JsonToken.END_ARRAY; item = in.nextToken()) {
                String uid = uid(in, item);
                if (!may.contains(uid)) {
                    throw new MalformedAnswer("got the victim '" + ReplyObject.clean(uid) + "' on node '"
                            + ReplyObject.clean(node) + "', expected only "
                            + (mode.tolerant() ? "pods that run there" : "victims of the request"));
                }
                if (!uids.add(uid) && !mode.tolerant()) {
                    throw new MalformedAnswer(
                            "got the victim '" + ReplyObject.clean(uid) + "' twice, expected each once");
                }
            }
        });
        return uids;
    }

    private static String uid(JsonParser json, @Nullable JsonToken item) {
        String[] uid = {""};
        ReplyObject.readHere(json, item, "an object with UID", (key, token, in) -> {
            if (key.equals("uid")) {
                uid[0] = ReplyObject.name(in, token).orElse("");
            }
        });
        return uid[0];
    }
}
