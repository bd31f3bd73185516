package io.tender.benchmarks.placement;

import io.tender.benchmarks.loopback.LoopbackServer;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A service that orders hosts by their free CPUs, the fullest first, equal ones as they came; on a thread of its own, over
 * the loopback. It is as quick about it as can be, since it is not what is measured.
 */
final class OrderService implements AutoCloseable {
    private final AtomicLong answers = new AtomicLong();
    private final LoopbackServer server = new LoopbackServer("order-service", this::answerer);

    private LoopbackServer.Answerer answerer() {
        FullestFirst fullestFirst = new FullestFirst();
        return new LoopbackServer.Answerer() {
            @Override
            public void arriving(byte[] request, int from, int filled) {
                fullestFirst.arriving(request, from, filled);
            }

            @Override
            public ByteBuffer answer(byte[] request, int from, int to) {
                ByteBuffer answer = fullestFirst.answer(request, from, to);
                // Before the answer is sent, so that whoever has it sees the count.
                answers.incrementAndGet();
                return answer;
            }
        };
    }

    URI endpoint() {
        return URI.create(server.endpoint());
    }

    /** How many orders it has given. */
    long answers() {
        return answers.get();
    }

    @Override
    public void close() {
        server.close();
    }
}
