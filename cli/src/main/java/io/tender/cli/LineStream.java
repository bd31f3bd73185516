package io.tender.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Lines that come as things happen, and now and then to say that nothing does: silence means that nobody is there. */
final class LineStream implements AutoCloseable {
    private final InputStream in;
    private final BufferedReader lines;
    private final Thread watch;
    private volatile long heardAt = System.nanoTime();

    /** @param silence for how long there may be no line before the stream counts as cut */
    LineStream(InputStream in, Duration silence) {
        this.in = in;
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.watch = Thread.ofVirtual().name("tender-silence").start(() -> watch(silence.toNanos()));
    }

    /** Ends the stream under whoever reads it, since a read cannot be given a time of its own. */
    private void watch(long silence) {
        try {
            for (long left = silence; left > 0; left = heardAt + silence - System.nanoTime()) {
                Thread.sleep(Duration.ofNanos(left));
            }
            in.close();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt(); // as close() wants it
        } catch (IOException gone) {
            throw new IllegalStateException("A stream that nobody sends on could not be closed", gone);
        }
    }

    /** Empty at the end. */
    Optional<String> next() throws IOException {
        String line = lines.readLine();
        heardAt = System.nanoTime();
        return Optional.ofNullable(line);
    }

    /** Whether more is there already. */
    boolean hasMore() throws IOException {
        return lines.ready();
    }

    @Override
    public void close() throws IOException {
        watch.interrupt();
        lines.close();
    }
}
