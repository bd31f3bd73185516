package io.tender.daemon.cluster.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes the folders of tasks that are over and acknowledged: the old ones, and the oldest when there is too much. */
final class Keeper {
    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);

    private final LocalSettings settings;
    private final WorkFolder work;
    private final Executor elsewhere;

    /** @param elsewhere where files are counted and deleted, which may take long */
    Keeper(LocalSettings settings, WorkFolder work, Executor elsewhere) {
        this.settings = settings;
        this.work = work;
        this.elsewhere = elsewhere;
    }

    /** Which of the tasks that are over are not to be kept any longer. */
    List<LocalTask> due(Collection<LocalTask> tasks, Instant now) {
        List<LocalTask> newestFirst = new ArrayList<>(tasks);
        newestFirst.removeIf(task -> !task.isSettled());
        newestFirst.sort(Comparator.comparing(Keeper::endedAt).reversed().thenComparing(task -> task.key));
        List<LocalTask> due = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < newestFirst.size(); i++) {
            LocalTask task = newestFirst.get(i);
            bytes += task.bytes;
            Duration age = Duration.between(endedAt(task), now);
            if (i >= settings.keepAtMost()
                    || bytes > settings.keepAtMostBytes()
                    || age.compareTo(settings.keepFor()) > 0) {
                due.add(task);
            }
        }
        return due;
    }

    private static Instant endedAt(LocalTask task) {
        return task.record.report().map(report -> report.at()).orElse(Instant.EPOCH);
    }

    /** Moves the folder away at once and deletes it in its own time. */
    void remove(TaskFolder folder) throws IOException {
        removeAll(folder.path());
    }

    /** The same for any folder; links in it are removed, and not what they lead to. */
    void removeAll(Path folder) throws IOException {
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path moved = work.discard(folder);
        elsewhere.execute(() -> delete(moved));
    }

    /** Deletes what an earlier daemon did not get to. */
    void emptyTrash() {
        elsewhere.execute(() -> {
            try (Stream<Path> left = Files.list(work.trash())) {
                left.forEach(Keeper::delete);
            } catch (IOException e) {
                LOG.warn("what is to be deleted cannot be listed: {}", e.toString());
            }
        });
    }

    /** How much of the disk a folder takes, links not followed; 0 if that cannot be told. */
    static long bytesOf(TaskFolder folder) {
        long[] sum = {0};
        try {
            Files.walkFileTree(folder.path(), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    sum[0] += attributes.size();
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            LOG.warn("the size of {} cannot be told: {}", folder.path(), e.toString());
        }
        return sum[0] - OutputFiles.forgotten(folder);
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("{} cannot be deleted; the next start tries again: {}", folder, e.toString());
        }
    }
}
