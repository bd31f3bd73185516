package io.tender.cli.demo;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets Ctrl-C end a demo in order: the demo is told to stop, and the JVM waits until it has said goodbye. */
public final class Goodbye implements AutoCloseable {
    private final Duration patience;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stopAndWait, "tender-demo-end");

    /** @param patience how long the JVM waits at most */
    public Goodbye(Duration patience) {
        this.patience = patience;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Open once the demo is to stop. */
    public CountDownLatch stopped() {
        return stopped;
    }

    /** Tells the demo to stop. */
    public void stop() {
        stopped.countDown();
    }

    /** The JVM is going down and takes everything with it when this returns. */
    private void stopAndWait() {
        stop();
        try {
            over.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The demo is over. */
    @Override
    public void close() {
        over.countDown();
        unhook(hook);
    }

    /** Returns false if the JVM is going down already; then the hook is running, and what comes here is its end. */
    static boolean unhook(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException goingDown) {
            return false;
        }
    }
}
