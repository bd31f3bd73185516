package io.tender.daemon.master;

import io.tender.model.Resources;

/**
 * What a group of tasks shares. No program of its own is started for it; its resources are charged to the first task of
 * the group.
 *
 * @param resources what it takes out of the offers beside its tasks; may be empty
 */
public record ExecutorSpec(String id, Resources resources) {}
