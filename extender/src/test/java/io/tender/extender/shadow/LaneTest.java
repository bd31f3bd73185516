package io.tender.extender.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LaneTest {
    private final AtomicInteger failed = new AtomicInteger();

    @Test
    void work_goes_on_after_whatever_one_piece_throws_and_that_is_counted() throws InterruptedException {
        try (Lane lane = new Lane("lane", 10, 1_000, failed::incrementAndGet)) {
            lane.offer(1, () -> {
                throw new StackOverflowError("nested too deep");
            });
            lane.offer(1, () -> {
                throw new IllegalStateException("a mistake");
            });

            awaitWork(lane);
            assertThat(failed).hasValue(2);
        }
    }

    @Test
    void a_thread_that_cannot_even_tell_of_a_failure_is_replaced() throws InterruptedException {
        CountDownLatch offered = new CountDownLatch(1);
        Runnable untellable = () -> {
            throw new OutOfMemoryError("no room to tell");
        };
        try (Lane lane = new Lane("lane", 10, 1_000, untellable)) {
            lane.offer(1, () -> {
                awaitUninterrupted(offered);
                throw new OutOfMemoryError("no room");
            });
            CountDownLatch waited = new CountDownLatch(1);
            lane.offer(1, waited::countDown);
            offered.countDown();

            assertThat(waited.await(20, TimeUnit.SECONDS)).isTrue();
            awaitWork(lane);
        }
    }

    private static void awaitWork(Lane lane) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        assertThat(lane.offer(1, done::countDown)).isTrue();
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
