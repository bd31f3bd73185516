package io.tender.daemon.day;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work, frameworks and agents come and go for hours: everything always adds up, and nothing piles up. */
class ClusterDayTest {
    @TempDir
    private Path folder;

    @Test
    void a_quarter_of_an_hour_of_everything_adds_up_and_comes_to_rest() {
        try (DayWorld world = new DayWorld(1, 12, folder)) {
            DayLoad load = new DayLoad(world, 1);
            for (int minutes = 0; minutes < 15; minutes += 5) {
                ClusterDay.pass(world, load, Duration.ofMinutes(5));
                world.check(ClusterDay.LONGEST);
            }
            ClusterDay.rest(world, load);
        }
    }

    @Test
    @Tag("long")
    void a_day_of_everything_leaves_nothing_behind() throws Exception {
        Day day = day(0);
        assertThat(day.status()).as("%s", day.output()).isZero();
    }

    @Test
    @Tag("long")
    void a_day_that_leaves_a_hundred_bytes_of_every_task_is_noticed() throws Exception {
        Day day = day(100);
        assertThat(day.status()).as("%s", day.output()).isNotZero();
        assertThat(day.output()).contains("[bytes of heap that stay of each task, at most]");
    }

    /** What a day in a process of its own ended with, and what it said. */
    private record Day(int status, String output) {}

    /** @param leak how many bytes it keeps of each task */
    @SuppressWarnings("SystemOut") // A day takes a while: whoever waits sees how far it is.
    private Day day(int leak) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // What is held softly is no leak: it is let go when there is need, so let there always be need.
        command.addAll(List.of("-Xmx256m", "-XX:+UseParallelGC", "-XX:SoftRefLRUPolicyMSPerMB=0", "-ea"));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.addAll(List.of(ClusterDay.class.getName(), folder.toString(), Integer.toString(leak)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            StringBuilder output = new StringBuilder();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(line);
                output.append(line).append('\n');
            }
            return new Day(process.waitFor(), output.toString());
        } finally {
            process.destroyForcibly();
        }
    }
}
