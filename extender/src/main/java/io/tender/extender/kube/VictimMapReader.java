package io.tender.extender.kube;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.MalformedAnswer;
import io.tender.extender.json.ReplyObject;
import java.util.Collections;
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
public final class VictimMapReader implements AnswerReader<Map<String, VictimMapReader.Left>> {
    private static final String EXPECTED =
            "an object such as {\"NodeNameToMetaVictims\":{\"n1\":{\"Pods\":[{\"UID\":\"…\"}],\"NumPDBViolations\":0}}}";

    /**
     * What is left of a node.
     *
     * @param uids who would be evicted
     * @param violations of disruption budgets that this would mean; 0 if it does not say
     */
    public record Left(Set<String> uids, long violations) {
        public Left {
            uids = Collections.unmodifiableSet(new LinkedHashSet<>(uids));
        }
    }

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
    public Map<String, Left> read(JsonParser json) {
        Map<String, Left> victims = new TreeMap<>();
        ReplyObject.read(json, EXPECTED, (key, token, in) -> {
            if (key.equals("nodenametometavictims")) {
                nodes(in, token, victims);
            }
        });
        return victims;
    }

    private void nodes(JsonParser json, JsonToken token, Map<String, Left> victims) {
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
            Left left = left(json, json.nextToken(), node, may);
            if (left.uids().isEmpty() && withVictims.contains(node)) {
                throw new MalformedAnswer("got no victims on node '" + ReplyObject.clean(node)
                        + "', expected some of those of the request, or the node left out");
            }
            victims.put(node, left);
        }
    }

    private Left left(JsonParser json, @Nullable JsonToken token, String node, Set<String> may) {
        if (token == JsonToken.VALUE_NULL) {
            return new Left(Set.of(), 0);
        }
        Set<String> uids = new LinkedHashSet<>();
        long[] violations = {0};
        ReplyObject.readHere(json, token, "an object with Pods", (key, first, in) -> {
            if (key.equals("pods")) {
                uids(in, first, node, may, uids);
            } else if (key.equals("numpdbviolations")) {
                violations[0] = violations(in, first);
            }
        });
        return new Left(uids, violations[0]);
    }

    private static long violations(JsonParser json, JsonToken token) {
        if (token != JsonToken.VALUE_NUMBER_INT) {
            throw new MalformedAnswer(
                    "got " + ReplyObject.words(token) + " as NumPDBViolations, expected a whole number");
        }
        return json.getLongValue();
    }

    private void uids(JsonParser json, JsonToken token, String node, Set<String> may, Set<String> uids) {
        if (token != JsonToken.START_ARRAY) {
            throw new MalformedAnswer("got " + ReplyObject.words(token) + " as Pods, expected a list");
        }
        for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY; item = json.nextToken()) {
            String uid = uid(json, item);
            if (!may.contains(uid)) {
                throw new MalformedAnswer("got the victim '" + ReplyObject.clean(uid) + "' on node '"
                        + ReplyObject.clean(node) + "', expected only "
                        + (mode.tolerant() ? "pods that run there" : "victims of the request"));
            }
            if (!uids.add(uid) && !mode.tolerant()) {
                throw new MalformedAnswer("got the victim '" + ReplyObject.clean(uid) + "' twice, expected each once");
            }
        }
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
