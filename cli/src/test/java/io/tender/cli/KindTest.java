package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class KindTest {
    @Test
    void figures_of_an_extender_are_rounded_for_people() {
        String table =
                Kind.EXTENDERS.table(List.of(new JsonMapper().readTree("""
                        {"id": "rack", "agreement": 0.1923, "rankCorrelation": -0.5, "sameWinner": 12345,
                         "latencyMillis": {"p95": 709.8286}}
                        """))).text();

        assertThat(table).containsPattern("rack .* 19\\.2% +-0\\.50 +12345 .* 709\\.8\\R");
    }

    @Test
    void an_extender_that_was_not_compared_has_no_figures() {
        assertThat(Kind.EXTENDERS
                        .table(List.of(new JsonMapper().readTree("{\"id\": \"rack\"}")))
                        .text())
                .containsPattern("rack +- +- ");
    }
}
