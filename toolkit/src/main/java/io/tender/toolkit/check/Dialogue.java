package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How one dialect asks, and what its scheduler makes of the answers. */
interface Dialogue {
    /** The question of a verb about a situation. */
    ObjectNode question(Verb verb, Scene scene);

    /**
     * What a scheduler would do because of the answer, as a text that is equal if and only if it would do the same.
     *
     * @throws Ended when the scheduler would refuse the answer
     */
    String decision(Verb verb, Exchange exchange, JsonNode answer) throws Ended;

    /**
     * Whether the answer leaves the task a node, of several; true where that is not the question.
     *
     * @throws Ended when the scheduler would refuse the answer
     */
    default boolean leavesSome(Verb verb, Exchange exchange, JsonNode answer) throws Ended {
        return true;
    }

    /** Headers beside those of every request. */
    default Map<String, String> headers() {
        return Map.of();
    }

    /** Whether an answer with status 200 may say that the question was not understood. */
    default boolean saysFailure(JsonNode answer) {
        return false;
    }

    static Dialogue of(CheckPlan plan) {
        return switch (plan.dialect()) {
            case KUBE -> new KubeDialogue(plan.managedResources(), plan.mode());
            case AURORA -> new AuroraDialogue();
            case SORTER -> new SorterDialogue();
            case VOLCANO -> new BatchDialogue(new VolcanoForm(plan.managedResources()), BatchReplies.VOLCANO);
            case TENDER -> new BatchDialogue(new LeanForm(plan.managedResources()), BatchReplies.TENDER);
        };
    }
}
