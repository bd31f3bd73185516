package io.tender.daemon;

import io.tender.daemon.loop.MasterLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Waits for a moment in which nothing is half done, on whichever thread. */
final class Lull {
    private final MasterLoop loop;
    private final List<Consumer<Runnable>> others;

    /** @param others who do something beside the loop: each runs what it is given behind all that it has to do by then */
    Lull(MasterLoop loop, List<Consumer<Runnable>> others) {
        this.loop = loop;
        this.others = List.copyOf(others);
    }

    /**
     * True once so much time has passed by the loop's own timers, so that all that was due there until then has had its turn
     * however busy the machine is; and what came of it has been to the others and back, and is durable.
     */
    CompletableFuture<Boolean> after(Duration time) {
        return loop.askLater(master -> timer(time))
                .thenCompose(passed -> CompletableFuture.allOf(
                        others.stream().map(Lull::isDone).toArray(CompletableFuture<?>[]::new)))
                .thenCompose(done -> loop.idle());
    }

    private CompletableFuture<Boolean> timer(Duration time) {
        CompletableFuture<Boolean> due = new CompletableFuture<>();
        loop.host().after(time, () -> due.complete(true));
        return due;
    }

    private static CompletableFuture<Boolean> isDone(Consumer<Runnable> other) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        other.accept(() -> done.complete(true));
        return done;
    }
}
