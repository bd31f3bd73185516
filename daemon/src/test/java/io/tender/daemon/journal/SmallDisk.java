package io.tender.daemon.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A small disk in memory (tmpfs), for as long as a test needs it. */
public final class SmallDisk implements AutoCloseable {
    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Mounts it on a folder; empty if that is not allowed here, since it takes root. */
    public static Optional<SmallDisk> mount(Path folder, String size) throws InterruptedException {
        return works("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder.toString())
                ? Optional.of(new SmallDisk(folder))
                : Optional.empty();
    }

    /** Whether a command is there and succeeds. */
    static boolean works(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (!works("umount", folder.toString())) {
                throw new IOException(folder + " could not be unmounted");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
