package io.tender.toolkit.bridge;

import io.tender.extender.server.Agent;
import io.tender.extender.server.Job;
import io.tender.extender.server.Queue;
import io.tender.extender.server.Task;

/** How batch extenders are shown things. */
interface BatchForms {
    byte[] task(Task task);

    byte[] agent(Agent agent);

    byte[] job(Job job);

    byte[] queue(Queue queue);
}
