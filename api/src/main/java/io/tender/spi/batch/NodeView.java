package io.tender.spi.batch;

import io.tender.model.batch.Node;
import io.tender.model.batch.ResourceList;
import java.util.List;

/** A node as it is now: an immutable picture, replaced by another when something is placed on it or taken off. */
public interface NodeView {

    Node node();

    /** Its place in {@link SessionView#nodes}, which never changes within a session. */
    int index();

    /** What nobody holds. */
    ResourceList idle();

    /** What its tasks hold, releasing ones included. */
    ResourceList used();

    /** What its releasing tasks will leave. */
    ResourceList releasing();

    /** What was promised out of what is being freed. */
    ResourceList pipelined();

    /** What will be free once all that is ending has ended: idle + releasing - pipelined. */
    ResourceList futureIdle();

    /** The tasks that hold room or were promised it. */
    List<? extends TaskView> tasks();

    /** Grows whenever the node changes, within a session and from one session to the next. */
    long version();

    default String name() {
        return node().name();
    }

    default ResourceList allocatable() {
        return node().allocatable();
    }
}
