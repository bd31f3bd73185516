package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class MetricsTest {
    /** Tests run in the module's folder. */
    private static final Path GUIDE = Path.of("..", "docs", "operating.md");

    private static final Pattern NAME = Pattern.compile("`(tender_[a-z_]+)`");

    private static final String SERVICE = """
            apiVersion: tender.io/v1
            kind: Service
            metadata: {name: hello}
            spec:
              role: www
              instances: 2
              resources: {cpu: 100m, memory: 64Mi, disk: 1Mi}
              command: serve
            """;

    @TempDir
    private Path folder;

    private static String scrape(RunningDaemon daemon) throws Exception {
        return daemon.ask("GET", "/metrics", "").body();
    }

    /** A daemon with a job and a service at work. */
    private RunningDaemon busy() throws Exception {
        RunningDaemon daemon = new RunningDaemon(folder, RunningDaemon.SIMULATED);
        daemon.apply(RunningDaemon.job("train", 2));
        daemon.apply(SERVICE);
        daemon.awaitPhase("train", "Running");
        daemon.await(
                "/v1/services/www/prod/hello",
                answer -> answer.at("/status/running").asInt(0) == 2);
        return daemon;
    }

    @Test
    void what_happens_is_counted() throws Exception {
        try (RunningDaemon daemon = busy()) {
            assertThat(daemon.ask("GET", "/v1/nothing", "").statusCode()).isEqualTo(404);
            assertThat(daemon.ask("GET", "/v1/jobs", "", "Origin", "http://evil.example")
                            .statusCode())
                    .isEqualTo(403);
            scrape(daemon);
            assertThat(scrape(daemon))
                    .contains(
                            "tender_agents 2.0",
                            "tender_tasks{state=\"running\"} 4.0",
                            "tender_launches_total 4.0",
                            "tender_status_updates_total{state=\"running\"} 4.0",
                            "tender_jobs{phase=\"running\"} 1.0",
                            "tender_service_instances{state=\"running\"} 2.0",
                            "tender_services{metric=\"assigner_launches\"} 2.0",
                            "tender_services{metric=\"offer_set_queries\"}",
                            "tender_services{metric=\"schedule_attempts_fired\"}",
                            "tender_services{metric=\"preemptor_slot_search_runs\"}",
                            "tender_services{metric=\"offer_accept_races\"}",
                            "tender_services{metric=\"veto_evaluated_offers\"}",
                            "tender_http_requests_total{api=\"work\",status=\"200\"}",
                            "tender_http_requests_total{api=\"work\",status=\"403\"} 1.0",
                            "tender_http_requests_total{api=\"work\",status=\"404\"} 1.0",
                            "tender_http_requests_total{api=\"metrics\",status=\"200\"}",
                            "tender_streams{kind=\"frameworks\"} 0.0",
                            "tender_batch_session_seconds_count",
                            "tender_journal_bytes_total",
                            "tender_recovery_seconds ");
        }
    }

    @Test
    void operators_are_told_the_figures_of_the_scheduler_of_services_too() throws Exception {
        try (RunningDaemon daemon = busy()) {
            JsonNode answer = RunningDaemon.JSON.readTree(
                    daemon.ask("POST", "/api/v1", "{\"type\": \"GET_METRICS\"}", "Content-Type", "application/json")
                            .body());
            Set<String> names = new TreeSet<>();
            answer.at("/get_metrics/metrics")
                    .forEach(metric -> names.add(metric.path("name").asString()));
            assertThat(names)
                    .contains(
                            "services/offer_set_queries",
                            "services/schedule_attempts_fired",
                            "services/task_store_RUNNING",
                            "master/tasks_running");
        }
    }

    @Test
    void the_guide_names_every_metric_and_no_other() throws Exception {
        String section =
                Files.readString(GUIDE).split("(?m)^### Metrics$", -1)[1].split("(?m)^#", -1)[0];
        String[] tables = section.split("(?m)^Only where", -1);
        assertThat(tables).hasSize(2);
        Set<String> always = names(tables[0]);
        Set<String> sometimes = names(tables[1]);
        try (RunningDaemon daemon = busy()) {
            scrape(daemon);
            Set<String> told = scrape(daemon)
                    .lines()
                    .filter(line -> line.startsWith("# TYPE tender_"))
                    .map(line -> line.split(" ", -1)[2])
                    // The most of a timer within a while comes with each of them.
                    .filter(name -> !name.endsWith("_seconds_max"))
                    // Those of extenders have pages of their own, and come with whatever else is asked in this process.
                    .filter(name -> !name.startsWith("tender_extender_"))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(told).containsAll(always);
            told.removeAll(always);
            assertThat(sometimes)
                    .as("metrics that docs/operating.md does not name")
                    .containsAll(told);
        }
    }

    private static Set<String> names(String text) {
        Set<String> names = new TreeSet<>();
        Matcher name = NAME.matcher(text);
        while (name.find()) {
            names.add(name.group(1));
        }
        return names;
    }
}
