package io.tender.extender.aurora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AuroraFlagsTest {
    private static final Set<String> SCHEDULER = Set.of("offer_set_module", "offer_order", "min_offer_hold_time");

    @Test
    void a_flags_file_is_read_as_it_is() {
        AuroraFlags.Divided flags = AuroraFlags.parse("aurora.flags", """
                # how the scheduler of cluster west is started
                -cluster_name=west
                -offer_set_module=io.github.aurora.scheduler.offers.HttpOfferSetModule
                -http_offer_set_endpoint=http://localhost:9090/v1/offerset?a=b

                -http_offer_set_timeout=100ms
                --http_offer_set_filter_enabled
                -offer_order="CPU,MEMORY"
                -min_offer_hold_time=1mins \\
                '-http_offer_set_max_retries=5',
                -sla_stat_refresh_interval=30secs
                """).divide(SCHEDULER);

        assertThat(flags.scheduler())
                .isEqualTo(Map.of(
                        "offer_set_module", "io.github.aurora.scheduler.offers.HttpOfferSetModule",
                        "offer_order", "CPU,MEMORY",
                        "min_offer_hold_time", "1mins"));
        assertThat(flags.offerSet())
                .isEqualTo(Map.of(
                        "http_offer_set_endpoint", "http://localhost:9090/v1/offerset?a=b",
                        "http_offer_set_timeout", "100ms",
                        "http_offer_set_filter_enabled", "true",
                        "http_offer_set_max_retries", "5",
                        "sla_stat_refresh_interval", "30secs"));
        assertThat(flags.notices()).containsExactly("The Aurora flag -cluster_name means nothing here and is ignored.");
        assertThat(HttpOfferSetSettings.parse(flags.offerSet()).filterStarting())
                .isTrue();
    }

    @Test
    void lines_that_are_no_flags_and_contradictions_are_told_with_their_places() {
        assertThatThrownBy(() -> AuroraFlags.parse("f", """
                -a=1
                offer_order=CPU
                -a=2
                -a=1
                """))
                .hasMessageContaining("f:2: got 'offer_order=CPU', expected -name=value")
                .hasMessageContaining("f:3: got -a again with '2'")
                .hasMessageNotContaining("f:4");
    }

    @Test
    void flags_of_an_offer_set_that_is_not_chosen_are_left_over() {
        AuroraFlags.Divided flags = AuroraFlags.parse("f", """
                -http_offer_set_endpoint=http://localhost:9090/v1/offerset
                -sla_stat_refresh_interval=30secs
                -offer_order=CPU
                """).divide(SCHEDULER);
        assertThat(flags.offerSet()).isEmpty();
        assertThat(flags.scheduler()).isEqualTo(Map.of("offer_order", "CPU"));
        assertThat(flags.notices())
                .hasSize(2)
                .allMatch(
                        notice -> notice.contains("is of the HTTP offer set, which offer_set_module does not choose"));
    }

    @Test
    void more_retries_than_there_can_be_are_bounded_and_said() {
        for (String many : List.of("101", "250", "1000", "999999999")) {
            AuroraFlags.Divided flags = AuroraFlags.parse(
                            "f", "-offer_set_module=http\n-http_offer_set_max_retries=" + many)
                    .divide(SCHEDULER);
            assertThat(HttpOfferSetSettings.parse(flags.offerSet()).maxRetries())
                    .isEqualTo(100);
            assertThat(flags.notices())
                    .containsExactly(
                            "The setting http_offer_set_max_retries=" + many + " is taken for 100, the most there is.");
        }
        assertThat(AuroraFlags.parse("f", "-offer_set_module=http\n-http_offer_set_max_retries=100")
                        .divide(SCHEDULER)
                        .notices())
                .isEmpty();
    }

    @Test
    void auroras_habits_follow_its_flag_for_revocable_memory() {
        AuroraFlags.Divided flags =
                AuroraFlags.parse("f", """
                -offer_set_module=http
                -http_offer_set_compat=aurora-0.27
                -enable_revocable_ram=true
                """).divide(Set.of("offer_set_module", "enable_revocable_ram"));
        assertThat(HttpOfferSetSettings.parse(flags.offerSet()).compat()).isEqualTo(Compat.AURORA_0_27_REVOCABLE_RAM);
    }
}
