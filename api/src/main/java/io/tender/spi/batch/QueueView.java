package io.tender.spi.batch;

import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import java.util.List;

/** A queue as the session sees it now. */
public interface QueueView {

    Queue queue();

    /** Its jobs, pending ones included, by id. */
    List<? extends JobView> jobs();

    /** What the allocated tasks of its jobs hold. */
    ResourceList allocated();

    default String name() {
        return queue().name();
    }
}
