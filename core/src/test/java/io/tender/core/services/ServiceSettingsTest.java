package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.BrokenRule;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceSettingsTest {

    @ParameterizedTest
    @CsvSource({"100ms,100", "1secs,1000", "5mins,300000", "2hrs,7200000", "1days,86400000", "2000us,2", "0secs,0"})
    void a_length_of_time_keeps_its_unit(String text, long millis) {
        assertThat(Durations.parseMillis("x", text)).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5 mins", "5min", "-1secs", "1.5secs", "1us", "999999999999999days"})
    void what_is_no_length_of_time_is_refused(String text) {
        assertThatThrownBy(() -> Durations.parseMillis("x", text))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContainingAll("'" + text + "'", "100ms, 1secs", "to do:");
    }

    @Property
    void what_is_printed_reads_back_the_same(@ForAll @LongRange(max = 1L << 40) long millis) {
        assertThat(Durations.parseMillis("x", Durations.print(millis))).isEqualTo(millis);
    }

    @Test
    void the_defaults_are_those_of_aurora() {
        ServiceSettings defaults = ServiceSettings.defaults();
        assertThat(defaults.minOfferHoldMillis()).isEqualTo(300_000);
        assertThat(defaults.offerHoldJitterMillis()).isEqualTo(60_000);
        assertThat(defaults.maxTasksPerAttempt()).isEqualTo(5);
        assertThat(defaults.maxAttemptsPerSecond()).isEqualTo(40);
        assertThat(defaults.maxTasksPerOffer()).isEqualTo(1);
        assertThat(defaults.offerOrder()).isEqualTo("RANDOM");
        assertThat(defaults.holdsOutliveUnavailability()).isFalse();
        assertThat(defaults.with("unavailability_threshold", "1mins").holdsOutliveUnavailability())
                .isTrue();
    }

    @Test
    void a_changed_setting_leaves_the_others() {
        ServiceSettings changed =
                ServiceSettings.defaults().with("min_offer_hold_time", "10secs").with("offer_order", "cpu,memory");

        assertThat(changed.minOfferHoldMillis()).isEqualTo(10_000);
        assertThat(changed.offerOrder()).isEqualTo("cpu,memory");
        assertThat(changed.given()).containsOnlyKeys("min_offer_hold_time", "offer_order");
    }

    @Test
    void all_mistakes_are_told_at_once() {
        assertThatThrownBy(() -> ServiceSettings.parse(Map.of(
                        "min_offer_hold_time", "soon",
                        "hold_offers_forever", "maybe",
                        "max_tasks_per_offer", "0",
                        "offer_order", "CPU,SPEED",
                        "max_schedule_attempts_per_sec", "-1",
                        "max_schedule_penalty", "1ms",
                        "max_task_per_offer", "1")))
                .isInstanceOf(BrokenRule.class)
                .hasMessageContainingAll(
                        "min_offer_hold_time: got 'soon'",
                        "hold_offers_forever: got 'maybe'",
                        "max_tasks_per_offer: got '0'",
                        "offer_order: got 'CPU,SPEED'",
                        "max_schedule_attempts_per_sec: got '-1'",
                        "max_schedule_penalty: got '1ms'",
                        "max_task_per_offer: there is no such setting",
                        "7 mistakes");
    }

    @Test
    void an_offer_set_that_waits_is_given_some_time() {
        assertThatThrownBy(() -> ServiceSettings.defaults().with("offer_set_answer_timeout", "0ms"))
                .hasMessageContaining("offer_set_answer_timeout: got '0ms', expected more than nothing");
    }
}
