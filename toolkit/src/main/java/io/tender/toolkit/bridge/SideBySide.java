package io.tender.toolkit.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks the same about many, several at once, and gives up with the first that is not answered. */
final class SideBySide {
    private SideBySide() {}

    /** @throws RuntimeException what the first to fail threw */
    static <A, B> List<B> each(List<A> items, int atOnce, Function<A, B> question) {
        AtomicInteger next = new AtomicInteger();
        List<@Nullable B> answers = new ArrayList<>();
        items.forEach(item -> answers.add(null));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < Math.min(atOnce, items.size()); i++) {
                workers.add(threads.submit(() -> work(items, next, answers, question)));
            }
            for (Future<?> worker : workers) {
                await(worker);
            }
        }
        List<B> all = new ArrayList<>();
        for (B answer : answers) {
            if (answer != null) {
                all.add(answer);
            }
        }
        return all;
    }

    private static <A, B> void work(
            List<A> items, AtomicInteger next, List<@Nullable B> answers, Function<A, B> question) {
        for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
            try {
                B answer = question.apply(items.get(i));
                synchronized (answers) {
                    answers.set(i, answer);
                }
            } catch (RuntimeException failed) {
                next.set(items.size());
                throw failed;
            }
        }
    }

    private static void await(Future<?> worker) {
        try {
            worker.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while an extender was asked", stopped);
        }
    }
}
