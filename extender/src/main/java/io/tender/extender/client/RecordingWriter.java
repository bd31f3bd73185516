package io.tender.extender.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes lines to files on a thread of its own. A disk that is slow or full costs lines, never time: what finds no room in
 * the queue is dropped and counted.
 */
public final class RecordingWriter implements AutoCloseable {
    /** Bytes of bodies that may wait for the disk, usually. */
    private static final long MOST_WAITING = 64 << 20;

    private static final long PATIENCE_AT_CLOSING = TimeUnit.SECONDS.toMillis(2);

    /** @param weight bytes of memory it keeps until it is written */
    private record Entry(long weight, Supplier<RecordingLine> line, Runnable done) {}

    private final RecordingSettings settings;
    private final long mostWaiting;
    private final Consumer<String> trouble;
    private final BlockingQueue<Optional<Entry>> queue;
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean finished;
    private boolean failing;

    /**
     * @param name of its thread
     * @param trouble told once when the files cannot be written, until they can be again, and of what is missing in the end
     */
    public RecordingWriter(String name, RecordingSettings settings, Consumer<String> trouble) {
        this(name, settings, MOST_WAITING, trouble);
    }

    /**
     * @param name of its thread
     * @param mostWaiting bytes of bodies that may wait for the disk
     * @param trouble told once when the files cannot be written, until they can be again, and of what is missing in the end
     */
    public RecordingWriter(String name, RecordingSettings settings, long mostWaiting, Consumer<String> trouble) {
        this.settings = settings;
        this.mostWaiting = mostWaiting;
        this.trouble = trouble;
        // One place more, for the word that ends it.
        this.queue = new ArrayBlockingQueue<>(settings.queued() + 1);
        this.thread = Thread.ofPlatform()
                .name("tender-recording-" + name)
                .daemon(true)
                .start(this::write);
    }

    /** Lines that were not written. */
    public long dropped() {
        return dropped.get();
    }

    /** Lines that were. */
    public long written() {
        return written.get();
    }

    /**
     * Returns at once.
     *
     * @param weight bytes of memory that the line needs until it is written
     * @param line made on the writer's thread
     */
    public void record(long weight, Supplier<RecordingLine> line) {
        record(weight, line, () -> {});
    }

    /**
     * Returns at once.
     *
     * @param weight bytes of memory that the line needs until it is written
     * @param line made on the writer's thread
     * @param done called once nobody needs the line any more, written or not
     */
    public void record(long weight, Supplier<RecordingLine> line, Runnable done) {
        Optional<Entry> entry = Optional.of(new Entry(weight, line, done));
        boolean tooMuch = waiting.addAndGet(weight) > mostWaiting || queue.size() >= settings.queued();
        if (closed || tooMuch || !queue.offer(entry)) {
            waiting.addAndGet(-weight);
            dropped.incrementAndGet();
            done.run();
        } else if (finished && queue.remove(entry)) {
            // It came behind the last word, and nobody will take it any more.
            dropped.incrementAndGet();
            done.run();
        }
    }

    private void write() {
        RecordingFiles files = new RecordingFiles(settings);
        try {
            Optional<Entry> next = queue.take();
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
            for (Optional<Entry> left = queue.poll(); left != null; left = queue.poll()) {
                dropped.addAndGet(left.isPresent() ? 1 : 0);
                left.ifPresent(entry -> entry.done().run());
            }
        }
    }

    private void write(Entry entry, RecordingFiles files) {
        waiting.addAndGet(-entry.weight());
        boolean taken = false;
        try {
            files.append(entry.line().get());
            taken = true;
            written.incrementAndGet();
            if (queue.isEmpty()) {
                files.flush();
                failing = false;
            }
        } catch (IOException | RuntimeException failed) {
            told(failed);
        } finally {
            lost(files.takeLost(), taken ? 0 : 1);
            entry.done().run();
        }
    }

    /** @param buffered lines that had been taken before they were lost */
    private void lost(long buffered, long refused) {
        written.addAndGet(-buffered);
        dropped.addAndGet(buffered + refused);
    }

    private void shut(RecordingFiles files) {
        try {
            files.close();
        } catch (IOException | RuntimeException failed) {
            told(failed);
        } finally {
            lost(files.takeLost(), 0);
        }
    }

    /** Once, until it works again. */
    private void told(Exception failed) {
        if (!failing) {
            failing = true;
            trouble.accept("the recording " + settings.file() + " cannot be written ("
                    + failed.getClass().getSimpleName() + ": " + failed.getMessage()
                    + "); exchanges are dropped until it can");
        }
    }

    /** Writes what is waiting, for a while, and says how many lines are missing. */
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
            trouble.accept(dropped.get() + " exchanges are missing from the recording " + settings.file());
        }
    }
}
