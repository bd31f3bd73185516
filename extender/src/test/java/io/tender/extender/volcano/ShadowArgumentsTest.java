package io.tender.extender.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.shadow.Mode;
import io.tender.extender.shadow.ShadowSettings;
import io.tender.extender.shadow.Share;
import io.tender.spi.batch.Arguments;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShadowArgumentsTest {
    private static Optional<ShadowSettings> read(Arguments arguments) {
        return new ShadowArguments(arguments).read(Duration.ofSeconds(1));
    }

    private static List<String> problems(Map<String, Object> given) {
        Arguments arguments = new Arguments(given);
        assertThat(read(arguments)).isEmpty();
        return arguments.problems().stream()
                .map(problem -> problem.name() + ": " + problem.got() + ", expected " + problem.expected())
                .toList();
    }

    @Test
    void an_extender_decides_unless_it_is_said_otherwise() {
        ShadowSettings settings = read(new Arguments(Map.of())).orElseThrow();
        assertThat(settings.mode()).isEqualTo(Mode.DECIDE);
        assertThat(settings.stop().latency()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void a_canary_has_a_share_and_bounds() {
        ShadowSettings settings = read(new Arguments(Map.of(
                        "extender.mode",
                        "canary",
                        "extender.canaryShare",
                        "5%",
                        "extender.shadowOf",
                        "gpu",
                        "extender.canaryStop.window",
                        10,
                        "extender.canaryStop.latency",
                        "20ms")))
                .orElseThrow();
        assertThat(settings.share()).isEqualTo(new Share(500));
        assertThat(settings.shadowOf()).contains("gpu");
        assertThat(settings.stop().fewest()).isEqualTo(10);
        assertThat(settings.stop().latency()).isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void mistakes_are_told_all_at_once() {
        assertThat(problems(Map.of("extender.mode", "shadw", "extender.canaryShare", "5", "extender.shadowQueue", 0)))
                .anyMatch(problem -> problem.contains("'shadw', expected decide or shadow or canary"))
                .anyMatch(problem -> problem.contains("extender.canaryShare"))
                .anyMatch(problem -> problem.contains("extender.shadowQueue"));
        assertThat(problems(Map.of("extender.mode", "canary")))
                .singleElement()
                .asString()
                .contains("extender.canaryShare: nothing, expected a share such as 5%");
        assertThat(problems(Map.of("extender.mode", "shadow", "extender.canaryShare", "5%")))
                .singleElement()
                .asString()
                .contains("extender.mode: canary");
        assertThat(problems(Map.of("extender.shadowOf", "gpu")))
                .singleElement()
                .asString()
                .contains("extender.mode: shadow or canary");
        assertThat(problems(Map.of("extender.canaryStop.disagreement", "lots")))
                .singleElement()
                .asString()
                .contains("'lots'");
    }
}
