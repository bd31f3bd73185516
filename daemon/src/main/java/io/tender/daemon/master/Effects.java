package io.tender.daemon.master;

/** Where a turn puts what leaves the master. */
public interface Effects {
    /** A change that was made, to be journaled before any later output happens. */
    void changed(Change change);

    /** Something that others notice; it runs once all changes so far are durable, in the order in which it was given. */
    void afterwards(Runnable output);
}
