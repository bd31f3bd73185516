package io.tender.core.batch.framework;

import io.tender.core.batch.SessionResult;

/** Hears what a batch scheduler does. */
public interface BatchListener {
    BatchListener NONE = new BatchListener() {};

    /** A session is over and its decisions have been carried out. */
    default void sessionEnded(SessionResult result) {}
}
