package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code tender check} as a user types it, against a service that names no hosts or invents one. */
class CheckCommandTest {
    @TempDir
    private Path folder;

    private HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    /** What an answer waits for. */
    private volatile CountDownLatch waiting = new CountDownLatch(0);

    private volatile String answer = "{\"error\":\"\",\"hosts\":[]}";

    private record Answer(int exitCode, String out, String err) {}

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                waiting.await();
                byte[] body = answer.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        waiting.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private static Answer tender(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(Map.of(), false, new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Answer(exitCode, out.toString(), err.toString());
    }

    private Answer check(String... options) {
        List<String> args = new ArrayList<>(
                List.of("check", "http://127.0.0.1:" + server.getAddress().getPort(), "--dialect", "aurora"));
        args.addAll(List.of(options));
        return tender(args.toArray(String[]::new));
    }

    @Test
    void a_service_that_keeps_its_promises_ends_with_zero_and_a_line_for_each() {
        Answer answered = check("--checks", "O1,O2,O3");

        assertThat(answered.err()).isEmpty();
        assertThat(answered.exitCode()).isZero();
        assertThat(answered.out()).contains("asked as aurora", "O1", "O2", "O3", "passed", "checks: ");
        assertThat(answered.out()).doesNotContain("\u001b[");
    }

    @Test
    void a_broken_promise_ends_with_one_and_its_story() {
        answer = "{\"error\":\"\",\"hosts\":[\"ghost\"]}";

        Answer answered = check("--checks", "O3");

        assertThat(answered.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answered.out())
                .contains("FAILED  O3", "got:", "ghost", "expected:", "asked:    POST /", "answered: 200", "to do:");
    }

    @Test
    void programs_get_json_and_build_servers_get_xml() throws IOException {
        answer = "{\"error\":\"\",\"hosts\":[\"ghost\"]}";
        Path xml = folder.resolve("report.xml");

        Answer answered = check("--checks", "O3,O4", "--json", "--junit", xml.toString());

        JsonNode report = JsonMapper.shared().readTree(answered.out());
        assertThat(report.path("failed").asInt()).isEqualTo(1);
        assertThat(report.path("dialect").asString()).isEqualTo("aurora");
        assertThat(Files.readString(xml)).contains("<testsuite", "<failure", "O3");
        assertThat(answered.exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void the_checks_of_a_dialect_can_be_listed_without_a_service() {
        Answer answered = tender("check", "--list", "--dialect", "kube", "--checks", "F");

        assertThat(answered.exitCode()).isZero();
        assertThat(answered.out()).contains("F4b", "filter leaves no trace");
    }

    @Test
    void a_service_too_slow_to_be_checked_has_not_passed() {
        waiting = new CountDownLatch(1);

        Answer answered = check("--timeout", "300ms", "--deadline", "300ms");

        assertThat(answered.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answered.out()).contains("untried, in", "--deadline").doesNotContain("FAILED");
    }

    @Test
    void nobody_there_is_a_failed_check() {
        server.stop(0);

        Answer answered = check();

        assertThat(answered.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answered.out()).contains("FAILED  T0", "nobody listens", "nothing could be asked");
        assertThat(answered.out()).as("told once for all of them").containsOnlyOnce("nothing could be asked");
    }

    @Test
    void wrong_use_is_told_with_what_would_be_right() {
        assertThat(tender("check", "http://127.0.0.1:1", "--dialect", "kubernetes"))
                .satisfies(answered -> assertThat(answered.err()).contains("no dialect", "kube"))
                .satisfies(answered -> assertThat(answered.exitCode()).isEqualTo(ExitCode.USAGE));
        assertThat(tender("check", "--dialect", "kube").err()).contains("Which service");
        assertThat(check("--checks", "X9").err()).contains("no check 'X9'", "--list");
        assertThat(check("--timeout", "soon").err()).contains("--timeout", "500ms");
        assertThat(check("--verbs", "filter").err()).contains("no verb 'filter'", "offerset");
        assertThat(check("--certificate", "c.pem").err()).contains("--key");
        assertThat(check("--token-file", folder.resolve("none").toString()).err())
                .contains("cannot be read");
        assertThat(tender("check", "ftp://127.0.0.1", "--dialect", "kube").exitCode())
                .isEqualTo(ExitCode.USAGE);
    }
}
