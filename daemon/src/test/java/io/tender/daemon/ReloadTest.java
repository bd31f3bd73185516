package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.settings.LogChoice;
import io.tender.daemon.settings.Settings;
import io.tender.extender.http.Access;
import io.tender.testkit.hostile.TestCertificates;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Settings that change while the daemon works, over real sockets. */
class ReloadTest {
    private static final String BASE = RunningDaemon.SIMULATED;
    private static final String QUICK = BASE + "batch: {schedulePeriod: 50ms}\n";

    @TempDir
    private Path folder;

    @Test
    void nothing_is_done_when_nothing_has_changed() throws Exception {
        try (RunningDaemon running = new RunningDaemon(folder, BASE)) {
            JsonNode answer = running.reload(200);
            assertThat(answer.path("outcome").asString()).isEqualTo("unchanged");
            assertThat(answer.path("file").asString()).isEqualTo("tender.yaml");
        }
    }

    private static List<String> names(JsonNode list, String field) {
        List<String> names = new ArrayList<>();
        list.path("items").forEach(item -> names.add(item.path(field).asString()));
        return names;
    }

    @Test
    void simulated_agents_join_change_and_leave() throws Exception {
        try (RunningDaemon running = new RunningDaemon(folder, BASE)) {
            running.await("/v1/agents", answer -> names(answer, "id").size() == 2);
            running.write(
                    BASE.replace(
                            "agents: [{count: 2, name: \"sim-{n}\", resources: \"cpus:4;mem:4096;disk:4096\"}]",
                            "agents: [{name: sim-1, resources: \"cpus:6;mem:4096;disk:4096\"}, {name: new-1, resources: \"cpus:1\"}]"));
            assertThat(running.changes()).containsExactly("agents.simulated.agents: now");

            JsonNode agents = running.await(
                    "/v1/agents",
                    answer -> names(answer, "id").equals(List.of("new-1", "sim-1"))
                            && names(answer, "total").getLast().startsWith("cpus:6"));
            assertThat(names(agents, "state")).containsExactly("active", "active");
        }
    }

    @Test
    void this_machine_reports_again_when_it_is_to_have_something_else() throws Exception {
        String local = """
                listen: 127.0.0.1:0
                store: store
                agents:
                  local: {resources: "cpus:2;mem:512", limits: none}
                """;
        try (RunningDaemon running = new RunningDaemon(folder, local)) {
            running.await("/v1/agents", answer -> names(answer, "id").size() == 1);
            running.write(local.replace("cpus:2;mem:512\"", "cpus:3;mem:512\", attributes: \"ssd:true\""));
            assertThat(running.changes())
                    .containsExactly("agents.local.attributes: now", "agents.local.resources: now");

            running.await(
                    "/v1/agents",
                    answer -> answer.toString().contains("cpus:3;mem:512")
                            && answer.toString().contains("ssd:true"));
            running.write(local.replace(
                    "cpus:2;mem:512\"", "cpus:3;mem:512\", attributes: \"ssd:true\", taints: old:NoSchedule"));
            assertThat(running.changes()).containsExactly("agents.local.taints: now");
            running.await(
                    "/v1/agents",
                    answer -> answer.at("/items/0/taints/0").asString("").equals("old:NoSchedule"));
        }
    }

    @Test
    void only_hosts_of_the_whitelist_are_offered() throws Exception {
        String none = QUICK + "master: {whitelist: []}\n";
        try (RunningDaemon running = new RunningDaemon(folder, none)) {
            running.apply(RunningDaemon.job("waits", 2));
            running.await("/v1/agents", answer -> names(answer, "id").size() == 2);
            assertThat(names(running.get("/v1/offers"), "id")).isEmpty();
            running.write(QUICK + "master: {whitelist: [sim-2]}\n");
            assertThat(running.changes()).containsExactly("master.whitelist: now");
            running.awaitPhase("waits", "Running");
            running.await("/v1/tasks", answer -> names(answer, "agent").equals(List.of("sim-2", "sim-2")));
        }
    }

