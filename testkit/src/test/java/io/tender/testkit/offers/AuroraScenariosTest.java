package io.tender.testkit.offers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Aurora's own scenarios of its HTTP offer set, P1 to P11 and G1 to G4, over a socket. */
class AuroraScenariosTest {
    private static final String[] FIRST = {"A:HOST_A", "B:HOST_B", "C:HOST_C"};
    private static final String[] SECOND = {"A:HOST_A", "B:HOST_B", "C:HOST_C", "C1:HOST_C"};
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private static void parses(String[] held, String answer, String expected, int diff) {
        try (ScriptedService service = new ScriptedService(ScriptedService.json(answer));
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding(held)) {
            assertThat(bench.order()).isEqualTo(expected);
            bench.advance(INTERVAL);
            assertThat(bench.gauge("max_diff")).isEqualTo(diff);
            assertThat(bench.gauge("failure_count")).isZero();
        }
    }

    private static void fails(String[] held, String answer, String nativeOrder) {
        try (ScriptedService service = new ScriptedService(ScriptedService.json(answer));
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding(held)) {
            assertThat(bench.order()).isEqualTo(nativeOrder);
            bench.advance(INTERVAL);
            assertThat(bench.gauge("failure_count")).isEqualTo(1);
            assertThat(bench.gauge("max_diff")).isZero();
        }
    }

    @Test
    void p1_all_hosts_in_the_answer() {
        parses(FIRST, "{\"error\":\"\",\"hosts\":[\"HOST_A\",\"HOST_B\",\"HOST_C\"]}", "A B C", 0);
    }

    @Test
    void p2_a_host_that_is_not_named_is_filtered() {
        parses(FIRST, "{\"error\":\"\",\"hosts\":[\"HOST_A\",\"HOST_C\"]}", "A C", 1);
    }

    @Test
    void p3_a_name_that_is_nobodys_is_passed_over() {
        parses(FIRST, "{\"error\":\"\",\"hosts\":[\"HOST_A\",\"HOST_B\",\"HOST_D\",\"HOST_C\"]}", "A B C", 1);
    }

    @Test
    void p4_both_at_once() {
        parses(FIRST, "{\"error\":\"\",\"hosts\":[\"HOST_A\",\"HOST_D\",\"HOST_C\"]}", "A C", 2);
    }

    @Test
    void p5_an_offer_that_is_tried_last_adds_to_the_difference() {
        String answer = "{\"error\":\"\",\"hosts\":[\"HOST_A\",\"HOST_D\",\"HOST_C\"]}";
        try (ScriptedService service = new ScriptedService(ScriptedService.json(answer));
                HttpSetBench bench = new HttpSetBench(
                                service.endpoint(), "http_offer_set_max_starting_tasks_per_slave", "1")
                        .holding("A:HOST_A", "B:HOST_B", "C:HOST_C", "E:HOST_E")
                        .starting("E", 1)) {
            assertThat(bench.order()).isEqualTo("A C E");
            bench.advance(INTERVAL);
            assertThat(bench.gauge("max_diff")).isEqualTo(3);
        }
    }

    @Test
    void p6_an_error_is_a_failure_whatever_the_hosts() {
        fails(FIRST, "{\"error\":\"Error\",\"hosts\":[\"HOST_A\",\"HOST_B\",\"HOST_C\"]}", "A B C");
    }

    @Test
    void p7_an_error_without_hosts_is_a_failure() {
        fails(FIRST, "{\"error\":\"error\"}", "A B C");
    }

    @Test
    void p8_an_object_of_unknown_keys_alone_is_a_failure() {
        fails(FIRST, "{\"weird\":\"object\"}", "A B C");
    }

    @Test
    void p9_all_offers_of_a_host_are_tried_in_native_order() {
        parses(SECOND, "{\"error\":\"\",\"hosts\":[\"HOST_A\",\"HOST_B\",\"HOST_C\"]}", "A B C C1", 0);
    }

    @Test
    void p10_the_same_with_a_name_that_is_nobodys() {
        parses(SECOND, "{\"error\":\"\",\"hosts\":[\"HOST_A\",\"HOST_B\",\"HOST_D\",\"HOST_C\"]}", "A B C C1", 1);
    }

    @Test
    void p11_an_error_is_a_failure_with_two_offers_of_a_host_too() {
        fails(SECOND, "{\"error\":\"Error\",\"hosts\":[\"HOST_A\",\"HOST_B\"]}", "A B C C1");
    }

    private static String withoutService(String limit, String filter) {
        ScriptedService service = new ScriptedService(ScriptedService.closing());
        service.close();
        try (HttpSetBench bench = new HttpSetBench(
                        service.endpoint(),
                        "http_offer_set_max_retries",
                        "0",
                        "http_offer_set_max_starting_tasks_per_slave",
                        limit,
                        "http_offer_set_filter_enabled",
                        filter)
                .holding(FIRST)
                .starting("B", 1)) {
            return bench.order();
        }
    }

    @Test
    void g1_without_a_limit_all_are_tried() {
        assertThat(withoutService("0", "false")).isEqualTo("A B C");
    }

    @Test
    void g2_a_negative_limit_is_none() {
        assertThat(withoutService("-1", "false")).isEqualTo("A B C");
    }

    @Test
    void g3_fewer_starting_tasks_than_the_limit_do_no_harm() {
        assertThat(withoutService("2", "false")).isEqualTo("A B C");
    }

    @Test
    void g4_as_many_starting_tasks_as_the_limit_and_a_filter_leave_the_machine_out() {
        assertThat(withoutService("1", "true")).isEqualTo("A C");
        assertThat(withoutService("1", "false")).isEqualTo("A C B");
    }
}
