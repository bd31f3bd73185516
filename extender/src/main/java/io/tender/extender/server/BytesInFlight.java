package io.tender.extender.server;

import io.tender.extender.http.HttpProblem;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** How much all requests that are being read or answered have together: each alone may be large, but not all of them. */
final class BytesInFlight {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    BytesInFlight(long most) {
        this.most = most;
    }

    Share share() {
        return new Share();
    }

    /** What one request has of it, and gives back when it is answered. */
    final class Share implements LongConsumer, AutoCloseable {
        private long mine;

        /** Takes more of it, if there is. */
        @Override
        public void accept(long bytes) {
            if (taken.addAndGet(bytes) > most) {
                taken.addAndGet(-bytes);
                throw HttpProblem.busy(
                        "Requests of " + most + " bytes in all are under way here, and that is the most: ask again",
                        Duration.ofSeconds(1));
            }
            mine += bytes;
        }

        @Override
        public void close() {
            taken.addAndGet(-mine);
            mine = 0;
        }
    }
}
