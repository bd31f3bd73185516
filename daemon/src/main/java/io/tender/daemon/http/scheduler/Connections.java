package io.tender.daemon.http.scheduler;

import io.tender.model.FrameworkId;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Which connection each framework has; a newer one takes the place of an older. */
final class Connections {
    private final ConcurrentMap<FrameworkId, Connection> open = new ConcurrentHashMap<>();

    void opened(FrameworkId framework, Connection connection) {
        open.put(framework, connection);
    }

    void closed(FrameworkId framework, Connection connection) {
        open.remove(framework, connection);
    }

    Optional<Connection> of(FrameworkId framework) {
        return Optional.ofNullable(open.get(framework));
    }

    int count() {
        return open.size();
    }

    /** Ends them all, because the daemon ends. */
    void closeAll() {
        open.values().forEach(Connection::close);
    }
}
