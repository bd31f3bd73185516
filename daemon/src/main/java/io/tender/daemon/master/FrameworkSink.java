package io.tender.daemon.master;

/**
 * Where the events of a connected framework go: one per connection, told apart by identity.
 *
 * <p>Called on one thread, in order, once what an event tells is durable. Never waits; a sink that cannot keep up closes
 * its connection and has the master told that it is gone.
 */
public interface FrameworkSink {
    void event(FrameworkEvent event);

    /** Ends the connection once all events before have been sent. */
    void close();
}
