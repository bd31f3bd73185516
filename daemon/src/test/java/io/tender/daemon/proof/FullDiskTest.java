package io.tender.daemon.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.journal.SmallDisk;
import io.tender.daemon.journal.Surroundings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of the store is full for a while. */
final class FullDiskTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_full_disk_stalls_the_daemon_and_loses_nothing() throws Exception {
        fill("once", new SplittableRandom(1));
    }

    @Test
    @Tag("long")
    void a_disk_that_is_full_again_and_again_loses_nothing() throws Exception {
        SplittableRandom random = new SplittableRandom(2);
        for (int time = 0; time < 10; time++) {
            fill("time-" + time, random);
        }
    }

    private void fill(String name, SplittableRandom random) throws Exception {
        Path here = Files.createDirectory(folder.resolve(name));
        Path folderOfDisk = Files.createDirectory(here.resolve("disk"));
        Optional<SmallDisk> disk = SmallDisk.mount(folderOfDisk, "4m");
        Surroundings.need(disk.isPresent(), "a small tmpfs cannot be mounted here (it takes root)");
        Path ballast = folderOfDisk.resolve("ballast");
        try (SmallDisk mounted = disk.get();
                BusyCluster cluster = new BusyCluster(here, "store: disk/store", random.split())) {
            assertThat(mounted).isNotNull();
            new StalledStore(cluster, () -> fill(ballast), () -> Files.deleteIfExists(ballast), random).prove(true);
        }
    }

    /** Takes all the room there is. What the daemon frees meanwhile is taken too, since a snapshot may be under way. */
    private static Path fill(Path ballast) throws IOException {
        byte[] some = new byte[4096];
        for (int times = 0; times < 3; times++) {
            try (OutputStream out =
                    Files.newOutputStream(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                while (true) {
                    out.write(some);
                }
            } catch (IOException full) {
                // As intended; whatever was freed in between is taken next time.
                some = new byte[1];
            }
        }
        return ballast;
    }
}
