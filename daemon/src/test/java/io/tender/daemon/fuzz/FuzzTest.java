package io.tender.daemon.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input of every kind, to every endpoint. {@code -Dtender.fuzz.seed=7} plays one round again. */
class FuzzTest {
    private static final int REQUESTS = 300;

    @TempDir
    private Path folder;

    private Map<String, Integer> round(long seed) throws Exception {
        return new FuzzRound(seed, REQUESTS).run(Files.createTempDirectory(folder, "world"));
    }

    @Test
    void bad_requests_are_refused_with_words_and_change_nothing() throws Exception {
        Map<String, Integer> answers = round(Long.getLong("tender.fuzz.seed", 2026));

        // Otherwise the requests would all fail at the first check, and show little.
        assertThat(answers).containsKeys("200", "202", "400", "404");
    }

    @Test
    @Tag("long")
    void tens_of_thousands_of_bad_requests_change_nothing_either() throws Exception {
        for (long seed = 1; seed <= 100; seed++) {
            round(seed);
        }
    }
}
