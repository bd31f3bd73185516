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
    private static final String MASTER_KEY = "fedcba9876543210fedcba9876543210";

    @TempDir
    private static Path folder;

    private static Daemon daemon;

    private record Answer(int exitCode, String err) {}

    @BeforeAll
    static void start() throws Exception {
        Files.writeString(folder.resolve("token"), TOKEN);
        Files.writeString(folder.resolve("key"), MASTER_KEY);
        Files.writeString(folder.resolve("blank"), " \n");
        Files.write(folder.resolve("noise"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
        daemon = Daemon.start(Settings.read("tender.yaml", """
                listen: 127.0.0.1:0
                store: store
                access:
                - {name: bob, permissions: [viewer], tokenFile: token}
                - {name: ann, permissions: [operator], tokenFile: key}
                agents:
                  local: {enabled: false}
                  simulated: {agents: [{name: "sim-{n}", resources: "cpus:4;mem:4096"}]}
                """, folder, Settings.Given.NOTHING), "1.0");
        Files.writeString(folder.resolve("work.yaml"), """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: pair}
                spec:
                  minAvailable: 2
                  tasks:
                  - name: one
                    replicas: 2
                    template:
                      metadata: {annotations: {tender.io/runs-for: 1h}}
                      spec: {containers: [{name: main, command: ["true"]}]}
                ---
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: hello}
                spec: {role: www, instances: 2, resources: {cpu: 100m, memory: 32Mi, disk: 1Mi}, command: serve}
                """);
        Files.writeString(folder.resolve("wrong.yaml"), "kind: Job");
        assertThat(asAnn("apply -f " + folder.resolve("work.yaml")).err()).isEmpty();
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
        return as("token", line);
    }

    /** Asks it as Ann, who may do everything. */
    private static Answer asAnn(String line) {
        return as("key", line);
    }

    private static Answer as(String token, String line) {
        List<String> args = new ArrayList<>(List.of(line.split(" ")));
        args.addAll(List.of(
                "--server",
                daemon.address(),
                "--token-file",
                folder.resolve(token).toString()));
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
    @CsvSource(
            delimiter = '|',
            value = {
                "scale job pair --to -1                          | '-1'                    | from 0 to 100000",
                "scale job pair --to 100001                      | '100001'                | from 0 to 100000",
                "scale job pair --to 1                           | minAvailable 2 of 1     | up to the replicas",
                "scale job pair --to x                           | 'x'                     | a whole number",
                "scale job pair --to 2 --task nosuch             | 'nosuch'                | one of [one]",
                "scale job nosuch --to 2                         | Job 'default/nosuch'    | something that is there",
                "scale service www/prod/hello --to 0             | '0'                     | from 1 to 100000",
                "scale queue default --to 2                      | one of the queues       | a job or a service",
                "restart job pair --task nosuch                  | 'nosuch'                | one of [one]",
                "restart service www/prod/hello --instances 7    | 7                       | one of 0, 1",
                "restart service www/prod/hello --instances x    | 'x'                     | numbers such as 0,1,5",
                "update pause service/www/prod/hello             | no update               | an update in progress",
                "explain job pair nosuch                         | 'nosuch'                | one of [one]",
                "delete job nosuch                               | Job 'default/nosuch'    | applied",
                "delete queue default                            | without having been     | applied",
                "describe queue nosuch                           | Queue 'nosuch'          | something that is there",
                "logs task x/y                                   | 'x/y'                   | framework/id",
                "extenders nosuch                                | 'nosuch'                | the settings name none",
                "extenders nosuch --resume                       | 'nosuch'                | the settings name none",
                "drain nosuch                                    | agent 'nosuch'          | the id of an agent",
                "drain sim-1 --undo                              | an agent that is active | drained or deactivated",
                "drain sim-1 --grace x                           | 'x'                     | a whole number",
                "taint nosuch a:NoSchedule                       | agent 'nosuch'          | the id of an agent",
                "taint sim-1 a-                                  | 'a'                     | it has none",
                "taint sim-1 a:Never                             | 'Never'                 | one of NoSchedule",
                "quota / --limit cpus:1                          | '/'                     | a role without a slash",
                "quota eng --guarantee cpus:1000                 | cpus:1000               | at most the capacity",
                "quota eng --guarantee cpus:2 --limit cpus:1     | guarantee cpus:2        | at most the limit",
                "weight / 2                                      | '/'                     | a role without a slash",
                "weight eng 0                                    | 0.0                     | a number above 0",
                "weight eng x                                    | 'x'                     | a number",
                "maintenance start box-9                         | nobody has announced    | one that is scheduled",
                "maintenance stop box-9                          | a machine that is up    | maintenance was started",
                "maintenance schedule box-9 --cancel             | box-9                   | a machine that is scheduled",
                "maintenance schedule box-9 --in soon            | 'soon'                  | a length such as",
                "config reload                                   | without a file          | the file"
            })
    void what_was_got_what_was_expected_and_what_to_do_are_said(String line, String got, String expected) {
        Answer answer = asAnn(line);

        assertThat(answer.exitCode()).isIn(ExitCode.FAILED, ExitCode.USAGE);
        assertThat(said(answer, "got:")).contains(got);
        assertThat(said(answer, "expected:")).contains(expected);
        assertThat(said(answer, "to do:")).isNotBlank();
        checkWords(answer.err());
    }

    /** What stands behind a word at the beginning of a line; nothing may be said twice. */
    private static String said(Answer answer, String word) {
        List<String> lines = answer.err()
                .lines()
                .map(String::strip)
                .filter(one -> one.startsWith(word))
                .toList();
        assertThat(lines).as("%s in %s", word, answer.err()).hasSize(1);
        return lines.getFirst().substring(word.length());
    }

    @Test
    void mistakes_in_a_document_are_told_with_what_to_do_about_all_of_them() {
        Answer answer = asAnn("apply -f " + folder.resolve("wrong.yaml"));

        assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answer.err()).contains("no 'metadata'", "no 'spec'", "Nothing was applied.");
        assertThat(said(answer, "to do:")).contains("correct all of these");
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
