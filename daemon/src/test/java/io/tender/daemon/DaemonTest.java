package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.daemon.journal.JournalException;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The daemon over real sockets and a real store. */
class DaemonTest {
    private static final String TWO_AGENTS = """
            listen: 127.0.0.1:0
            store: store
            agents:
              local: {enabled: false}
              simulated:
                agents: [{count: 2, name: "sim-{n}", resources: "cpus:4;mem:4096"}]
                tasks: {runsFor: 10hrs, startTakes: 1ms}
            """;

    @TempDir
    private Path folder;

    private Daemon start() throws JournalException, IOException {
        return Daemon.start(Settings.read("tender.yaml", TWO_AGENTS, folder, Settings.Given.NOTHING), "1.0");
    }

    private static HttpResponse<String> get(Daemon daemon, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(daemon.address() + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void a_task_launched_over_http_is_still_known_after_a_restart() throws Exception {
        String framework;
        String agent;
        try (Daemon daemon = start();
                HttpFramework scheduler = HttpFramework.subscribe(daemon.address(), Optional.empty())) {
            framework = scheduler.id();
            JsonNode offer = scheduler.await("OFFERS").at("/offers/offers/0");
            agent = offer.at("/agent_id/value").asString();
            assertThat(scheduler.call("ACCEPT", launch(offer, agent))).isEqualTo(202);
            JsonNode status = running(scheduler);
            assertThat(status.at("/task_id/value").asString()).isEqualTo("t-1");
            assertThat(scheduler.call("ACKNOWLEDGE", """
                    "acknowledge": {"agent_id": {"value": "%s"}, "task_id": {"value": "t-1"}, "uuid": "%s"}
                    """.formatted(
                                    agent, status.at("/uuid").asString())))
                    .isEqualTo(202);
        }
        try (Daemon daemon = start();
                HttpFramework scheduler = HttpFramework.subscribe(daemon.address(), Optional.of(framework))) {
            assertThat(scheduler.id()).isEqualTo(framework);
            assertThat(scheduler.call("RECONCILE", """
                    "reconcile": {"tasks": [{"task_id": {"value": "t-1"}, "agent_id": {"value": "%s"}}]}
                    """.formatted(agent))).isEqualTo(202);
            JsonNode status = scheduler.await("UPDATE").at("/update/status");
            assertThat(status.at("/task_id/value").asString()).isEqualTo("t-1");
            assertThat(status.at("/state").asString()).isEqualTo("TASK_RUNNING");
        }
    }

    private static String launch(JsonNode offer, String agent) {
        return """
                "accept": {"offer_ids": [{"value": "%s"}], "operations": [{"type": "LAUNCH", "launch": {"task_infos": [{
                  "name": "sleep", "task_id": {"value": "t-1"}, "agent_id": {"value": "%s"},
                  "resources": [{"name": "cpus", "type": "SCALAR", "scalar": {"value": 0.5},
                                 "allocation_info": {"role": "test"}},
                                {"name": "mem", "type": "SCALAR", "scalar": {"value": 64.0},
                                 "allocation_info": {"role": "test"}}],
                  "command": {"value": "sleep 1000", "shell": true}}]}}]}
                """.formatted(offer.at("/id/value").asString(), agent);
    }

    private static JsonNode running(HttpFramework scheduler) throws IOException, InterruptedException {
        while (true) {
            JsonNode status = scheduler.await("UPDATE").at("/update/status");
            if (!status.at("/state").asString().equals("TASK_STARTING")) {
                assertThat(status.at("/state").asString()).isEqualTo("TASK_RUNNING");
                return status;
            }
        }
    }

    @Test
    void tells_whether_it_is_well_and_what_it_counts() throws Exception {
        try (Daemon daemon = start()) {
            assertThat(get(daemon, "/healthz").statusCode()).isEqualTo(200);
            // Whatever is asked comes after the first turn.
            daemon.loop().look(master -> master.view().masterId()).join();
            assertThat(get(daemon, "/readyz").body()).isEqualTo("ok\n");
            assertThat(get(daemon, "/metrics").body())
                    .contains(
                            "tender_agents 2",
                            "tender_journal_append_seconds",
                            "jvm_memory_used_bytes",
                            "tender_allocator{");
        }
    }

    @Test
    void a_second_daemon_on_the_same_store_is_told_who_has_it() throws Exception {
        try (Daemon daemon = start()) {
            assertThat(daemon.address()).startsWith("http://127.0.0.1:");
            assertThatThrownBy(this::start)
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        }
    }

    @Test
    void closing_it_is_what_ends_it() throws Exception {
        Daemon daemon = start();
        daemon.close();
        assertThat(daemon.await()).isEqualTo(new Ending.Asked());
    }
}
