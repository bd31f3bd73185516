package io.tender.core.batch;

import io.tender.model.batch.Node;
import io.tender.model.batch.ResourceList;
import java.util.List;

/** A node and the tasks that hold room on it, as they were when a snapshot was taken. */
record NodeRecord(Node node, ResourceList used, ResourceList releasing, List<TaskRecord> tasks, long version) {

    ResourceList idle() {
        return node.allocatable().minus(used);
    }
}
