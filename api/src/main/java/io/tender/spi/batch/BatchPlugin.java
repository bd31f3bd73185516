package io.tender.spi.batch;

/**
 * A point of view on batch scheduling. It lives as long as its settings; what it knows of one session is best held by
 * the hooks that it returns, and vanishes with them.
 *
 * <p>One thread calls a plugin and its hooks. An exception out of {@link #open} leaves the plugin out of that session; one
 * out of a hook counts as a refusal by this plugin with the exception as its reason. Neither ends the session.
 */
public interface BatchPlugin extends AutoCloseable {

    /** Called once per session, in the order of the tiers, before any action. */
    Hooks open(SessionView session);

    /** Called once per session after the last action, in the order of the tiers, even if opening failed. */
    default void sessionClosed(SessionView session) {}

    /** Called when the settings no longer name it. */
    @Override
    default void close() {}
}
