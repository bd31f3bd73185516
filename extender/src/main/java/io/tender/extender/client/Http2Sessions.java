package io.tender.extender.client;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.IOSessionListener;

/**
 * Tells connections of their end, however it came: the library does not tell every call when it breaks over what a peer
 * sent.
 */
final class Http2Sessions implements IOSessionListener {
    private final Map<String, Http2Connection> open = new ConcurrentHashMap<>();

    void watch(IOSession session, Http2Connection connection) {
        open.put(session.getId(), connection);
        if (!session.isOpen()) {
            disconnected(session);
        }
    }

    @Override
    public void exception(IOSession session, Exception cause) {
        lost(session, cause);
    }

    @Override
    public void disconnected(IOSession session) {
        lost(session, new ConnectionClosedException("The connection was closed"));
    }

    private void lost(IOSession session, Exception cause) {
        Optional.ofNullable(open.remove(session.getId())).ifPresent(connection -> connection.lost(cause));
    }

    @Override
    public void connected(IOSession session) {
        // Whoever connected is told.
    }

    @Override
    public void startTls(IOSession session) {
        // Whoever connected is told.
    }

    @Override
    public void inputReady(IOSession session) {
        // The streams read it.
    }

    @Override
    public void outputReady(IOSession session) {
        // The streams write it.
    }

    @Override
    public void timeout(IOSession session) {
        // There is none.
    }
}
