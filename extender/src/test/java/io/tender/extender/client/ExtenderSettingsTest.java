package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExtenderSettingsTest {
    @Test
    void all_problems_are_told_at_once() {
        ExtenderSettings.Builder builder = ExtenderSettings.of("gpu", "http://host/")
                .deadline(Duration.ZERO)
                .tls(TlsSettings.USUAL.withoutHostNameCheck())
                .tokenFile(Path.of("token"))
                .header("Authorization", Secret.of("Basic hush-hush"))
                .header("Content-Length", Secret.of("5"))
                .header("X-Forged", Secret.of("a\r\nHost: hush-hush"));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("deadline:", "tls:", "token file", "'Content-Length'", "'X-Forged'")
                .hasMessageNotContaining("hush-hush");
    }

    @Test
    void numbers_out_of_bounds_are_refused_where_they_are_given() {
        assertThatThrownBy(() -> new RetrySettings(-1, Duration.ZERO, Duration.ZERO))
                .hasMessageContainingAll("most: got -1", "firstBackoff:");
        assertThatThrownBy(() -> new BulkheadSettings(0, -1)).hasMessageContainingAll("inFlight:", "queued:");
        assertThatThrownBy(() -> SizeLimits.USUAL.withAnswerBytes(0)).hasMessageContaining("answerBytes:");
        assertThatThrownBy(() -> new BreakerSettings(true, 5, 6, 0, Duration.ofSeconds(2), Duration.ofSeconds(1), 0))
                .hasMessageContainingAll("fewestCalls:", "failurePercent:", "longestOpen:", "probes:");
        assertThatThrownBy(() -> new RecordingSettings(Path.of("x"), -1, 0, 0, 0))
                .hasMessageContainingAll("bodyBytes:", "fileBytes:", "files:", "queued:");
    }

    @Test
    void names_that_would_not_fit_a_label_are_refused() {
        assertThatThrownBy(() -> new ExtenderName("two words")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Verb("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_defaults_are_usable() {
        ExtenderSettings settings = ExtenderSettings.of("gpu", "https://host/").build();

        assertThat(settings.deadline()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.limits().answerBytes()).isEqualTo(10 * 1024 * 1024);
        assertThat(settings.tls().checkHostName()).isTrue();
    }
}
