package io.tender.extender.server;

import io.tender.extender.server.Ledger.Holding;
import io.tender.model.FailureWords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ledger in a file: every step appended with a checksum, and the whole written anew when much of it no longer counts.
 *
 * <p>A step that was being written when the program died lacks its end, and is cut off. Damage with sound steps behind it is
 * another matter: those had been answered, so the file is not used until somebody has looked at it.
 */
final class LedgerFile implements AutoCloseable {
    /** From so many steps on the file is written anew, if most of them no longer count. */
    private static final int SMALL = 10_000;

    private static final int MOST_LINKS = 40;

    private static final Logger LOG = LoggerFactory.getLogger(LedgerFile.class);

    private final Path path;
    private final FileChannel lock;
    private FileChannel channel;
    /** Where the last step that was answered ends. */
    private long size;

    private long steps;
    /** Whether the file ends there, and its name is on the disk. */
    private boolean sound = true;

    private boolean closed;

    private LedgerFile(Path path, FileChannel lock, FileChannel channel, long size, long steps) {
        this.path = path;
        this.lock = lock;
        this.channel = channel;
        this.size = size;
        this.steps = steps;
    }

    /** @param holdings filled with what is held according to the file */
    static LedgerFile open(Path named, Map<String, Holding> holdings) throws IOException {
        Path path = linked(named);
        FileChannel lock = lock(path);
        try {
            if (tryLock(lock) == null) {
                throw new IOException("The ledger " + path + " is in use by another program: stop that one first, or"
                        + " name another file");
            }
            Files.deleteIfExists(unfinished(path));
            byte[] bytes = Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
            LedgerSteps read = LedgerSteps.read(path, bytes, holdings);
            FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (read.goodEnd() < bytes.length) {
                LOG.warn(
                        "the last {} bytes of the ledger {} are a step that was never finished, and are cut off",
                        bytes.length - read.goodEnd(),
                        path);
                channel.truncate(read.goodEnd());
                channel.force(true);
            }
            // Also if the file was there already: whoever made it may have been killed before.
            syncFolder(path);
            return new LedgerFile(path, lock, channel, read.goodEnd(), read.count());
        } catch (IOException | RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    /** Where links lead: another name must not be another lock, and what is written anew must not take a link's place. */
    private static Path linked(Path named) throws IOException {
        Path path = named;
        for (int links = 0; Files.isSymbolicLink(path); links++) {
            if (links == MOST_LINKS) {
                throw new IOException(
                        "The ledger " + named + " cannot be found.\n  got:      a link that leads in a circle"
                                + "\n  expected: a file, or a link to one\n  to do:    name the file itself");
            }
            path = path.resolveSibling(Files.readSymbolicLink(path));
        }
        return path;
    }

    private static FileChannel lock(Path path) throws IOException {
        Path lock = path.resolveSibling(path.getFileName() + ".lock");
        try {
            return FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException refused) {
            throw new IOException(
                    "The ledger " + path + " cannot be opened.\n  got:      " + FailureWords.of(refused)
                            + "\n  expected: a folder that is there and may be written, for the ledger and its lock beside it"
                            + "\n  to do:    make the folder, or name another file",
                    refused);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldInThisProgram) {
            return null;
        }
    }

    void held(Holding holding) throws IOException {
        append(LedgerSteps.held(holding));
    }

    void released(String key) throws IOException {
        append(LedgerSteps.released(key));
    }

    private void append(ByteBuffer step) throws IOException {
        if (closed) {
            throw new IOException("The ledger " + path + " is closed: open it again to write to it");
        }
        try {
            if (!sound) {
                mend();
            }
            sound = false;
            long end = size;
            while (step.hasRemaining()) {
                end += channel.write(step, end);
            }
            channel.force(false);
            size = end;
            steps++;
            sound = true;
        } catch (IOException failed) {
            IOException refused = new IOException(
                    failed instanceof ClosedChannelException
                            ? "The thread was interrupted while it wrote to the ledger " + path
                                    + ": take the step again, in a thread that is not interrupted"
                            : "Nothing can be written to the ledger " + path + ": make room, or see to the disk",
                    failed);
            try {
                mend();
            } catch (IOException worse) {
                refused.addSuppressed(worse); // and tried again before the next step
            }
            throw refused;
        }
    }

    /**
     * Takes back what is in the file of a step that was refused, lest it be found there after a crash. An interrupt closes
     * the channel of whoever writes, so that it may have to be opened again.
     */
    private void mend() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            if (!channel.isOpen()) {
                channel = FileChannel.open(path, StandardOpenOption.WRITE);
            }
            channel.truncate(size);
            channel.force(true);
            syncFolder(path);
            sound = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes the file anew if most of its steps no longer count. If that fails, the old one goes on. */
    void shrink(Collection<Holding> holdings) {
        if (steps < SMALL || steps < 4L * holdings.size()) {
            return;
        }
        try {
            rewrite(holdings);
        } catch (IOException failed) {
            LOG.warn("the ledger {} could not be written anew, and goes on growing", path, failed);
            steps = 0; // tried again after as many steps
        }
    }

    private void rewrite(Collection<Holding> holdings) throws IOException {
        Path fresh = unfinished(path);
        FileChannel out = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        long written = 0;
        try {
            for (Holding holding : holdings) {
                ByteBuffer step = LedgerSteps.held(holding);
                while (step.hasRemaining()) {
                    written += out.write(step);
                }
            }
            out.force(true);
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | RuntimeException failed) {
            out.close();
            throw failed;
        }
        // The same file under its new name. To open it by that could fail, and steps would go on into the one that is
        // gone.
        FileChannel old = channel;
        channel = out;
        size = written;
        steps = holdings.size();
        // The old file says the same, so that it is early enough to sync the name before the next step.
        sound = false;
        old.close();
    }

    /** A new name is lost with the folder's entry, however often the file itself was synced. */
    private static void syncFolder(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
                entries.force(true);
            }
        }
    }

    private static Path unfinished(Path path) {
        return path.resolveSibling(path.getFileName() + ".unfinished");
    }

    @Override
    public void close() throws IOException {
        closed = true;
        channel.close();
        lock.close();
    }
}
