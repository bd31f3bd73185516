package io.tender.toolkit.record;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Memory that is used again, so that traffic of megabytes leaves nothing to collect: a pause of the collector is one of the
 * traffic. What is never given back is lost to the pool and nothing else.
 */
final class Pool<T> {
    private final Supplier<T> made;
    private final int mostFree;
    private final ConcurrentLinkedDeque<T> free = new ConcurrentLinkedDeque<>();
    private final AtomicInteger count = new AtomicInteger();

    /** @param mostFree how many wait to be used again */
    Pool(int mostFree, Supplier<T> made) {
        this.mostFree = mostFree;
        this.made = made;
    }

    /** The one that was used last, which the processor still knows; a new one if all are in use. Holds anything. */
    T take() {
        T found = free.pollFirst();
        if (found == null) {
            return made.get();
        }
        count.decrementAndGet();
        return found;
    }

    /** Not to be touched from now on by whoever gives it. */
    void give(T used) {
        if (count.incrementAndGet() <= mostFree) {
            free.addFirst(used);
        } else {
            count.decrementAndGet();
        }
    }
}
