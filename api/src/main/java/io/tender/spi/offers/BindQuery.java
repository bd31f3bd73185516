package io.tender.spi.offers;

import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import java.util.List;

/**
 * Tasks of a group that are about to start on an offer.
 *
 * @param request what each of them takes, executor and ports included
 * @param offer kept for them until the answer has come, or is waited for no longer
 * @param tasks at least one
 */
public record BindQuery(TaskGroupKey group, ResourceBundle request, HostOffer offer, List<TaskId> tasks) {
    public BindQuery {
        tasks = List.copyOf(tasks);
    }
}
