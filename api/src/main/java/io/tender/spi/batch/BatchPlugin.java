package io.tender.spi.batch;

import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * A point of view on batch scheduling. It lives as long as its settings; what it knows of one session is best held by
 * the hooks that it returns, and vanishes with them.
 *
 * <p>One thread calls a plugin and its hooks. An exception out of {@link #open} leaves the plugin out of that session; one
 * out of a hook counts as a refusal by this plugin with the exception as its reason. Neither ends the session.
 */
public interface BatchPlugin extends AutoCloseable {

    /**
     * Called before the first session, with all plugins of the same settings, itself among them, by name; it may be called
     * again with the same ones.
     *
     * @return what is wrong with how they are put together, in one sentence; empty if nothing is
     */
    default Optional<String> meet(SortedMap<String, BatchPlugin> plugins) {
        return Optional.empty();
    }

    /** Called once per session, in the order of the tiers, before any action. */
    Hooks open(SessionView session);

    /** Called once per session after the last action, in the order of the tiers, even if opening failed. */
    default void sessionClosed(SessionView session) {}

    /**
     * Resources of which it alone knows whether there is room: sessions neither look for them on a node nor count them, and
     * its predicates are what keeps tasks off. Asked once, when an engine is made of the settings.
     */
    default Set<String> ignoredResources() {
        return Set.of();
    }

    /**
     * What it decides nothing without. Usage is measured only if somebody needs it, and whoever configures a plugin is told
     * what of this there is not. Asked once, when an engine is made of the settings.
     */
    default Set<SessionData> needs() {
        return Set.of();
    }

    /**
     * Called when new settings come into force, between two sessions, with the plugin that the old ones called by the same
     * name, if there was one; that one is closed next. What it had begun and not finished can be taken over.
     */
    default void succeed(BatchPlugin former) {}

    /** Called when the settings no longer name it. */
    @Override
    default void close() {}
}
