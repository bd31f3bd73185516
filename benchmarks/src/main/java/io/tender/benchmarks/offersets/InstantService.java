package io.tender.benchmarks.offersets;

import io.tender.benchmarks.loopback.LoopbackServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A service whose answer is ready before it is asked: what is left is the cost of the client and of the wire. */
final class InstantService implements AutoCloseable {
    private final LoopbackServer server;

    /** @param body what every request is answered with */
    InstantService(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        this.server = new LoopbackServer("instant-service", () -> (request, from, to) -> ByteBuffer.wrap(bytes));
    }

    String endpoint() {
        return server.endpoint();
    }

    @Override
    public void close() {
        server.close();
    }
}
