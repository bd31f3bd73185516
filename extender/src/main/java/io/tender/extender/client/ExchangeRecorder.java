package io.tender.extender.client;

/**
 * Is told of every call that ended. Called on the caller's thread: it must return at once and throw nothing.
 */
public interface ExchangeRecorder extends AutoCloseable {
    /** How much of each body it wants. */
    int bodyBytes();

    void record(Exchange exchange);

    @Override
    void close();
}