    @Test
    void a_bad_file_changes_nothing_and_all_its_mistakes_are_told_with_lines() throws Exception {
        try (RunningDaemon running = new RunningDaemon(folder, QUICK)) {
            running.write(BASE + "log: {level: loud}\nlimits: {streams: none}\nmaster: {offerTimeout: 5secs}\n");
            JsonNode answer = running.reload(409);
            assertThat(answer.path("problems")).hasSize(2);
            assertThat(answer.at("/problems/0/line").asInt()).isPositive();
            assertThat(answer.path("error").asString()).contains("'loud'", "limits.streams", "stay as they are");

            running.write(BASE + "log: {level: loud}\nbatch: {conf: {actions: dance, tiers: []}}\n");
            assertThat(running.reload(409).path("error").asString()).contains("'loud'", "'dance'");
            running.write(BASE + "batch: {conf: {actions: dance, tiers: []}}\nlog: {level: debug}\n");
            assertThat(running.reload(409).path("error").asString()).contains("'dance'");
            running.write(BASE + "services: {offer_set_module: nobodys}\nlog: {level: debug}\n");
            assertThat(running.reload(409).path("error").asString()).contains("'nobodys'");
            running.write(BASE + """
                    services:
                      offer_set_module: http
                      http_offer_set_endpoint: https://localhost:9/offerset
                      http_offer_set_ca_file: /nowhere/ca.pem
                    log: {level: debug}
                    """);
            assertThat(running.reload(409).path("error").asString()).contains("/nowhere/ca.pem", "stay as they are");

            assertThat(running.logs).isEmpty();
            running.write(QUICK);
            assertThat(running.changes()).isEmpty();
            running.apply(RunningDaemon.job("after", 2));
            running.awaitPhase("after", "Running");
        }
    }

    @Test
    void what_can_change_does_and_the_rest_waits_and_says_why() throws Exception {
        try (RunningDaemon running = new RunningDaemon(folder, QUICK)) {
            running.write(BASE.replace("127.0.0.1:0", "127.0.0.1:1") + """
                    batch: {schedulePeriod: 20ms, tasksPerNode: 7}
                    master: {offerTimeout: 5secs}
                    allocator: {roleSorter: random, options: {allocationInterval: 2secs, nestedQuota: true}}
                    log: {level: debug, levels: {io.tender.decisions: debug}}
                    services: {max_tasks_per_job: 5}
                    """);
            assertThat(running.changes())
                    .containsExactlyInAnyOrder(
                            "allocator.options.allocationInterval: now",
                            "allocator.options.nestedQuota: restart",
                            "allocator.roleSorter: restart",
                            "batch.schedulePeriod: now",
                            "batch.tasksPerNode: now",
                            "listen: restart",
                            "log: now",
                            "master.offerTimeout: now",
                            "services.max_tasks_per_job: restart");
            assertThat(running.logs).extracting(LogChoice::level).containsExactly(LogChoice.Level.DEBUG);

            JsonNode again = running.reload(200);
            assertThat(again.path("changes")).hasSize(4).allSatisfy(change -> {
                assertThat(change.path("effect").asString()).isEqualTo("restart");
                assertThat(change.path("why").asString()).isNotBlank();
            });
        }
    }

    @Test
    void sessions_go_by_other_actions_and_plugins_from_the_next_one_on() throws Exception {
        String idle = QUICK.replace("50ms", "50ms, conf: {actions: enqueue, tiers: [{plugins: [{name: gang}]}]}");
        try (RunningDaemon running = new RunningDaemon(folder, idle)) {
            running.apply(RunningDaemon.job("waits", 2));
            running.await(
                    "/v1/jobs/default/waits",
                    job -> job.at("/status/state/phase").asString("").equals("Pending"));
            running.write(QUICK);
            assertThat(running.changes()).containsExactly("batch.conf: now");
            running.awaitPhase("waits", "Running");
        }
    }

    @Test
    void a_token_that_is_taken_away_opens_nothing_any_more() throws Exception {
        String old = "0123456789abcdef-old";
        String fresh = "0123456789abcdef-new";
        try (RunningDaemon running = new RunningDaemon(folder, BASE + access(old))) {
            String[] asOld = {"Authorization", "Bearer " + old};
            String[] asFresh = {"Authorization", "Bearer " + fresh};
            assertThat(running.ask("GET", "/v1/jobs", "").statusCode()).isEqualTo(401);
            assertThat(running.ask("GET", "/v1/jobs", "", asFresh).statusCode()).isEqualTo(401);
            running.write(BASE + access(fresh));
            assertThat(running.changes(asOld)).containsExactly("access: now");
            assertThat(running.ask("GET", "/v1/jobs", "", asOld).statusCode()).isEqualTo(401);
            assertThat(running.ask("GET", "/v1/jobs", "", asFresh).statusCode()).isEqualTo(200);
        }
    }

