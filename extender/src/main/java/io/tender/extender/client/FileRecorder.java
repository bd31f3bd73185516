package io.tender.extender.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes exchanges to files on a thread of its own. A disk that is slow or full costs records, never a call: what finds
 * no room in the queue is dropped and counted.
 */
final class FileRecorder implements ExchangeRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(FileRecorder.class);
    /** Bytes of bodies that may wait for the disk. */
    private static final long MOST_WAITING = 64 << 20;

    private static final long PATIENCE_AT_CLOSING = TimeUnit.SECONDS.toMillis(2);

    private final ExtenderName extender;
    private final RecordingSettings settings;
    private final BlockingQueue<Optional<Exchange>> queue;
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean finished;
    private boolean failing;

    FileRecorder(ExtenderName extender, RecordingSettings settings) {
        this.extender = extender;
        this.settings = settings;
        // One place more, for the word that ends it.
        this.queue = new ArrayBlockingQueue<>(settings.queued() + 1);
        this.thread = Thread.ofPlatform()
                .name("tender-recording-" + extender)
                .daemon(true)
                .start(this::write);
    }

    @Override
    public int bodyBytes() {
        return settings.bodyBytes();
    }

    /** Exchanges that were not written. */
    long dropped() {
        return dropped.get();
    }

    @Override
    public void record(Exchange exchange) {
        long bytes = weight(exchange);
        Optional<Exchange> entry = Optional.of(exchange);
        boolean tooMuch = waiting.addAndGet(bytes) > MOST_WAITING || queue.size() >= settings.queued();
        if (closed || tooMuch || !queue.offer(entry)) {
            waiting.addAndGet(-bytes);
            dropped.incrementAndGet();
        } else if (finished && queue.remove(entry)) {
            // It came behind the last word, and nobody will take it any more.
            dropped.incrementAndGet();
        }
    }

    private static long weight(Exchange exchange) {
        return exchange.request().weight() + (long) exchange.answer().weight();
    }

    private void write() {
        RecordingFiles files = new RecordingFiles(settings);
        try {
            Optional<Exchange> next = queue.take();
            while (next.isPresent()) {
                write(next.get(), files);
                next = queue.take();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            shut(files);
            finished = true;
            // What is left was taken in and cannot be written any more.
            for (Optional<Exchange> left = queue.poll(); left != null; left = queue.poll()) {
                dropped.addAndGet(left.isPresent() ? 1 : 0);
            }
        }
    }

    private void write(Exchange exchange, RecordingFiles files) {
        waiting.addAndGet(-weight(exchange));
        boolean taken = false;
        try {
            files.append(ExchangeLine.of(exchange));
            taken = true;
            if (queue.isEmpty()) {
                files.flush();
                failing = false;
            }
        } catch (IOException | RuntimeException failed) {
            told(failed);
        } finally {
            long lost = files.takeLost();
            dropped.addAndGet(taken ? lost : lost + 1);
        }
    }

    private void shut(RecordingFiles files) {
        try {
            files.close();
        } catch (IOException | RuntimeException failed) {
            told(failed);
        } finally {
            dropped.addAndGet(files.takeLost());
        }
    }

    /** Once, until it works again. */
    private void told(Exception failed) {
        if (!failing) {
            failing = true;
            LOG.warn(
                    "Extender '{}': the recording {} cannot be written ({}: {}); exchanges are dropped until it can",
                    extender,
                    settings.file(),
                    failed.getClass().getSimpleName(),
                    failed.getMessage());
        }
    }

    /** Writes what is waiting, for a while, and says how many exchanges are missing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (!queue.offer(Optional.empty(), PATIENCE_AT_CLOSING, TimeUnit.MILLISECONDS)) {
                thread.interrupt();
            }
            if (!thread.join(Duration.ofMillis(PATIENCE_AT_CLOSING))) {
                thread.interrupt();
            }
        } catch (InterruptedException interrupted) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
        if (dropped.get() > 0) {
            LOG.warn(
                    "Extender '{}': {} exchanges are missing from the recording {}",
                    extender,
                    dropped.get(),
                    settings.file());
        }
    }
}
