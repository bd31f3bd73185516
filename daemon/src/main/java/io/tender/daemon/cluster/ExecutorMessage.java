package io.tender.daemon.cluster;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;

/**
 * Words between a framework and one of its executors, either way. Nobody promises that they arrive, as with Mesos.
 *
 * @param executor what a task names, or else the id of the task
 * @param base64 whatever the two agreed on
 */
public record ExecutorMessage(FrameworkId framework, AgentId agent, String executor, String base64) {}
