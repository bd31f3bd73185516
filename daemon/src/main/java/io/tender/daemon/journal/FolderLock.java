package io.tender.daemon.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps a second daemon away from a folder. The system lets go of it when the process dies, however it dies. */
final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    static FolderLock take(Path folder) throws IOException, JournalException {
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // Beside the lock and not in it: where locks are mandatory, a locked file cannot be read.
        Path owner = folder.resolve("owner");
        try {
            if (tryLock(channel) == null) {
                throw JournalException.lasting(
                        "The journal in " + folder + " is in use.",
                        "a lock held by "
                                + (Files.exists(owner) ? Files.readString(owner).strip() : "an unknown process"),
                        "one daemon per store",
                        "stop that one first, or give this one a folder of its own");
            }
            Files.writeString(owner, Owner.current().text() + "\n");
            return new FolderLock(channel);
        } catch (IOException | JournalException failure) {
            channel.close();
            throw failure;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldInThisProcess) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
