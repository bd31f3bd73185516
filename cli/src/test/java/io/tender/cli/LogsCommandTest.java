package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogsCommandTest {
    private final List<String> asked = new ArrayList<>();
    private HttpServer server;

    private record Answer(int exitCode, String out, String err) {}

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Answer tender(String... args) {
        return at("http://127.0.0.1:" + server.getAddress().getPort(), args);
    }

    private static Answer at(String address, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--server", address));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(
                Map.of(), false, new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(new String[0]));
        return new Answer(code, out.toString(), err.toString());
    }

    private static void say(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static void part(HttpExchange exchange, String text, int end, boolean over) throws IOException {
        exchange.getResponseHeaders().add("Tender-Next-Offset", Integer.toString(end));
        exchange.getResponseHeaders().add("Tender-Size", Integer.toString(end));
        exchange.getResponseHeaders().add("Tender-Task-Over", Boolean.toString(over));
        say(exchange, 200, text);
    }

    /** While the daemon is restarted it breaks off, then is not ready, and then knows the task again. */
    @Test
    void what_a_task_writes_is_followed_over_a_restart_of_the_daemon() {
        server.createContext("/v1/tasks/batch/run/logs", exchange -> {
            asked.add(exchange.getRequestURI().getQuery().replaceAll(".*offset=", ""));
            switch (asked.size()) {
                case 1 -> part(exchange, "one\n", 4, false);
                case 2 -> exchange.close();
                case 3 -> say(exchange, 503, "{\"error\":\"it is starting\"}");
                default -> part(exchange, "two\n", 8, true);
            }
        });

        assertThat(tender("logs", "task", "batch/run", "-f")).isEqualTo(new Answer(0, "one\ntwo\n", ""));
        assertThat(asked).containsExactly("0", "4", "4", "4");
    }

    @Test
    void a_run_of_which_nothing_is_kept_is_told_in_words_for_people() {
        server.createContext("/v1/jobs/default/train", exchange -> say(exchange, 200, """
                {"status": {"framework": "batch", "taskStatus": [{"name": "worker-0", "run": "default.train.worker.0.1"}]}}
                """));
        server.createContext("/v1/tasks", exchange -> say(exchange, 404, "{\"error\":\"There is no such task\"}"));

        assertThat(tender("logs", "job", "train")).isEqualTo(new Answer(ExitCode.FAILED, "", """
                        Nothing is kept of what it wrote.
                          got:      no output of run batch/default.train.worker.0.1
                          expected: one that became a process, and is not long past
                          to do:    'tender explain job train' says what became of it
                        """));
    }

    @Test
    void other_refusals_are_told_as_they_are() {
        server.createContext("/v1/jobs/default/train", exchange -> say(exchange, 200, """
                {"status": {"framework": "batch", "taskStatus": [{"name": "worker-0", "run": "default.train.worker.0.1"}]}}
                """));
        server.createContext("/v1/tasks", exchange -> say(exchange, 403, "{\"error\":\"you may not\"}"));

        assertThat(tender("logs", "job", "train")).isEqualTo(new Answer(ExitCode.FAILED, "", """
                        you may not
                          to do:    ask as somebody who may: --token-file, or --certificate with --key; \
                        whoever runs the daemon gives permissions (access in its settings)
                        """));
    }

    @Test
    void plain_words_to_a_daemon_with_certificates_are_answered_with_what_to_say() throws IOException {
        try (ServerSocket secure = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread alert = Thread.ofVirtual().start(() -> {
                // What a TLS server says to anything that is not TLS: an alert record.
                try (Socket caller = secure.accept()) {
                    caller.getOutputStream().write(new byte[] {0x15, 0x03, 0x03, 0, 2, 2, 80});
                    caller.shutdownOutput();
                    caller.getInputStream().readAllBytes();
                } catch (IOException gone) {
                    asked.add(gone.toString());
                }
            });
            Answer answer = at("http://127.0.0.1:" + secure.getLocalPort(), "get", "jobs");
            alert.interrupt();

            assertThat(answer.exitCode()).isEqualTo(ExitCode.INTERNAL);
            assertThat(answer.err()).contains("to do:    say https:// in --server or TENDER_SERVER");
        }
    }
}
