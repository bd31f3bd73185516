package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tender.daemon.settings.Settings;
import io.tender.daemon.trace.Collector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What must not be seen by whoever reads the log, however much is logged. */
class SecretsTest {
    private static final String OPERATOR = "operator-secret-0123456789";
    private static final String WRONG = "stranger-secret-0123456789";
    private static final String COLLECTOR = "collector-secret-0123456789";
    private static final String HEADER = "header-secret-0123456789";
    private static final String EXTENDER = "extender-secret-0123456789";
    private static final String OFFER_SET = "offerset-secret-0123456789";
    private static final List<String> SECRETS = List.of(OPERATOR, WRONG, COLLECTOR, HEADER, EXTENDER, OFFER_SET);

    @TempDir
    private Path folder;

    @Test
    void no_secret_is_ever_logged_and_every_line_of_a_decision_has_its_ids() throws Exception {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Logger ours = (Logger) LoggerFactory.getLogger("io.tender");
        Level before = ours.getLevel();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        ours.setLevel(Level.TRACE);
        root.addAppender(lines);
        try (Collector collector = new Collector(false)) {
            live(collector);
        } finally {
            root.detachAppender(lines);
            ours.setLevel(before);
        }
        String log = written(lines);
        SECRETS.forEach(secret -> assertThat(log).doesNotContain(secret));
        List<String> decisions = log.lines()
                .filter(line -> line.contains("\"io.tender.decisions\""))
                .toList();
        assertThat(decisions).anySatisfy(line -> assertThat(line).contains("ASSIGNED"));
        assertThat(decisions).allSatisfy(line -> assertThat(line).containsAnyOf("\"job\":", "\"session\":"));
        assertThat(decisions)
                .filteredOn(line -> line.contains("ASSIGNED"))
                .allSatisfy(line -> assertThat(line).contains("\"job\"", "\"task\"", "\"run\"", "\"agent\""));
    }

    private void live(Collector collector) throws Exception {
        Files.writeString(folder.resolve("operator.token"), OPERATOR);
        Files.writeString(folder.resolve("collector.token"), COLLECTOR);
        Files.writeString(folder.resolve("extender.token"), EXTENDER);
        Files.writeString(folder.resolve("offers.token"), OFFER_SET);
        String settings = RunningDaemon.SIMULATED
                + """
                access: [{name: ann, tokenFile: operator.token, permissions: [operator]}]
                tracing: {endpoint: "%s?key=%s", tokenFile: collector.token, headers: {X-Key: %s}, delay: 50ms}
                services:
                  offer_set_module: http
                  http_offer_set_endpoint: http://127.0.0.1:1/offers
                  http_offer_set_token_file: %s
                batch:
                  schedulePeriod: 50ms
                  conf:
                    actions: "enqueue, allocate"
                    tiers:
                    - plugins:
                      - {name: gang}
                      - name: extender
                        arguments:
                          extender.urlPrefix: http://127.0.0.1:1
                          extender.predicateVerb: predicate
                          extender.ignorable: true
                          extender.tokenFile: %s
                """.formatted(
                                collector.address(),
                                HEADER,
                                HEADER,
                                folder.resolve("offers.token"),
                                folder.resolve("extender.token"));
        String[] operator = {"Authorization", "Bearer " + OPERATOR};
        try (RunningDaemon running = new RunningDaemon(folder, settings)) {
            assertThat(String.valueOf(Settings.read(folder.resolve("tender.yaml"), Settings.Given.NOTHING)))
                    .doesNotContain(SECRETS);
            assertThat(running.ask("GET", "/v1/jobs", "", "Authorization", "Bearer " + WRONG)
                            .statusCode())
                    .isEqualTo(401);
            running.apply(RunningDaemon.job("work", 2), operator);
            running.await(
                    "/v1/jobs/default/work",
                    job -> job.at("/status/state/phase").asString("").equals("Running"),
                    operator);
            running.write(settings + "log: {level: debug}\n");
            assertThat(running.changes(operator)).containsExactly("log: now");
            running.write(settings + "log: {level: loud}\n");
            assertThat(running.reload(409, operator).toString()).doesNotContain(SECRETS);
            String flags = running.ask(
                            "POST",
                            "/api/v1",
                            "{\"type\": \"GET_FLAGS\"}",
                            "Authorization",
                            "Bearer " + OPERATOR,
                            "Content-Type",
                            "application/json")
                    .body();
            assertThat(flags).contains("allocator").doesNotContain(SECRETS);
            assertThat(running.ask("GET", "/metrics", "", operator).body()).doesNotContain(SECRETS);
        }
    }

    /** All of each line, as a program would read it: its message, its fields, and what was thrown. */
    private static String written(ListAppender<ILoggingEvent> lines) {
        JsonEncoder json = new JsonEncoder();
        json.setWithFormattedMessage(true);
        json.start();
        return List.copyOf(lines.list).stream()
                .map(line -> new String(json.encode(line), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
    }
}
