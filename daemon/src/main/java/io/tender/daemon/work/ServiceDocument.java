package io.tender.daemon.work;

import io.tender.core.services.UpdateSettings;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskConfig;

/**
 * A Service of {@code tender.io/v1}: a job in Aurora's manner.
 *
 * @param config what its tasks are started with; what they run is part of it, so that a change of it is an update
 * @param update how it is brought from one config to another
 */
public record ServiceDocument(TaskConfig config, int instances, TaskProgram program, UpdateSettings update)
        implements Document {
    /** More than any cluster runs of one service. */
    public static final int MOST_INSTANCES = 100_000;

    static final String KIND = "Service";

    @Override
    public DocumentId id() {
        return id(config.job());
    }

    public static DocumentId id(JobKey key) {
        return new DocumentId(KIND, key.toString());
    }
}
