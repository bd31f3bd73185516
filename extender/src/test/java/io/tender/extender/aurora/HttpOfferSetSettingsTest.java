package io.tender.extender.aurora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.HttpVersion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpOfferSetSettingsTest {

    private static HttpOfferSetSettings parse(String... pairs) {
        Map<String, String> given = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            given.put(pairs[i], pairs[i + 1]);
        }
        return HttpOfferSetSettings.parse(given);
    }

    @Test
    void nothing_said_means_what_aurora_means() {
        HttpOfferSetSettings settings = parse();

        assertThat(settings.endpoint()).hasToString("http://localhost:9090/v1/offerset");
        assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(100));
        assertThat(settings.maxRetries()).isEqualTo(10);
        assertThat(settings.maxStartingTasks()).isZero();
        assertThat(settings.filterStarting()).isFalse();
        assertThat(settings.statInterval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.compat()).isEqualTo(Compat.NONE);
        assertThat(settings.emptyAnswer()).isEqualTo(EmptyAnswer.FALL_BACK);
        assertThat(settings.breaker().enabled()).isTrue();
    }

    @Test
    void everything_can_be_said() {
        HttpOfferSetSettings settings = parse(
                "http_offer_set_endpoint", "https://orders.example:8443/v1/offerset?key=k",
                "http_offer_set_timeout", "2secs",
                "http_offer_set_max_retries", "3",
                "http_offer_set_max_starting_tasks_per_slave", "4",
                "http_offer_set_filter_enabled", "true",
                "http_offer_set_task_fetch_interval", "5secs",
                "sla_stat_refresh_interval", "10secs",
                "http_offer_set_compat", "aurora-0.27",
                "http_offer_set_empty_answer", "fall-back",
                "http_offer_set_http_version", "2",
                "http_offer_set_breaker_enabled", "true",
                "http_offer_set_breaker_window", "10",
                "http_offer_set_breaker_min_calls", "2",
                "http_offer_set_breaker_failure_percent", "80",
                "http_offer_set_breaker_open_time", "5secs",
                "http_offer_set_breaker_max_open_time", "5mins",
                "http_offer_set_max_request_bytes", "1000000",
                "http_offer_set_max_answer_bytes", "2000000",
                "http_offer_set_ca_file", "ca.pem",
                "http_offer_set_client_certificate_file", "me.pem",
                "http_offer_set_client_key_file", "me.key",
                "http_offer_set_check_host_name", "false",
                "http_offer_set_token_file", "token",
                "http_offer_set_recording_file", "asked.jsonl");
        ExtenderSettings client = settings.client();

        assertThat(client.endpoint().host()).isEqualTo("orders.example");
        assertThat(client.deadline()).isEqualTo(Duration.ofSeconds(2));
        assertThat(client.httpVersion()).isEqualTo(HttpVersion.HTTP_2);
        assertThat(client.retries().most()).isEqualTo(3);
        assertThat(client.breaker().window()).isEqualTo(10);
        assertThat(client.breaker().longestOpen()).isEqualTo(Duration.ofMinutes(5));
        assertThat(client.limits().requestBytes()).isEqualTo(1_000_000);
        assertThat(client.limits().answerBytes()).isEqualTo(2_000_000);
        assertThat(client.tls().authorities()).contains(Path.of("ca.pem"));
        assertThat(client.tls().checkHostName()).isFalse();
        assertThat(client.tokenFile()).contains(Path.of("token"));
        assertThat(client.recording()).isPresent();
        assertThat(settings.maxStartingTasks()).isEqualTo(4);
        assertThat(settings.emptyAnswer()).isEqualTo(EmptyAnswer.FALL_BACK);
    }

    @ParameterizedTest
    @CsvSource({"100ms, 100", "1secs, 1000", "5mins, 300000", "1hrs, 3600000", "2000us, 2", "3000000ns, 3"})
    void a_timeout_has_its_unit(String text, long millis) {
        assertThat(parse("http_offer_set_timeout", text).timeout()).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void the_older_name_of_the_timeout_is_in_milliseconds_and_may_stand_beside_an_equal_one() {
        assertThat(parse("http_offer_set_timeout_ms", "250").timeout()).isEqualTo(Duration.ofMillis(250));
        assertThat(parse("http_offer_set_timeout_ms", "1000", "http_offer_set_timeout", "1secs")
                        .timeout())
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void two_different_timeouts_are_refused() {
        assertThatThrownBy(() -> parse("http_offer_set_timeout_ms", "100", "http_offer_set_timeout", "1secs"))
                .hasMessageContaining("got 1secs beside http_offer_set_timeout_ms of 100ms")
                .hasMessageContaining("one of the two");
    }

    @ParameterizedTest
    @CsvSource({"http_offer_set_timeout, 0ms", "http_offer_set_timeout, 0secs", "http_offer_set_timeout_ms, 0"})
    void no_limit_is_refused_with_the_reason(String name, String text) {
        assertThatThrownBy(() -> parse(name, text))
                .hasMessageContaining(name + ": got 0, which means no limit in Aurora")
                .hasMessageContaining("no decision waits without a deadline");
    }

    @ParameterizedTest
    @CsvSource({
        "http_offer_set_timeout, 1sec",
        "http_offer_set_timeout, 100",
        "http_offer_set_timeout, 2hrs",
        "http_offer_set_timeout, 500us",
        "http_offer_set_timeout_ms, 1secs",
        "http_offer_set_max_retries, -1",
        "http_offer_set_max_retries, many",
        "http_offer_set_filter_enabled, yes",
        "http_offer_set_compat, aurora",
        "http_offer_set_empty_answer, nothing",
        "http_offer_set_endpoint, ftp://host/",
        "http_offer_set_endpoint, localhost",
        "http_offer_set_http_version, 3",
        "http_offer_set_ca_file, ca.pem",
        "http_offer_set_breaker_min_calls, 21",
        "http_offer_set_client_key_file, key.pem",
    })
    void what_cannot_be_is_refused_by_name(String name, String text) {
        assertThatThrownBy(() -> parse(name, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("http_offer_set_")
                .hasMessageContaining("got");
    }

    @Test
    void a_misspelt_setting_is_refused_with_a_guess() {
        assertThatThrownBy(() -> parse("http_offer_set_max_retry", "3"))
                .hasMessageContaining("http_offer_set_max_retry: there is no such setting")
                .hasMessageContaining("did you mean http_offer_set_max_retries?");
        assertThatThrownBy(() -> parse("colour", "red")).hasMessageContaining("known are http_offer_set_endpoint");
    }

    @Test
    void all_problems_are_told_at_once() {
        assertThatThrownBy(() -> parse(
                        "http_offer_set_endpoint", "nowhere",
                        "http_offer_set_timeout", "soon",
                        "http_offer_set_max_retries", "-1",
                        "http_offer_set_timeoutt", "1secs"))
                .hasMessageContainingAll(
                        "http_offer_set_endpoint: ",
                        "http_offer_set_timeout: got 'soon'",
                        "http_offer_set_max_retries: got '-1'",
                        "http_offer_set_timeoutt: there is no such setting");
    }

    @Test
    void a_limit_of_starting_tasks_of_zero_or_less_is_none() {
        assertThat(parse("http_offer_set_max_starting_tasks_per_slave", "-1").maxStartingTasks())
                .isZero();
    }

    @Test
    void with_auroras_habits_an_empty_answer_filters_unless_said_otherwise() {
        assertThat(parse("http_offer_set_compat", "aurora-0.27").emptyAnswer()).isEqualTo(EmptyAnswer.FILTER);
    }
}
