package io.tender.toolkit.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingDiffTest {
    @TempDir
    private Path folder;

    private Lines one;
    private Lines other;

    @BeforeEach
    void begin() {
        one = new Lines(folder.resolve("one.jsonl"));
        other = new Lines(folder.resolve("other.jsonl"));
    }

    @Test
    void the_same_questions_are_compared_in_their_order_whatever_stands_between_them() throws IOException {
        one.asked("/predicate", predicate("s1", "n1"), "{\"code\":0}")
                .asked("/predicate", predicate("s1", "n2"), "{\"code\":0}")
                .asked("/predicate", predicate("s2", "n1"), "{\"code\":3}");
        other.asked("/v2/predicate", predicate("t7", "n2"), "{\"code\":2}")
                .asked("/v2/predicate", predicate("t7", "n1"), "{\"code\":0}")
                .asked("/v2/predicate", predicate("t7", "n1"), "{\"code\":3}");

        Report report = diff();

        assertThat(report.compared()).isEqualTo(3);
        assertThat(report.changes()).singleElement().satisfies(change -> {
            assertThat(change.line()).isEqualTo(2);
            assertThat(change.differences().getFirst().about()).isEqualTo("n2");
        });
        assertThat(report.unmatched()).isEmpty();
    }

    @Test
    void questions_of_one_side_only_are_counted() throws IOException {
        one.asked("/predicate", predicate("s1", "n1"), "{\"code\":0}")
                .asked("/predicate", predicate("s1", "n9"), "{\"code\":0}");
        other.asked("/predicate", predicate("s1", "n1"), "{\"code\":0}")
                .asked("/predicate", predicate("s1", "n1"), "{\"code\":0}")
                .line("torn");

        Report report = diff();

        assertThat(report.compared()).isEqualTo(1);
        assertThat(report.unmatched()).hasSize(2).containsValues(1L, 1L);
        assertThat(report.unreadable()).isEqualTo(1);
    }

    @Test
    void what_is_beyond_the_limit_is_not_taken_for_a_difference() throws IOException {
        for (int i = 0; i < 10; i++) {
            one.asked("/predicate", predicate("s1", "n" + i), "{\"code\":0}");
            other.asked("/predicate", predicate("s1", "n" + i), "{\"code\":0}");
        }

        Report report = diff(3);

        assertThat(report.compared()).isEqualTo(3);
        assertThat(report.stopped()).isTrue();
        assertThat(report.unmatched()).isEmpty();
    }

    @Test
    void a_latency_beyond_all_bounds_is_a_bad_line_and_the_rest_goes_on() throws IOException {
        one.asked("/predicate", predicate("s1", "n1"), "{\"code\":0}");
        other.asked("/predicate", predicate("s1", "n1"), "{\"code\":0}");
        String line = Files.readString(one.file());
        one.line(line.replaceFirst("\"latencyMicros\":\\d+", "\"latencyMicros\":9223372036854775807"));

        Report report = diff();

        assertThat(report.compared()).isEqualTo(1);
        assertThat(report.unreadable()).isEqualTo(1);
        assertThat(report.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(2);
            assertThat(problem.text()).contains("latencyMicros");
        });
    }

    @Test
    void the_clock_reading_of_old_auroras_is_passed_over() throws IOException {
        one.asked("/o", "{\"jobKey\":\"a-b-c@123\",\"hosts\":[{\"name\":\"h\"}]}", "{\"hosts\":[\"h\"]}");
        other.asked("/o", "{\"jobKey\":\"a-b-c@456\",\"hosts\":[{\"name\":\"h\"}]}", "{\"hosts\":[]}");

        assertThat(diff().changed()).isEqualTo(1);
    }

    @Test
    void what_changes_things_is_compared_too_since_nobody_is_asked() throws IOException {
        String commit = "{\"sessionId\":\"s\",\"tasks\":[{\"name\":\"a\"}]}";
        one.asked("/commit", commit, "{}");
        other.asked("/commit", commit, "{}");

        assertThat(diff().same()).isEqualTo(1);
    }

    private Report diff() throws IOException {
        return diff(Selection.usual().limit());
    }

    private Report diff(long limit) throws IOException {
        Selection usual = Selection.usual();
        Selection all = new Selection(usual.recognition(), usual.kinds(), true, 0, limit);
        return new RecordingDiff(one.file(), other.file(), all).run((bytes, compared) -> {});
    }

    private static String predicate(String session, String node) {
        return "{\"sessionId\":\"" + session + "\",\"task\":{\"namespace\":\"d\",\"name\":\"t\"},\"node\":{\"name\":\""
                + node + "\"}}";
    }
}
