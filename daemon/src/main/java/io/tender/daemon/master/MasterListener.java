package io.tender.daemon.master;

/** Hears what operators may watch: on one thread, in order, once it is durable. Never waits. */
@FunctionalInterface
public interface MasterListener {
    void event(MasterEvent event);
}
