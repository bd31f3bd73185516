package io.tender.core.batch;

import io.tender.model.batch.ResourceList;

/**
 * What bounds the room that tasks could ever have.
 *
 * @param ignored what is asked of plugins and not of agents
 * @param tasksPerAgent how many tasks an agent takes at most
 */
public record Bounds(Capacity capacity, Ignored ignored, int tasksPerAgent) {

    /** What agents are asked for. */
    ResourceList ofAgents(ResourceList request) {
        return ignored.leave(request.without(ResourceList.PODS)).positive();
    }

    /** The same for as long as no other answer can be given. */
    State state() {
        return new State(capacity.version(), ignored, tasksPerAgent);
    }

    record State(long version, Ignored ignored, int tasksPerAgent) {}
}
