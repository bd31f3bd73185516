package io.tender.daemon.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.Heard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon that is killed again and again, at any moment, while it starts, follows and ends tasks. */
final class LocalCrashTest {
    private static final int NEW_TASKS_PER_ROUND = 5;

    @TempDir
    Path folder;

    private final String mark = UUID.randomUUID().toString();

    @Test
    void every_task_runs_once_and_is_accounted_for_however_often_the_daemon_is_killed() throws Exception {
        crash(5, 1);
    }

    @Test
    @Tag("long")
    void every_task_runs_once_and_is_accounted_for_over_hundreds_of_kills() throws Exception {
        crash(300, 2);
    }

    private void crash(int rounds, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Files.createDirectories(folder.resolve("runs"));
        int tasks = 0;
        for (int round = 0; round < rounds; round++) {
            tasks += NEW_TASKS_PER_ROUND;
            Files.deleteIfExists(folder.resolve("ordered"));
            Process daemon = daemon(tasks);
            // Some are killed while they take up what there was, some while they work.
            boolean early = random.nextInt(4) == 0;
            try {
                if (!early) {
                    Heard.until("a daemon that is up, in round " + round + " of seed " + seed, () -> {
                        assertThat(daemon.isAlive() || Files.exists(folder.resolve("ordered")))
                                .isTrue();
                        return Files.exists(folder.resolve("ordered"));
                    });
                }
                daemon.waitFor(early ? random.nextInt(600) : random.nextInt(200), TimeUnit.MILLISECONDS);
            } finally {
                daemon.destroyForcibly();
            }
            daemon.waitFor();
        }
        Process last = daemon(tasks);
        assertThat(last.waitFor(120, TimeUnit.SECONDS))
                .as("the last daemon hears every end")
                .isTrue();
        assertThat(last.exitValue()).isZero();
        check(tasks);
    }

    private Process daemon(int tasks) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CrashingDaemon.class.getName(),
                        folder.toString(),
                        Integer.toString(tasks),
                        mark)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    private void check(int tasks) throws IOException {
        Map<Integer, String> ends = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve("ends"))) {
            String[] words = line.split(" ", 3);
            ends.put(Integer.parseInt(words[0]), words[1] + " " + words[2]);
        }
        assertThat(ends).hasSize(tasks);
        for (int number = 0; number < tasks; number++) {
            Path runs = folder.resolve("runs").resolve(Integer.toString(number));
            int times = Files.exists(runs) ? Files.readAllLines(runs).size() : 0;
            String end = ends.get(number);
            if (CrashingDaemon.isKilled(number)) {
                assertThat(times).as("runs of %d, %s", number, end).isLessThanOrEqualTo(1);
                assertThat(end).startsWith("KILLED");
            } else {
                assertThat(times).as("runs of %d, %s", number, end).isEqualTo(1);
                assertThat(end).startsWith(number % 5 == 1 ? "FAILED exited with status 3" : "FINISHED");
            }
        }
        assertThat(marked()).as("processes that are left").isEmpty();
    }

    private List<Path> marked() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                try {
                    if (Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1)
                            .contains(mark)) {
                        found.add(process);
                    }
                } catch (IOException e) {
                    // it has ended
                }
            }
        }
        return found;
    }
}
