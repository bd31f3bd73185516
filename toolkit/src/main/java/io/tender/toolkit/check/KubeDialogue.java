package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Questions and answers of kube-scheduler's extenders. */
final class KubeDialogue implements Dialogue {
    static final Verb FILTER = new Verb("filter");
    static final Verb PRIORITIZE = new Verb("prioritize");
    static final Verb PREEMPT = new Verb("preempt");
    static final Verb BIND = new Verb("bind");
    static final List<Verb> ASKING = List.of(FILTER, PRIORITIZE, PREEMPT);

    private final List<String> managedResources;
    private final NodeMode mode;

    KubeDialogue(List<String> managedResources, NodeMode mode) {
        this.managedResources = List.copyOf(managedResources);
        this.mode = mode;
    }

    /** That of a service of this dialect. */
    static KubeDialogue of(Service service) {
        return (KubeDialogue) service.dialogue();
    }

    /** What a filter let through, and why not the others. */
    record Filtered(
            List<String> survivors,
            boolean byName,
            boolean byObject,
            Map<String, String> failed,
            Map<String, String> unresolvable) {
        @Override
        public String toString() {
            // Order carries no meaning in any of them.
            return "left " + new TreeSet<>(survivors) + ", failed " + new TreeSet<>(failed.keySet()) + ", for good "
                    + new TreeSet<>(unresolvable.keySet());
        }
    }

    @Override
    public ObjectNode question(Verb verb, Scene scene) {
        return switch (verb.value()) {
            case "filter", "prioritize" -> aboutNodes(scene, mode.full());
            case "preempt" -> preempt(scene, mode.full(), 1);
            case "bind" -> bind(scene, 0);
            default -> throw new IllegalArgumentException("there is no verb " + verb);
        };
    }

    /** @param full whether nodes are sent as objects rather than by name */
    ObjectNode aboutNodes(Scene scene, boolean full) {
        ObjectNode asked = Templates.object();
        asked.set("Pod", pod(scene));
        if (full) {
            ObjectNode list = asked.putObject("Nodes");
            list.putObject("metadata");
            ArrayNode items = list.putArray("items");
            scene.order().forEach(i -> items.add(node(scene, i)));
            asked.putNull("NodeNames");
        } else {
            asked.putNull("Nodes");
            ArrayNode names = asked.putArray("NodeNames");
            scene.nodeNames().forEach(names::add);
        }
        return asked;
    }

    /** @param victims on the first node; all others have one */
    ObjectNode preempt(Scene scene, boolean full, int victims) {
        ObjectNode asked = Templates.object();
        asked.set("Pod", pod(scene));
        ObjectNode byNode = Templates.object();
        for (int node : scene.order()) {
            ObjectNode candidate = byNode.putObject(scene.nodeName(node));
            ArrayNode pods = candidate.putArray("Pods");
            for (int i = 0; i < (node == 0 ? victims : 1); i++) {
                pods.add(full ? resident(scene, node) : Templates.object().put("UID", scene.residentUid(node)));
            }
            candidate.put("NumPDBViolations", node % 2);
        }
        asked.set("NodeNameToVictims", full ? byNode : Templates.JSON.nullNode());
        asked.set("NodeNameToMetaVictims", full ? Templates.JSON.nullNode() : byNode);
        return asked;
    }

    ObjectNode bind(Scene scene, int node) {
        return Templates.object()
                .put("PodName", scene.taskName())
                .put("PodNamespace", "default")
                .put("PodUID", scene.taskUid())
                .put("Node", scene.nodeName(node));
    }

    private ObjectNode pod(Scene scene) {
        ObjectNode pod = Templates.copy("kube-pod");
        Templates.at(pod, "metadata").put("name", scene.taskName()).put("uid", scene.taskUid());
        if (scene.managed()) {
            ObjectNode requests = Templates.at(pod, "spec", "containers", "0", "resources", "requests");
            managedResources.forEach(name -> requests.put(name, "1"));
        }
        return pod;
    }

