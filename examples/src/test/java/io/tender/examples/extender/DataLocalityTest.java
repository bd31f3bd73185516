package io.tender.examples.extender;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.server.ExtenderServer;
import io.tender.testkit.scenario.BatchLanguage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataLocalityTest {
    @TempDir
    private Path folder;

    private static String reading(String job, String data) {
        return """
                - jobs:
                    %s: {tasks: {replicas: 1, request: cpu=1, annotations: {data: '%s'}}}
                """.formatted(job, data);
    }

    @Test
    void a_task_goes_where_most_of_its_data_is_also_after_the_data_has_moved() throws Exception {
        Path file =
                Files.writeString(folder.resolve("where"), "# data set, machine\ngenomes n2\nmaps n3\ngenomes n3\n");
        try (ExtenderServer extender = DataLocality.extender(file).listen(0);
                BatchLanguage scenario = Asking.scenario(extender, "prioritize", "nodes: {n1..n3: cpu=8}\n")) {
            scenario.steps(reading("a", "genomes, maps")).session().expectPlaced("a", "n3");

            Files.writeString(file, "maps n1\n");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1));
            scenario.steps(reading("b", "maps"))
                    .session()
                    .expectPlaced("b", "n1")
                    .end();
        }
    }

    @Test
    void a_line_that_makes_no_sense_is_shown_at_the_start() throws Exception {
        Path file = Files.writeString(folder.resolve("where"), "genomes n2\nmaps\n");
        assertThatThrownBy(() -> DataLocality.extender(file))
                .hasMessageContaining("where:2: got 'maps', expected a data set and a machine");
    }
}
