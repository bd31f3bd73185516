package io.tender.daemon.journal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class SurroundingsTest {
    @Test
    void what_is_missing_fails_in_ci_and_is_skipped_elsewhere() {
        assertThatThrownBy(() -> Surroundings.need(false, "install it", Map.of("CI", "true"), "root"))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("install it");
        assertThatThrownBy(() -> Surroundings.need(false, "install it", Map.of("CI", "true"), "ann"))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("install it");
        assertThatThrownBy(() -> Surroundings.need(false, "install it", Map.of(), "root"))
                .isInstanceOf(TestAbortedException.class);
        assertThatCode(() -> Surroundings.need(true, "install it", Map.of("CI", "true"), "root"))
                .doesNotThrowAnyException();
    }
}
