package io.tender.extender.volcano;

/** What is sent when a session opens. */
enum SnapshotMode {
    /** All nodes, jobs and queues. */
    FULL,
    /** What has changed since the session the extender last took; all of it the first time. */
    DELTA,
    /** Only that a session opens. */
    NONE
}
