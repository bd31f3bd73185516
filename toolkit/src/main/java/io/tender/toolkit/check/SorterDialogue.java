package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Questions and answers of Tender's sorter {@code http}: which roles, and which frameworks within them, are served first. */
final class SorterDialogue implements Dialogue {
    static final Verb SORT = new Verb("sort");

    private static final String EXPECTED = "{\"roles\":[\"name\"],\"frameworks\":{\"role\":[\"name\"]}}";
    private static final int FRAMEWORKS = 3;

    /** An order as the allocator takes it. */
    record Order(List<String> roles, SortedMap<String, List<String>> frameworks) {}

    /** Roles, and the frameworks of the first of them. */
    @Override
    public ObjectNode question(Verb verb, Scene scene) {
        ObjectNode asked = standing(scene);
        ArrayNode roles = asked.putArray("roles");
        byShare(scene).forEach(i -> roles.add(client(scene.nodeName(i), scene, i)));
        if (scene.nodes() > 0) {
            addFrameworks(asked, scene, firstRole(scene));
        }
        return asked;
    }

    /** What the others are said beside. */
    ObjectNode standing(Scene scene) {
        ObjectNode asked = Templates.object().put("run", scene.task());
        ObjectNode total = asked.putObject("total");
        if (scene.nodes() > 0) {
            total.put("cpus", total(scene)).put("mem", total(scene) * 1024L);
        }
        return asked;
    }

    void addFrameworks(ObjectNode asked, Scene scene, String role) {
        ArrayNode clients = asked.putObject("frameworks").putArray(role);
        Scene within = scene.withNodes(FRAMEWORKS);
        byShare(within).forEach(i -> clients.add(client(framework(scene, i), within, i)));
    }

    static List<String> frameworks(Scene scene) {
        return List.of(framework(scene, 0), framework(scene, 1), framework(scene, 2));
    }

    private static String framework(Scene scene, int i) {
        return "check-" + scene.world() + "-framework-" + i;
    }

    static String firstRole(Scene scene) {
        return scene.nodeName(byShare(scene).getFirst());
    }

    /** As the allocator tells them: the smallest share first. */
    private static List<Integer> byShare(Scene scene) {
        List<Integer> order = new ArrayList<>(scene.order());
        order.sort((a, b) -> Integer.compare(scene.cpus(a), scene.cpus(b)));
        return order;
    }

    private static long total(Scene scene) {
        return 4L * scene.nodes() * (scene.nodes() + 4L);
    }

    ObjectNode client(String name, Scene scene, int i) {
        ObjectNode client = Templates.object().put("name", name).put("weight", 1);
        client.put("share", scene.cpus(i) / (double) total(scene));
        client.putObject("allocated").put("cpus", scene.cpus(i)).put("mem", scene.memoryMb(i));
        return client;
    }

    @Override
    public String decision(Verb verb, Exchange exchange, JsonNode answer) throws Ended {
        return order(exchange, answer).toString();
    }

    @Override
    public boolean saysFailure(JsonNode answer) {
        return answer.isObject() && !answer.path("error").asString("").isBlank();
    }

    Order order(Exchange exchange, JsonNode answer) throws Ended {
        if (!answer.isObject()) {
            throw Ended.unreadable(exchange, "JSON that is no object: " + Json.kind(answer), EXPECTED);
        }
        if (saysFailure(answer)) {
            throw Ended.unreadable(
                    exchange, "the error '" + answer.path("error").asString() + "'", "an order: no error");
        }
        JsonNode frameworks = answer.path("frameworks");
        if (!frameworks.isMissingNode() && !frameworks.isNull() && !frameworks.isObject()) {
            throw Ended.unreadable(exchange, "frameworks that is no object: " + Json.kind(frameworks), EXPECTED);
        }
        SortedMap<String, List<String>> byRole = new TreeMap<>();
        for (var role : frameworks.properties()) {
            byRole.put(role.getKey(), names(exchange, "frameworks of " + role.getKey(), role.getValue()));
        }
        return new Order(names(exchange, "roles", answer.path("roles")), byRole);
    }

    /** Nothing and null are an empty list, as the allocator has it. */
    private static List<String> names(Exchange exchange, String what, JsonNode list) throws Ended {
        if (list.isMissingNode() || list.isNull()) {
            return List.of();
        }
        if (!list.isArray()) {
            throw Ended.unreadable(exchange, what + " that is no list: " + Json.kind(list), EXPECTED);
        }
        List<String> names = new ArrayList<>();
        for (JsonNode name : list) {
            if (!name.isString()) {
                throw Ended.unreadable(exchange, what + " with something that is no text: " + name, EXPECTED);
            }
            names.add(name.asString());
        }
        return names;
    }
}
