package io.tender.core.batch.framework;

import io.tender.core.batch.Cycle;
import io.tender.core.batch.SessionResult;

/** Hears what a batch scheduler does. */
public interface BatchListener {
    BatchListener NONE = new BatchListener() {};

    /** A session is over and its decisions have been carried out. */
    default void sessionEnded(SessionResult result) {}

    /** A session broke off; nothing came of it, and another is tried. */
    default void sessionFailed(Cycle cycle, RuntimeException why) {}
}
