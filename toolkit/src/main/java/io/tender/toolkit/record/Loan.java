package io.tender.toolkit.record;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A buffer of a pool that two may hold: whoever passes its bytes on, and whoever reads them beside the traffic, so that large
 * pieces need not be copied while somebody waits for them. It goes back to the pool when the last of them lets go.
 */
final class Loan {
    private final Pool<ByteBuffer> pool;
    private final ByteBuffer buffer;
    private final AtomicInteger holders = new AtomicInteger(1);

    Loan(Pool<ByteBuffer> pool) {
        this.pool = pool;
        this.buffer = pool.take();
    }

    /** For the first holder alone, whose position and limit these are; not to be written to once there is a second. */
    ByteBuffer buffer() {
        return buffer;
    }

    /** What remains in it now, for a second holder, who lets go too. */
    ByteBuffer share() {
        holders.incrementAndGet();
        return buffer.asReadOnlyBuffer();
    }

    /** Once by each holder. */
    void letGo() {
        if (holders.decrementAndGet() == 0) {
            pool.give(buffer);
        }
    }
}
