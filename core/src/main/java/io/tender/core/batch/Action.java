package io.tender.core.batch;

/** One step of a session. */
interface Action {
    String name();

    void run(Work work);
}
