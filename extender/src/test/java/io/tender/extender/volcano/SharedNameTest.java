package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

/** An old and a new extender of one name, as there are while settings are exchanged. */
class SharedNameTest extends PluginTestBase {

    @Test
    void an_extender_that_opens_again_under_its_name_shares_its_metrics_without_a_warning() {
        try (LogLines warnings = new LogLines(MeterRegistry.class)) {
            ExtenderPlugin before = plugin(Question.PREDICATE);
            ExtenderPlugin after = plugin(Question.PREDICATE);
            assertThat(after.name()).isEqualTo(before.name());
            before.close();
            assertThat(registry.find("tender.extender.connections").gauge()).isNotNull();
            assertThat(warnings.all()).isEmpty();
        }
    }
}
