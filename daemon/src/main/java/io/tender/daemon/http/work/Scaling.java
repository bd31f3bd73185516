package io.tender.daemon.http.work;

import io.tender.daemon.work.DocumentException;
import io.tender.daemon.work.DocumentId;
import io.tender.extender.http.HttpProblem;
import io.tender.model.BrokenRule;
import io.tender.runtime.yaml.YamlProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
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
            throw Question.missing(name, "how many there shall be");
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
        throw Question.unknown(404, "The job has no such task.", task, names, "correct the name");
    }

    /** The document would make no sense any more. Its lines are not shown: whoever scales it has not written them here. */
    HttpProblem refusal(DocumentId id, DocumentException wrong) {
        return HttpProblem.of(
                400,
                BrokenRule.of(
                        id + " cannot be scaled to " + count + ".",
                        told(wrong, YamlProblem::got),
                        told(wrong, YamlProblem::expected),
                        "choose another number, or apply the document with all that has to change"));
    }

    private static String told(DocumentException wrong, Function<YamlProblem, String> part) {
        return wrong.problems().stream().map(part).collect(Collectors.joining("; "));
    }

    private void set(JsonNode holder, String field) {
        if (holder instanceof ObjectNode object) {
            object.put(field, count);
        }
    }
}
