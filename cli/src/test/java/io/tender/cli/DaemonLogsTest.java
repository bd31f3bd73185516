package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import io.tender.daemon.settings.LogChoice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Isolated // it takes standard error for a while
class DaemonLogsTest {
    private static final Logger DECISIONS = LoggerFactory.getLogger("io.tender.decisions");
    private static final Logger OTHERS = LoggerFactory.getLogger("io.tender.daemon.Daemon");

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream before = System.err;

    @AfterEach
    void restore() {
        System.setErr(before);
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        new QuietLogs().configure(context);
    }

    private String lines(LogChoice.Format format, Map<String, LogChoice.Level> levels) {
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        DaemonLogs.start(new LogChoice(LogChoice.Level.INFO, format, new TreeMap<>(levels)));
        written.reset();
        DECISIONS.atDebug().addKeyValue("job", "default/train").log("job");
        OTHERS.debug("too much");
        OTHERS.info("enough");
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void names_may_have_levels_of_their_own_and_fields_are_shown() {
        String lines = lines(LogChoice.Format.TEXT, Map.of("io.tender.decisions", LogChoice.Level.DEBUG));
        assertThat(lines.lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("DEBUG").endsWith("decisions: job job=default/train"),
                        line -> assertThat(line).contains("INFO").endsWith("Daemon: enough"));
    }

    @Test
    void programs_get_an_object_per_line() {
        String lines = lines(LogChoice.Format.JSON, Map.of("io.tender.decisions", LogChoice.Level.DEBUG));
        JsonNode first = new JsonMapper().readTree(lines.lines().findFirst().orElseThrow());
        assertThat(first.path("level").asString()).isEqualTo("DEBUG");
        assertThat(first.path("formattedMessage").asString()).isEqualTo("job");
        assertThat(first.at("/kvpList/0/job").asString()).isEqualTo("default/train");
    }

    @Test
    void a_level_that_is_no_longer_given_is_forgotten() {
        lines(LogChoice.Format.TEXT, Map.of("io.tender.decisions", LogChoice.Level.DEBUG));
        assertThat(lines(LogChoice.Format.TEXT, Map.of()).lines()).hasSize(1);
    }
}
