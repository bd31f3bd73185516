package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.Output;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What tasks write, held to a size.
 *
 * <p>A task appends to its file directly, so it needs nobody to write and loses nothing when the daemon ends. A file that
 * has grown past the cap loses its older part: a hole is made in it, so that the place of every byte stays what it was and
 * a reader who follows is not disturbed. Where the file system knows no holes the file begins anew. This is looked after
 * about twice a second while the daemon runs and at the end of each task; in between a file may be longer.
 */
final class OutputFiles {
    static final List<String> STREAMS = List.of("stdout", "stderr");

    /** More is not read at once. */
    private static final int LARGEST_WINDOW = 16 << 20;

    private static final long BLOCK = 4096;

    private final long cap;

    OutputFiles(long cap) {
        this.cap = cap;
    }

    /** A window of one stream; empty if the task has no such output. */
    static Optional<Output> read(TaskFolder task, String stream, long offset, int atMost) throws IOException {
        if (!STREAMS.contains(stream)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(task.output(stream), StandardOpenOption.READ)) {
            long size = channel.size();
            long kept = Math.min(keptFrom(task, stream), size);
            long from = Math.clamp(offset < 0 ? Math.max(size + offset, 0) : offset, kept, size);
            int length = (int) Math.min(Math.min(Math.max(atMost, 0), LARGEST_WINDOW), size - from);
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
                // until the window is full or the file ends, should it have begun anew
            }
            byte[] read = new byte[bytes.position()];
            bytes.flip().get(read);
            return Optional.of(new Output(read, from, size));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Where what is kept of a stream begins. */
    private static long keptFrom(TaskFolder task, String stream) throws IOException {
        try {
            String written = Files.readString(keptFile(task, stream)).trim();
            return written.matches("[0-9]{1,18}") ? Long.parseLong(written) : 0;
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** How much of the outputs' size is holes. */
    static long forgotten(TaskFolder task) {
        long sum = 0;
        for (String stream : STREAMS) {
            try {
                sum += Math.min(keptFrom(task, stream), Files.size(task.output(stream)));
            } catch (IOException e) {
                // There is no such output, and so nothing was forgotten of it.
            }
        }
        return sum;
    }

    private static Path keptFile(TaskFolder task, String stream) {
        return task.path().resolve(stream + ".kept");
    }

    /** Forgets the older part of what has grown past the cap. */
    void trim(TaskFolder task) throws IOException {
        for (String stream : STREAMS) {
            Path file = task.output(stream);
            long size;
            try {
                size = Files.size(file);
            } catch (NoSuchFileException e) {
                continue;
            }
            if (size <= cap) {
                continue;
            }
            long kept = keptFrom(task, stream);
            if (size - kept <= cap) {
                continue;
            }
            long from = (size - cap / 2) / BLOCK * BLOCK;
            Files.writeString(keptFile(task, stream), Long.toString(from));
            if (!hole(file, from)) {
                Files.delete(keptFile(task, stream));
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(0);
                }
            }
        }
    }

    /** False if the system cannot do it. */
    private static boolean hole(Path file, long length) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(
                            "fallocate",
                            "--punch-hole",
                            "--offset",
                            "0",
                            "--length",
                            Long.toString(length),
                            file.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return false;
        }
        try {
            if (process.waitFor(10, TimeUnit.SECONDS)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while a hole was made in " + file, e);
        }
    }
}
