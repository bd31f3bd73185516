package io.tender.model;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {
    private static final List<Function<String, Object>> IDS =
            List.of(AgentId::new, FrameworkId::new, OfferId::new, TaskId::new);

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\r\t"})
    void an_id_that_nobody_can_see_is_refused_with_what_was_got_what_was_expected_and_what_to_do(String blank) {
        for (Function<String, Object> id : IDS) {
            assertThatThrownBy(() -> id.apply(blank))
                    .isInstanceOf(BrokenRule.class)
                    .hasMessageContaining(
                            "is blank.\n  got:      no character that can be seen\n  expected: a visible name such as '")
                    .hasMessageContaining("\n  to do:    name the ");
        }
    }
}
