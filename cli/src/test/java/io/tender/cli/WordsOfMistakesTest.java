package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tender.daemon.Daemon;
import io.tender.daemon.settings.Settings;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a person gets wrong is answered in words that help, and never with the name of a class. */
class WordsOfMistakesTest {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    private static Path folder;

    private static Daemon daemon;

    private record Answer(int exitCode, String err) {}

    @BeforeAll
    static void start() throws Exception {
        Files.writeString(folder.resolve("token"), TOKEN);
        Files.writeString(folder.resolve("blank"), " \n");
        Files.write(folder.resolve("noise"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
        daemon = Daemon.start(Settings.read("tender.yaml", """
                listen: 127.0.0.1:0
                store: store
                access:
                - {name: bob, permissions: [viewer], tokenFile: token}
                agents:
                  local: {enabled: false}
                  simulated: {agents: [{name: "sim-{n}", resources: "cpus:4;mem:4096"}]}
                """, folder, Settings.Given.NOTHING), "1.0");
    }

    @AfterAll
    static void stop() {
        daemon.close();
    }

    private static Answer run(List<String> args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(
                Map.of(), false, new PrintWriter(out, true), new PrintWriter(err, true), args.toArray(new String[0]));
        return new Answer(code, err.toString());
    }

    private static void checkWords(String words) {
        assertThat(words).doesNotContain("Exception", "java.", "\tat ", "<html");
    }

    /** Asks the daemon as Bob, who may only look. */
    private static Answer asBob(String line) {
        List<String> args = new ArrayList<>(List.of(line.split(" ")));
        args.addAll(List.of(
                "--server",
                daemon.address(),
                "--token-file",
                folder.resolve("token").toString()));
        return run(args);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "get job nosuch              | 'tender get jobs'",
                "describe service a/b/c      | 'tender get services'",
                "describe service a          | to do:",
                "describe task a/b           | 'tender get tasks'",
                "get job nosuch --watch      | 'tender get'",
                "extenders nosuch            | no extender is in use",
                "explain queue default       | a job or a service",
                "logs queue default          | a job or a service",
                "delete agent sim-1          | tender drain AGENT",
                "drain sim-1                 | --token-file",
                "drain sim-1 --grace -1      | to do:",
                "taint sim-1 a=b:NoSchedule  | may not do that",
                "weight eng                  | to do:",
                "quota eng                   | to do:"
            })
    void what_to_do_is_said(String line, String advice) {
        Answer answer = asBob(line);

        assertThat(answer.exitCode()).isIn(ExitCode.FAILED, ExitCode.USAGE);
        assertThat(answer.err()).contains(advice);
        checkWords(answer.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--ca nosuch",
                "--ca noise",
                "--token-file nosuch",
                "--token-file blank",
                "--token-file noise",
                "--certificate nosuch --key nosuch",
                "--certificate noise --key noise",
                "--certificate nosuch",
                "--server http://127.0.0.1:99999",
                "--server nonsense"
            })
    void files_and_addresses_that_are_no_use_are_named(String options) {
        List<String> args = new ArrayList<>(List.of("agents"));
        for (String word : options.split(" ", -1)) {
            boolean file = List.of("nosuch", "noise", "blank").contains(word);
            args.add(file ? folder.resolve(word).toString() : word);
        }
        Answer answer = run(args);

        assertThat(answer.exitCode()).isIn(ExitCode.USAGE, ExitCode.INTERNAL);
        assertThat(answer.err()).contains("to do:").doesNotContain("did not expect");
        checkWords(answer.err());
    }

    @Test
    void a_plain_daemon_asked_by_https_is_told_apart() {
        Answer answer = run(List.of("agents", "--server", daemon.address().replace("http:", "https:")));

        assertThat(answer.exitCode()).isEqualTo(ExitCode.INTERNAL);
        assertThat(answer.err()).contains("say http://");
        checkWords(answer.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"agents", "drain sim-1", "get jobs --watch", "logs job train -f"})
    void another_server_is_no_daemon(String line) throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            byte[] page = "<html><body>Nothing here</body></html>".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(404, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        other.start();
        try {
            List<String> args = new ArrayList<>(List.of(line.split(" ")));
            args.addAll(
                    List.of("--server", "http://127.0.0.1:" + other.getAddress().getPort()));
            Answer answer = run(args);

            assertThat(answer.exitCode()).isEqualTo(ExitCode.INTERNAL);
            assertThat(answer.err()).contains("is no daemon of tender", "--server");
            checkWords(answer.err());
        } finally {
            other.stop(0);
        }
    }
}
