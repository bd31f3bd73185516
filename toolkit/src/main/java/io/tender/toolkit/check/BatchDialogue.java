package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Questions of batch sessions. */
final class BatchDialogue implements Dialogue {
    private final BatchForm form;
    private final BatchReplies replies;

    BatchDialogue(BatchForm form, BatchReplies replies) {
        this.form = form;
        this.replies = replies;
    }

    /** That of a service of these dialects. */
    static BatchDialogue of(Service service) {
        return (BatchDialogue) service.dialogue();
    }

    BatchForm form() {
        return form;
    }

    BatchReplies replies() {
        return replies;
    }

    @Override
    public Map<String, String> headers() {
        return replies == BatchReplies.TENDER ? Map.of("Tender-Session", LeanForm.SESSION) : Map.of();
    }

    @Override
    public ObjectNode question(Verb verb, Scene scene) {
        return switch (verb.value()) {
            case "predicate" -> predicate(scene, 0, 1);
            case "batchPredicate" -> aboutNodes(scene).put("enough", Math.max(1, scene.nodes() / 2));
            case "prioritize" -> aboutNodes(scene);
            case "preemptable", "reclaimable" -> victims(scene, scene.nodes());
            case "jobEnqueueable", "jobEnqueued", "jobReady" -> with(form.message(), "job", form.job(scene));
            case "queueOverused" -> with(form.message(), "queue", form.queue(scene));
            case "onSessionOpen" -> form.snapshot(scene);
            case "onSessionClose" -> form.message();
            case "allocateFunc" -> aboutTask(scene, Stage.ALLOCATED);
            case "deallocateFunc" -> aboutTask(scene, Stage.RELEASING);
            case "bind" -> bind(scene, 0);
            case "commit" -> outcome(scene, Stage.BINDING, scene.nodeName(0));
            case "abort" -> outcome(scene, Stage.PENDING, "");
            default -> throw new IllegalArgumentException("there is no verb " + verb);
        };
    }

    @Override
    public boolean leavesSome(Verb verb, Exchange exchange, JsonNode answer) throws Ended {
        return !verb.equals(BatchVerbs.BATCH_PREDICATE)
                || replies.fits(exchange, answer).values().stream().anyMatch(BatchReplies.Fit::fits);
    }

    @Override
    public String decision(Verb verb, Exchange exchange, JsonNode answer) throws Ended {
        return replies.decision(verb, exchange, answer);
    }

    ObjectNode predicate(Scene scene, int node, int residents) {
        ObjectNode asked = with(form.message(), "task", form.task(scene, Stage.PENDING, ""));
        return with(asked, "node", form.node(scene, node, residents));
    }

    /** A task that asks for more than any node has. */
    ObjectNode tooLarge(Scene scene) {
        ObjectNode asked = predicate(scene, 0, 1);
        form.enlarge(Templates.at(asked, "task"));
        return asked;
    }

    private ObjectNode aboutNodes(Scene scene) {
        ObjectNode asked = with(form.message(), "task", form.task(scene, Stage.PENDING, ""));
        ArrayNode nodes = Templates.JSON.createArrayNode();
        scene.order().forEach(i -> nodes.add(form.node(scene, i, i % 2)));
        return with(asked, "nodes", nodes.isEmpty() ? form.emptyList() : nodes);
    }

    /** @param evictees how many there are to choose from */
    ObjectNode victims(Scene scene, int evictees) {
        ObjectNode asked = with(form.message(), "evictor", form.task(scene, Stage.PENDING, ""));
        ArrayNode offered = Templates.JSON.createArrayNode();
        for (int i = 0; i < evictees; i++) {
            offered.add(form.resident(scene, 0, i));
        }
        return with(asked, "evictees", offered.isEmpty() ? form.emptyList() : offered);
    }

    private ObjectNode aboutTask(Scene scene, Stage stage) {
        return with(form.message(), "task", form.task(scene, stage, scene.nodeName(0)));
    }

    ObjectNode bind(Scene scene, int node) {
        ObjectNode asked = with(form.message(), "task", form.task(scene, Stage.BINDING, scene.nodeName(node)));
        return with(asked, "node", form.node(scene, node, 1));
    }

    private ObjectNode outcome(Scene scene, Stage stage, String node) {
        ObjectNode asked = form.message();
        asked.putArray("tasks").addAll(List.of(form.task(scene, stage, node)));
        return asked;
    }

    private static ObjectNode with(ObjectNode message, String member, JsonNode value) {
        message.set(member, value);
        return message;
    }
}
