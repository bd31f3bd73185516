package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Questions and answers of Aurora's HTTP offer set. */
final class AuroraDialogue implements Dialogue {
    static final Verb OFFERSET = new Verb("offerset");

    @Override
    public ObjectNode question(Verb verb, Scene scene) {
        return question(scene, false);
    }

    /** @param fractions whether numbers are written as Aurora itself does, always with a fraction */
    ObjectNode question(Scene scene, boolean fractions) {
        ObjectNode asked = Templates.object().put("jobKey", "www-prod-check-" + scene.task());
        amounts(asked.putObject("request"), 2, 512, 1024, fractions);
        ArrayNode hosts = asked.putArray("hosts");
        scene.order().forEach(i -> hosts.add(host(scene.nodeName(i), scene, i, fractions)));
        return asked;
    }

    ObjectNode host(String name, Scene scene, int i, boolean fractions) {
        ObjectNode host = Templates.object().put("name", name);
        amounts(host.putObject("offer"), scene.cpus(i), scene.memoryMb(i), scene.memoryMb(i) * 4, fractions);
        return host;
    }

    private static void amounts(ObjectNode into, int cpu, int memory, int disk, boolean fractions) {
        if (fractions) {
            into.put("cpu", (double) cpu).put("memory", (double) memory).put("disk", (double) disk);
        } else {
            into.put("cpu", cpu).put("memory", memory).put("disk", disk);
        }
    }

    @Override
    public String decision(Verb verb, Exchange exchange, JsonNode answer) throws Ended {
        return hosts(exchange, answer).toString();
    }

    @Override
    public boolean saysFailure(JsonNode answer) {
        return answer.isObject() && !Json.member(answer, "error").asString("").isBlank();
    }

    /** The hosts of an answer, best first. */
    List<String> hosts(Exchange exchange, JsonNode answer) throws Ended {
        String expected = "{\"error\":\"\",\"hosts\":[\"name\"]}";
        if (!answer.isObject()) {
            throw Ended.unreadable(exchange, "JSON that is no object: " + Json.kind(answer), expected);
        }
        JsonNode error = answer.path("error");
        if (!error.isMissingNode() && !error.isString()) {
            throw Ended.unreadable(exchange, "an error that is no text: " + Json.kind(error), expected);
        }
        if (!error.asString("").isBlank()) {
            throw Ended.unreadable(exchange, "the error '" + error.asString() + "'", "an order: no error");
        }
        JsonNode hosts = answer.path("hosts");
        if (!hosts.isArray()) {
            throw Ended.unreadable(exchange, "hosts that is no list: " + Json.kind(hosts), expected);
        }
        List<String> names = new ArrayList<>();
        for (JsonNode host : hosts) {
            if (!host.isString()) {
                throw Ended.unreadable(exchange, "a host that is no text: " + host, expected);
            }
            names.add(host.asString());
        }
        return names;
    }
}
