package io.tender.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting in tests: for a fact, never for a while. The time-out only ends a test that has failed already. */
final class Patience {

    private static final Duration LONGEST = Duration.ofSeconds(60);

    private Patience() {}

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as("waited for " + LONGEST)
                    .isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted", interrupted);
        }
    }

    static void await(Semaphore permits, int count) {
        try {
            assertThat(permits.tryAcquire(count, LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as("waited for " + LONGEST)
                    .isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted", interrupted);
        }
    }

    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException failure) {
            throw new AssertionError("the future did not succeed", failure);
        }
    }

    /** What a future failed with. */
    static Throwable failureOf(CompletableFuture<?> future) {
        try {
            Object value = future.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("expected a failure, got " + value);
        } catch (ExecutionException failure) {
            return failure.getCause();
        } catch (InterruptedException | TimeoutException other) {
            throw new AssertionError("the future did not fail", other);
        }
    }

    /** Waits until a thread stands still, at a lock or at a door. */
    static void awaitStandstill(Thread thread) {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (thread.getState() != Thread.State.WAITING) {
            assertThat(thread.isAlive()).as("the thread is still there").isTrue();
            assertThat(System.nanoTime() - deadline).as("waited for " + LONGEST).isNegative();
            Thread.onSpinWait();
        }
    }

    static void join(Thread thread) {
        try {
            // Its own answer: a thread that has ended may say for a moment longer that it is alive.
            assertThat(thread.join(LONGEST)).as("has ended after " + LONGEST).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted", interrupted);
        }
    }
}
