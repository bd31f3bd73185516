package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.ResourceList;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program is killed in the midst of its steps: what it had been answered holds, and nothing is held twice. */
class LedgerKillTest {
    private static final ResourceList ONE = ResourceList.parse("slot=1");
    private static final ResourceList ALL = ResourceList.parse("slot=50");
    private static final Duration HOLD = Duration.ofHours(1);

    /** Reserves, commits and releases as fast as it can, and says what it was answered. */
    static final class Busy {
        private Busy() {}

        public static void main(String[] args) throws IOException {
            try (Ledger ledger = Ledger.journaled(Path.of(args[0]), InstantSource.system(), HOLD, 1_000)) {
                ledger.capacity("pool", ALL);
                for (int i = 0; ; i++) {
                    String key = "k" + i % 70;
                    if (i % 3 == 2) {
                        System.out.println("- " + key);
                        ledger.release(key);
                    } else if (ledger.reserve(key, "pool", ONE).isHeld()
                            && ledger.commit(key).isHeld()) {
                        System.out.println("+ " + key);
                    }
                }
            }
        }
    }

    @Test
    void what_was_answered_before_a_kill_is_held_after_it(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("ledger");
        for (int round = 0; round < 2; round++) {
            Process busy = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Busy.class.getName(),
                            file.toString()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Map<String, Boolean> said = new TreeMap<>();
            try (BufferedReader answers =
                    new BufferedReader(new InputStreamReader(busy.getInputStream(), StandardCharsets.US_ASCII))) {
                for (int lines = 0; lines < 200 + 37 * round; lines++) {
                    note(said, answers.readLine());
                }
                // By its handle, which leaves open what it said.
                assertThat(busy.toHandle().destroyForcibly()).isTrue();
                assertThat(busy.waitFor(20, TimeUnit.SECONDS)).isTrue();
                for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                    note(said, line);
                }
            }
            try (Ledger ledger = Ledger.journaled(file, InstantSource.system(), HOLD, 1_000)) {
                ledger.capacity("pool", ALL);
                assertThat(ALL.covers(ledger.held().getOrDefault("pool", ResourceList.empty())))
                        .isTrue();
                said.forEach((key, held) -> {
                    if (held) {
                        assertThat(ledger.holding(key))
                                .as(key)
                                .hasValueSatisfying(holding ->
                                        assertThat(holding.isCommitted()).isTrue());
                    }
                });
            }
        }
    }

    /** A line that was cut by the kill says nothing. */
    private static void note(Map<String, Boolean> said, String line) {
        assertThat(line).isNotNull();
        if (line.matches("[+-] k\\d+")) {
            said.put(line.substring(2), line.charAt(0) == '+');
        }
    }
}
