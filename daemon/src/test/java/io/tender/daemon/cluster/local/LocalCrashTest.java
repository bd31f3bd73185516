package io.tender.daemon.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.cluster.Heard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon that is killed again and again, at any moment, while it starts, follows and ends tasks. */
final class LocalCrashTest {
    private static final int NEW_TASKS_PER_ROUND = 5;

    /** Far below the most that an agent runs at once: daemons that live this briefly leave work to the next one. */
    private static final int MOST_UNHEARD = 200;

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
            int heard = heard().size();
            if (tasks - heard < MOST_UNHEARD) {
                tasks += NEW_TASKS_PER_ROUND;
            }
            Files.deleteIfExists(folder.resolve("ordered"));
            Process daemon = daemon(tasks);
            String which = " in round " + round + " of seed " + seed;
            try {
                // Some are killed while they take up what there was, some while they start tasks, some between ends.
                switch (random.nextInt(4)) {
                    case 0 -> daemon.waitFor(random.nextInt(600), TimeUnit.MILLISECONDS);
                    case 1 -> {
                        awaited("orders" + which, daemon, () -> Files.exists(folder.resolve("ordered")));
                        daemon.waitFor(random.nextInt(200), TimeUnit.MILLISECONDS);
                    }
                    default -> {
                        int more = Math.min(tasks - heard, 1 + random.nextInt(2 * NEW_TASKS_PER_ROUND));
                        awaited(more + " ends" + which, daemon, () -> heard().size() >= heard + more);
                    }
                }
            } finally {
                daemon.destroyForcibly();
            }
            daemon.waitFor();
        }
        Process last = daemon(tasks);
        try {
            assertThat(last.waitFor(120, TimeUnit.SECONDS))
                    .as("the last daemon hears every end")
                    .isTrue();
        } finally {
            last.destroyForcibly();
        }
        assertThat(last.exitValue()).isZero();
        assertThat(tasks).as("tasks over %d rounds", rounds).isGreaterThan(rounds);
        check(tasks);
    }

    private static void awaited(String what, Process daemon, BooleanSupplier isThere) {
        Heard.until(what, () -> {
            boolean alive = daemon.isAlive();
            boolean there = isThere.getAsBoolean();
            assertThat(alive || there)
                    .as("a daemon that lives until there are %s", what)
                    .isTrue();
            return there;
        });
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
        Map<Integer, String> ends = heard();
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

    private Map<Integer, String> heard() {
        Map<Integer, String> ends = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(folder.resolve("ends"))) {
                String[] words = line.split(" ", 3);
                ends.put(Integer.parseInt(words[0]), words[1] + " " + words[2]);
            }
        } catch (NoSuchFileException none) {
            return ends;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return ends;
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
