package io.tender.toolkit.check;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The things that batch scheduling asks about, as one dialect writes them. */
interface BatchForm {
    /** A request that says nothing yet. */
    ObjectNode message();

    /**
     * The task in question.
     *
     * @param node where it is or goes; empty for nowhere
     */
    ObjectNode task(Scene scene, Stage stage, String node);

    /** Lets a task ask for more than there is anywhere. */
    void enlarge(ObjectNode task);

    /** A task that runs on a node. */
    ObjectNode resident(Scene scene, int node, int number);

    ObjectNode node(Scene scene, int node, int residents);

    ObjectNode job(Scene scene);

    ObjectNode queue(Scene scene);

    ObjectNode snapshot(Scene scene);

    /** How a list is written in which nothing is. */
    JsonNode emptyList();
}
