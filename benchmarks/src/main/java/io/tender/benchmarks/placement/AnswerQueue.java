package io.tender.benchmarks.placement;

import io.tender.core.services.Ordering;
import io.tender.model.service.HostOffer;
import io.tender.testkit.ManualHost;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Brings answers that come on other threads back to the thread that owns the clock. */
final class AnswerQueue {

    /** Longer than any deadline of an offer set in use here. */
    private static final long MOST_SECONDS = 60;

    private final LinkedBlockingQueue<Runnable> arrived = new LinkedBlockingQueue<>();
    private int expected;

    /** Asks as that ordering does; what it answers waits to be delivered. */
    Ordering through(Ordering elsewhere) {
        return (set, query, answer) -> {
            expected++;
            elsewhere.ask(set, query, new Ordering.Answer() {
                @Override
                public void ordered(List<HostOffer> offers) {
                    arrived.add(() -> answer.ordered(offers));
                }

                @Override
                public void failed(Throwable cause) {
                    arrived.add(() -> answer.failed(cause));
                }
            });
        };
    }

    /** Waits for all that was asked, without moving the clock, and lets the scheduler have it. */
    void deliver(ManualHost host) {
        try {
            while (expected > 0) {
                Runnable answer = arrived.poll(MOST_SECONDS, TimeUnit.SECONDS);
                if (answer == null) {
                    throw new IllegalStateException(
                            "no answer of an offer set for " + MOST_SECONDS + " s; expected one within its deadline");
                }
                expected--;
                host.enqueue(answer);
                host.settle();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an offer set", e);
        }
    }
}
