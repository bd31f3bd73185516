package io.tender.testkit.batch;

import static io.tender.testkit.scenario.BatchLanguage.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.testkit.scenario.BatchLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code extender.recordingFile}: what is asked and answered in sessions is there to be looked at, and played again. */
class RecordedExtenderTest {
    @TempDir
    private Path folder;

    @Test
    void questions_of_sessions_are_recorded_with_their_answers() throws IOException {
        Path file = folder.resolve("calls.jsonl");
        try (BatchLanguage scenario = batch("""
                extenders: {x: {predicate: {code: 2, errorMessage: not on this one}}}
                tiers:
                  - gang
                  - - name: extender
                      arguments: {extender.urlPrefix: $(x), extender.predicateVerb: predicate, extender.recordingFile: '%s'}
                nodes: {n1: cpu=2}
                """.formatted(file))) {
            scenario.job("a", "1 x cpu=1")
                    .session()
                    .expectNothingPlaced()
                    .expectWhy("a", "not on this one")
                    .end();
        }

        // Closing the scheduler waits for what is still to be written.
        assertThat(Files.readAllLines(file))
                .singleElement()
                .asString()
                .contains("predicate", "a-0", "n1", "not on this one");
    }
}