    private static ObjectNode resident(Scene scene, int node) {
        ObjectNode pod = Templates.copy("kube-pod");
        Templates.at(pod, "metadata").put("name", scene.residentName(node)).put("uid", scene.residentUid(node));
        Templates.at(pod, "spec").put("nodeName", scene.nodeName(node));
        Templates.at(pod, "status").put("phase", "Running");
        return pod;
    }

    private static ObjectNode node(Scene scene, int i) {
        ObjectNode node = Templates.copy("kube-node");
        Templates.at(node, "metadata").put("name", scene.nodeName(i));
        Templates.at(node, "metadata", "labels")
                .put("kubernetes.io/hostname", scene.nodeName(i))
                .put("rack", scene.rack(i));
        for (String which : List.of("capacity", "allocatable")) {
            Templates.at(node, "status", which)
                    .put("cpu", Integer.toString(scene.cpus(i)))
                    .put("memory", scene.memoryMb(i) + "Mi");
        }
        return node;
    }

    @Override
    public String decision(Verb verb, Exchange exchange, JsonNode answer) throws Ended {
        return switch (verb.value()) {
            case "filter" -> filtered(exchange, answer).toString();
            case "prioritize" -> new TreeMap<>(scores(exchange, answer)).toString();
            case "preempt" -> new TreeMap<>(victims(exchange, answer)).toString();
            default -> bindError(exchange, answer).isEmpty() ? "bound" : "not bound";
        };
    }

    @Override
    public boolean leavesSome(Verb verb, Exchange exchange, JsonNode answer) throws Ended {
        return !verb.equals(FILTER) || !filtered(exchange, answer).survivors().isEmpty();
    }

    Filtered filtered(Exchange exchange, JsonNode answer) throws Ended {
        if (!answer.isObject()) {
            throw Ended.unreadable(exchange, "JSON that is no object: " + Json.kind(answer), "an ExtenderFilterResult");
        }
        JsonNode error = Json.member(answer, "Error");
        if (!error.isMissingNode() && (!error.isString() || !error.asString().isEmpty())) {
            throw Ended.unreadable(exchange, "Error " + error, "an answer: no Error");
        }
        JsonNode names = Json.member(answer, "NodeNames");
        JsonNode nodes = Json.member(answer, "Nodes");
        List<String> survivors = new ArrayList<>();
        if (!names.isMissingNode()) {
            if (!names.isArray()) {
                throw Ended.unreadable(exchange, "NodeNames that is no list: " + Json.kind(names), "a list of names");
            }
            for (JsonNode name : names) {
                survivors.add(text(exchange, name, "a name in NodeNames"));
            }
        } else if (!nodes.isMissingNode()) {
            // The list has members of its own beside its items: a bare list cannot be read at all.
            JsonNode items = nodes.isObject() ? Json.member(nodes, "items") : nodes;
            if (!nodes.isObject() || !(items.isArray() || items.isMissingNode())) {
                throw Ended.unreadable(
                        exchange,
                        nodes.isObject()
                                ? "Nodes.items that is no list: " + Json.kind(items)
                                : "Nodes that is no object: " + Json.kind(nodes),
                        "{\"items\":[…]} in Nodes");
            }
            for (JsonNode node : items) {
                survivors.add(
                        text(exchange, Json.member(Json.member(node, "metadata"), "name"), "metadata.name of a node"));
            }
        }
        return new Filtered(
                survivors,
                !names.isMissingNode(),
                !nodes.isMissingNode(),
                reasons(exchange, answer, "FailedNodes"),
                reasons(exchange, answer, "FailedAndUnresolvableNodes"));
    }

    private static String text(Exchange exchange, JsonNode node, String what) throws Ended {
        if (!node.isString()) {
            throw Ended.unreadable(exchange, what + " is no text: " + Json.kind(node), "a text");
        }
        return node.asString();
    }

