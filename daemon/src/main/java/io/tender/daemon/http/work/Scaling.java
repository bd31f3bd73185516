package io.tender.daemon.http.work;

import io.tender.extender.http.HttpProblem;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Another number in a document that is there; applied again, it scales what the document asks for. */
record Scaling(String task, int count) {
    private static final JsonMapper JSON = new JsonMapper();

    static Scaling ofJob(String task, int replicas) {
        return new Scaling(task, checked("replicas", replicas));
    }

    static Scaling ofService(int instances) {
        return new Scaling("", checked("instances", instances));
    }

    private static int checked(String name, int count) {
        if (count < 0) {
            throw HttpProblem.of(
                    400, "Got no parameter '" + name + "'; expected how many there shall be: add ?" + name + "=…");
        }
        return count;
    }

    /** The document with the new number. */
    String change(String document) {
        JsonNode tree = JSON.readTree(document);
        if (task.isEmpty()) {
            set(tree.path("spec"), "instances");
            return JSON.writeValueAsString(tree);
        }
        List<String> names = new ArrayList<>();
        for (JsonNode each : tree.path("spec").path("tasks")) {
            String name = each.path("name").asString("default" + names.size());
            names.add(name);
            if (name.equals(task)) {
                set(each, "replicas");
                return JSON.writeValueAsString(tree);
            }
        }
        throw HttpProblem.of(404, "Got the task '" + Question.shortened(task) + "'; expected one of " + names);
    }

    private void set(JsonNode holder, String field) {
        if (holder instanceof ObjectNode object) {
            object.put(field, count);
        }
    }
}
