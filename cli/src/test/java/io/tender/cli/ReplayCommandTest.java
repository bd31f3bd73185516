package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recording, replaying and comparing, as a user would. */
@Timeout(120)
class ReplayCommandTest {
    private static final String ASK = "{\"sessionId\":\"s\",\"task\":{\"namespace\":\"default\",\"name\":\"train-0\"},"
            + "\"node\":{\"name\":\"n1\"}}";

    @TempDir
    private Path folder;

    private HttpServer service;
    private volatile String answer = "{\"code\":0}";

    private record Answer(int exitCode, String out, String err) {}

    @BeforeEach
    void serve() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        service.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        service.start();
    }

    @AfterEach
    void end() {
        service.stop(0);
    }

    @Test
    void what_was_recorded_is_replayed_and_a_change_is_told_with_task_and_node() throws Exception {
        Path file = record("gpu.jsonl");

        Answer same = tender("replay", file.toString(), "--against", url());
        assertThat(same.exitCode).as(same.err).isZero();
        assertThat(same.out).contains("1 compared, 1 the same, 0 changed");

        answer = "{\"code\":3,\"errorMessage\":\"no\"}";
        Answer changed = tender("replay", file.toString(), "--against", url());
        assertThat(changed.exitCode).isEqualTo(ExitCode.FAILED);
        assertThat(changed.out)
                .contains(":1  predicate  default/train-0")
                .contains("fit n1: fits → unresolvable (no)")
                .contains("changes by tasks: default/train-0 1");

        JsonNode json =
                JsonMapper.shared().readTree(tender("replay", file.toString(), "--against", url(), "--json").out);
        assertThat(json.path("changed").asInt()).isEqualTo(1);
        assertThat(json.path("verbs").get(0).path("dialect").asString()).isEqualTo("tender");

        Path other = record("new.jsonl");
        Answer diff = tender("diff", file.toString(), other.toString());
        assertThat(diff.exitCode).isEqualTo(ExitCode.FAILED);
        assertThat(diff.out).contains("fit n1: fits → unresolvable (no)");
        assertThat(tender("diff", file.toString(), file.toString()).exitCode).isZero();
    }

    @Test
    void mistakes_are_told_with_what_to_do() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.jsonl"));

        assertThat(tender("replay", "nowhere.jsonl", "--against", url()).err)
                .contains("There is no recording 'nowhere.jsonl'.", "expected:");
        assertThat(tender("replay", empty.toString(), "--against", "ftp://x").err)
                .contains("http");
        assertThat(tender("replay", empty.toString(), "--against", "127.0.0.1:9090").err)
                .contains(
                        "The address of an extender cannot be used.",
                        "'127.0.0.1:9090'",
                        "write http://host:port/path");
        assertThat(tender("replay", empty.toString(), "--against", url(), "--verb", "guess").err)
                .contains("There is no verb 'guess'.", "predicate");
        assertThat(tender("replay", empty.toString(), "--against", url(), "--dialect", "go").err)
                .contains("There is no dialect 'go'.", "kube");
        Answer nothing = tender("diff", empty.toString(), empty.toString());
        assertThat(nothing.exitCode).isEqualTo(ExitCode.USAGE);
        assertThat(nothing.err).contains("Nothing could be compared.");
        assertThat(tender("record", "--listen", "x", "--to", url(), "-o", "f").err)
                .contains("'x' is nothing to listen on.", ":8888");
        assertThat(tender("record", "--listen", ":0", "--to", url() + "/v1", "-o", "f").err)
                .contains("has a path", "to do:");
        assertThat(tender("record", "--listen", ":0", "--to", url(), "-o", "f", "--key", "k.pem").err)
                .contains("expected: --certificate and --key");
        assertThat(tender("replay", empty.toString(), "--against", url(), "--certificate", "c.pem").err)
                .contains("expected: --certificate and --key");
    }

    /** With the program in a process of its own, ended as with Ctrl-C. */
    private Path record(String name) throws Exception {
        Path file = folder.resolve(name);
        Process recorder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "record",
                        "--listen",
                        ":0",
                        "--to",
                        url(),
                        "-o",
                        file.toString(),
                        "--json")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = recorder.inputReader(StandardCharsets.UTF_8);
                HttpClient client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            String proxy = JsonMapper.shared()
                    .readTree(out.readLine())
                    .path("listening")
                    .asString();
            client.send(
                    HttpRequest.newBuilder(URI.create(proxy + "/v1/predicate"))
                            .POST(HttpRequest.BodyPublishers.ofString(ASK))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            // Unlike the process itself, its handle leaves the output open.
            recorder.toHandle().destroy();
            assertThat(recorder.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(JsonMapper.shared()
                            .readTree(out.readLine())
                            .path("lines")
                            .asInt())
                    .isEqualTo(1);
            assertThat(recorder.exitValue()).isZero();
        } finally {
            recorder.destroyForcibly();
        }
        return file;
    }

    private String url() {
        return "http://127.0.0.1:" + service.getAddress().getPort();
    }

    private static Answer tender(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(Map.of(), false, new PrintWriter(out), new PrintWriter(err), args);
        return new Answer(code, out.toString(), err.toString());
    }
}
