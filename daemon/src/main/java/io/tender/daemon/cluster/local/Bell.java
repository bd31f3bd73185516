package io.tender.daemon.cluster.local;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of tasks that start and end, by one watched folder and one thread for all of them.
 *
 * <p>It only makes things quick: what it misses is found by the next regular look.
 */
final class Bell implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Bell.class);

    private final Path folder;
    private final WatchService watch;

    private Bell(Path folder, WatchService watch) {
        this.folder = folder;
        this.watch = watch;
    }

    /**
     * @param rung is given the name of the attempt whose task has started or ended
     * @throws IOException if the system has no watch left to give
     */
    static Bell hang(Path folder, Consumer<String> rung) throws IOException {
        WatchService watch = folder.getFileSystem().newWatchService();
        try {
            folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
        } catch (IOException e) {
            watch.close();
            throw e;
        }
        Bell bell = new Bell(folder, watch);
        Thread.ofPlatform().name("tender-local-bell").daemon().start(() -> bell.listen(rung));
        return bell;
    }

    private void listen(Consumer<String> rung) {
        try {
            while (true) {
                WatchKey key = watch.take();
                // What was made is read from the folder, so it does not matter whether events were lost.
                key.pollEvents();
                key.reset();
                hear(rung);
            }
        } catch (InterruptedException | ClosedWatchServiceException e) {
            // closed
        } catch (IOException e) {
            LOG.warn("{} cannot be watched any more; tasks are looked at regularly: {}", folder, e.toString());
        }
    }

    private void hear(Consumer<String> rung) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
                String name = String.valueOf(file.getFileName());
                int dot = name.indexOf('.');
                rung.accept(dot < 0 ? name : name.substring(0, dot));
            }
        }
    }

    @Override
    public void close() {
        try {
            watch.close();
        } catch (IOException e) {
            LOG.warn("the watch on {} did not close: {}", folder, e.toString());
        }
    }
}
