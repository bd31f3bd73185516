package io.tender.extender.volcano;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Does one thing on several threads at once, the caller's among them, and waits until all have ended. */
final class Crew {
    private final String name;

    Crew(String name) {
        this.name = name;
    }

    /** @param work done by each thread; it returns when there is nothing left to do */
    void run(int threads, Runnable work) {
        AtomicReference<@Nullable Throwable> bug = new AtomicReference<>();
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            others.add(Thread.ofVirtual().name(name + "-" + i).start(() -> {
                try {
                    work.run();
                } catch (RuntimeException | Error broken) {
                    bug.compareAndSet(null, broken);
                }
            }));
        }
        try {
            work.run();
        } finally {
            join(others);
        }
        if (bug.get() instanceof RuntimeException broken) {
            throw broken;
        }
        if (bug.get() instanceof Error broken) {
            throw broken;
        }
    }

    /** Nobody is left behind: who is interrupted passes it on and still waits, which is short then. */
    private static void join(List<Thread> others) {
        boolean interrupted = false;
        for (Thread other : others) {
            while (true) {
                try {
                    other.join();
                    break;
                } catch (InterruptedException passedOn) {
                    interrupted = true;
                    others.forEach(Thread::interrupt);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
