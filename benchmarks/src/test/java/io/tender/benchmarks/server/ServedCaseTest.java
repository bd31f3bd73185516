package io.tender.benchmarks.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.server.Codecs;
import io.tender.extender.server.Dialect;
import io.tender.extender.server.Question;
import io.tender.extender.server.Unreadable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServedCaseTest {
    @ParameterizedTest
    @EnumSource(ServedCase.class)
    void each_question_is_one_that_its_dialect_understands(ServedCase served) throws Unreadable {
        String[] path = served.path().split("/", -1);
        Dialect dialect = path[1].equals("kube") ? Dialect.KUBE : Dialect.TENDER;
        List<byte[]> bodies = served.bodies(40, 2);
        for (byte[] body : bodies) {
            Question.Fit fit =
                    (Question.Fit) Codecs.of(dialect).read(path[2], body).question();
            assertThat(fit.agents()).hasSize(served.nodes(40));
            if (fit.agents().getFirst().known() && fit.agents().size() > 1) {
                assertThat(fit.agents().stream().filter(agent -> agent.has("ssd")))
                        .as("three quarters have the label")
                        .hasSize(30);
            }
        }
        assertThat(bodies).doesNotHaveDuplicates();
    }
}
