package io.tender.testkit.services;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** An offer-set service on the loopback interface that does with each request what it is told, over real sockets. */
public final class OrderService implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final List<OrderRequestBody> received = new ArrayList<>();
    private final LoopbackHttp http;

    /** Does something with a request; the connection is kept if it returns true. */
    @FunctionalInterface
    public interface Handler {
        boolean handle(OrderRequestBody request, Socket connection) throws IOException;
    }

    /** Listens at once, on a free port. */
    public OrderService(Handler handler) {
        this.http = new LoopbackHttp("offer-set service", (asked, connection) -> {
            OrderRequestBody request = OrderRequestBody.read(asked.body());
            note(request);
            return handler.handle(request, connection);
        });
    }

    public String endpoint() {
        return "http://127.0.0.1:" + http.port() + "/v1/offerset";
    }

    /** Nobody listens any more, and open connections end. */
    public void down() {
        http.down();
    }

    /** Listens again, at the same place. */
    public void back() {
        http.back();
    }

    /** The requests since they were last taken, once there are so many or the time is up. */
    public List<OrderRequestBody> take(int expected, Duration patience) {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (received.size() < expected && left > 0) {
                left = more.awaitNanos(left);
            }
            List<OrderRequestBody> taken = List.copyOf(received);
            received.clear();
            return taken;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return List.of();
        } finally {
            lock.unlock();
        }
    }

    private void note(OrderRequestBody request) {
        lock.lock();
        try {
            received.add(request);
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Writes an answer with its length. */
    public static void answer(OutputStream out, int status, String headers, byte[] body) throws IOException {
        LoopbackHttp.answer(out, status, headers, body);
    }

    /** Waits on the clock of the machine. */
    public static void rest(Duration time) throws IOException {
        LoopbackHttp.rest(time);
    }

    @Override
    public void close() {
        down();
    }
}