    private static Map<String, String> reasons(Exchange exchange, JsonNode answer, String member) throws Ended {
        JsonNode map = Json.member(answer, member);
        return Json.texts(map)
                .orElseThrow(() -> Ended.unreadable(
                        exchange, member + " that is no object of texts", "{\"node\":\"reason\"} in " + member));
    }

    /** In the order of the answer; a host that is named twice is an error, because its scores would add up. */
    Map<String, Long> scores(Exchange exchange, JsonNode answer) throws Ended {
        String expected = "[{\"Host\":\"name\",\"Score\":7}]: a list, with whole numbers";
        Map<String, Long> scores = new TreeMap<>();
        if (answer.isNull()) {
            return scores;
        }
        if (!answer.isArray()) {
            throw Ended.unreadable(exchange, "JSON that is no list: " + Json.kind(answer), expected);
        }
        for (JsonNode entry : answer) {
            JsonNode score = Json.member(entry, "Score");
            String host = text(exchange, Json.member(entry, "Host"), "a Host");
            if (!score.isMissingNode() && !score.isIntegralNumber()) {
                throw Ended.unreadable(exchange, "the Score " + score + " of " + host, expected);
            }
            if (scores.put(host, score.asLong(0)) != null) {
                throw Ended.unreadable(exchange, "two scores for " + host, "one score for each node");
            }
        }
        return scores;
    }

    /** A candidate that is left: whom it costs, and how many budgets that violates. */
    record Candidate(List<String> uids, long violations) {
        @Override
        public String toString() {
            return "victims " + new TreeSet<>(uids) + " at the cost of " + violations + " budgets";
        }
    }

    Map<String, Candidate> victims(Exchange exchange, JsonNode answer) throws Ended {
        String expected = "{\"NodeNameToMetaVictims\":{\"node\":{\"Pods\":[{\"UID\":\"…\"}],\"NumPDBViolations\":0}}}";
        if (!answer.isObject()) {
            throw Ended.unreadable(exchange, "JSON that is no object: " + Json.kind(answer), expected);
        }
        JsonNode byNode = Json.member(answer, "NodeNameToMetaVictims");
        if (!byNode.isMissingNode() && !byNode.isObject()) {
            throw Ended.unreadable(exchange, "NodeNameToMetaVictims that is no object: " + Json.kind(byNode), expected);
        }
        Map<String, Candidate> candidates = new TreeMap<>();
        for (Map.Entry<String, JsonNode> node : byNode.properties()) {
            List<String> uids = new ArrayList<>();
            JsonNode pods = Json.member(node.getValue(), "Pods");
            if (!node.getValue().isObject() || !(pods.isArray() || pods.isMissingNode())) {
                throw Ended.unreadable(
                        exchange, "the victims on " + node.getKey() + " as " + shape(node.getValue(), pods), expected);
            }
            for (JsonNode pod : pods) {
                uids.add(text(exchange, Json.member(pod, "UID"), "the UID of a victim"));
            }
            JsonNode violations = Json.member(node.getValue(), "NumPDBViolations");
            if (!violations.isMissingNode() && !violations.isIntegralNumber()) {
                throw Ended.unreadable(
                        exchange, "NumPDBViolations " + violations + " on " + node.getKey(), "a whole number");
            }
            candidates.put(node.getKey(), new Candidate(uids, violations.asLong(0)));
        }
        return candidates;
    }

    private static String shape(JsonNode victims, JsonNode pods) {
        return victims.isObject() ? "an object with Pods that is no list: " + Json.kind(pods) : Json.kind(victims);
    }

    /** Why a pod was not bound; empty if it was. */
    String bindError(Exchange exchange, JsonNode answer) throws Ended {
        if (!answer.isObject()) {
            throw Ended.unreadable(exchange, "JSON that is no object: " + Json.kind(answer), "{\"Error\":\"\"}");
        }
        JsonNode error = Json.member(answer, "Error");
        if (!error.isMissingNode() && !error.isString()) {
            throw Ended.unreadable(exchange, "an Error that is no text: " + Json.kind(error), "{\"Error\":\"\"}");
        }
        return error.asString("");
    }
}