    /** The new file is safe for where it wants to listen; until a restart the daemon listens elsewhere. */
    @Test
    void nobody_is_let_in_unasked_where_others_can_reach_the_daemon() throws Exception {
        String token = "0123456789abcdef-old";
        String everywhere = BASE.replace("127.0.0.1:0", "0.0.0.0:0");
        try (RunningDaemon running = new RunningDaemon(folder, everywhere + "insecure: true\n" + access(token))) {
            running.write(BASE);
            String[] operator = {"Authorization", "Bearer " + token};
            assertThat(running.changes(operator)).contains("access: restart", "listen: restart");
            assertThat(running.ask("GET", "/v1/jobs", "").statusCode()).isEqualTo(401);
        }
    }

    private static String access(String token) {
        return "access: [{name: ann, tokenSha256: " + Access.sha256(token) + ", permissions: [operator]}]\n";
    }

    @Test
    void certificates_are_renewed_without_a_restart() throws Exception {
        Path first = Files.createDirectory(folder.resolve("first"));
        TestCertificates old = TestCertificates.valid(first);
        Files.copy(old.pem(), folder.resolve("daemon.pem"));
        Files.copy(old.keyPem(), folder.resolve("daemon.key"));
        String tls = BASE + "tls: {certificate: daemon.pem, key: daemon.key}\n";
        try (RunningDaemon running = new RunningDaemon(folder, tls, old.serverContext())) {
            assertThat(running.changes()).isEmpty();
            assertThat(shown(running)).isEqualTo(Files.readString(old.pem()));
            TestCertificates renewed = TestCertificates.valid(Files.createDirectory(folder.resolve("second")));
            Files.copy(renewed.pem(), folder.resolve("daemon.pem"), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(renewed.keyPem(), folder.resolve("daemon.key"), StandardCopyOption.REPLACE_EXISTING);
            assertThat(running.changes()).containsExactly("tls: now");
            assertThat(shown(running)).isEqualTo(Files.readString(renewed.pem()));
        }
    }

    /** The certificate that a connection is shown which trusts everybody. */
    private static String shown(RunningDaemon running) throws Exception {
        TrustManager anybody = new X509ExtendedTrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {anybody}, null);
        URI address = URI.create(running.daemon().address());
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(address.getHost(), address.getPort())) {
            socket.startHandshake();
            byte[] encoded = socket.getSession().getPeerCertificates()[0].getEncoded();
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded)
                    + "\n-----END CERTIFICATE-----\n";
        }
    }

    @Test
    void another_offer_set_knows_the_offers_in_hand() throws Exception {
        String service = """
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: %s}
                spec: {role: www, resources: {cpu: 100m, memory: 32Mi, disk: 16Mi}, command: "work"}
                """;
        try (RunningDaemon running = new RunningDaemon(folder, BASE)) {
            running.apply(service.formatted("before"));
            running.await("/v1/services/www/prod/before", RunningService::runs);
            running.write(BASE + "services: {offer_order: CPU}\n");
            assertThat(running.changes()).containsExactly("services.offer_order: now");
            running.apply(service.formatted("after"));
            running.await("/v1/services/www/prod/after", RunningService::runs);
        }
    }

    /** How a service looks that has come up. */
    private static final class RunningService {
        static boolean runs(JsonNode service) {
            return service.at("/status/running").asInt(0) == 1;
        }
    }

    @Test
    void jobs_may_name_priority_classes_that_came_later() throws Exception {
        String urgent =
                RunningDaemon.job("urgent", 1).replace("spec:\n  min", "spec:\n  priorityClassName: urgent\n  min");
        try (RunningDaemon running = new RunningDaemon(folder, QUICK)) {
            assertThat(running.ask("POST", "/v1/apply", urgent).body()).contains("There is no priority class 'urgent'");
            running.write(QUICK + "priorityClasses: [{name: urgent, value: 9}]\n");
            assertThat(running.changes()).containsExactly("priorityClasses: now");
            running.apply(urgent);
            running.awaitPhase("urgent", "Running");
        }
        // The class is gone when the daemon starts again; the job that was admitted with it is not.
        try (RunningDaemon running = new RunningDaemon(folder, QUICK)) {
            running.awaitPhase("urgent", "Running");
        }
    }

    @Test
    void who_is_started_without_a_file_has_none_to_read_again() throws Exception {
        Settings settings = Settings.read("test", BASE, folder, Settings.Given.NOTHING);
        try (Daemon daemon = Daemon.start(settings, "1.0");
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(daemon.address() + "/v1/config/reload"))
                            .POST(HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("started without a file");
        }
    }
}
