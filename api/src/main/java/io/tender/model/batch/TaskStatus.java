package io.tender.model.batch;

/** Where a task is in its life; the numbers are those of the Volcano wire. */
public enum TaskStatus {
    /** Waits for a node. */
    PENDING(1),
    /** Was given a node within a session that has not told the binder yet. */
    ALLOCATED(2),
    /** Was promised room that is still being freed. */
    PIPELINED(4),
    /** The binder was told and has not answered. */
    BINDING(8),
    /** Has a node and was not seen running yet. */
    BOUND(16),
    RUNNING(32),
    /** Was asked to end, and still holds its room. */
    RELEASING(64),
    SUCCEEDED(128),
    FAILED(256),
    UNKNOWN(512);

    private final int number;

    TaskStatus(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** Whether it holds room on a node that it is meant to keep. */
    public boolean allocated() {
        return this == ALLOCATED || this == BINDING || this == BOUND || this == RUNNING;
    }

    /** Whether it counts towards its gang. */
    public boolean ready() {
        return allocated() || this == SUCCEEDED;
    }

    /** Whether it could be evicted. */
    public boolean evictable() {
        return this == BOUND || this == RUNNING;
    }

    /** Whether it has had its node, be it over or not. */
    public boolean scheduled() {
        return evictable() || completed();
    }

    public boolean completed() {
        return this == SUCCEEDED || this == FAILED;
    }

    /** Whether it takes room on its node: everything that has one and is not over. */
    public boolean holdsRoom() {
        return allocated() || this == RELEASING;
    }
}
