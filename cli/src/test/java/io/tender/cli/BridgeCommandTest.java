package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Verdict;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BridgeCommandTest {
    private record Answer(int exitCode, String out, String err) {}

    private static Answer tender(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(Map.of(), false, new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Answer(exitCode, out.toString(), err.toString());
    }

    @Test
    void what_can_be_translated_is_listed_and_what_cannot_has_its_reason() {
        Answer answer = tender("bridge", "--listen", "kube", "--to", "aurora", "--table");
        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.out().lines().map(line -> line.replaceAll(" +", " ")))
                .contains("filter offerset", "preempt - (an offer set orders offers and never chooses victims)");
        JsonNode json = JsonMapper.shared()
                .readTree(tender("bridge", "--listen", "kube", "--to", "aurora", "--table", "--json")
                        .out());
        assertThat(json.get("filter").get("possible").asBoolean()).isTrue();
        assertThat(json.get("bind").get("why").asString()).isEqualTo("an offer set orders offers and binds nothing");
    }

    @Test
    void what_cannot_be_translated_is_refused_at_the_start() {
        Answer answer =
                tender("bridge", "--listen", "kube", "--to", "aurora", "http://127.0.0.1:1", "--verbs", "preempt");
        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(answer.err()).contains("preempt: cannot be said to aurora: an offer set orders offers");
    }

    @Test
    void mistakes_are_told() {
        assertThat(tender("bridge", "--listen", "kub", "--to", "kube", "http://x")
                        .err())
                .contains("There is no dialect 'kub'.", "volcano, kube, aurora, tender");
        assertThat(tender("bridge", "--listen", "kube", "--to", "kube").err())
                .contains("Nobody is at the other end of the bridge.");
        assertThat(tender("bridge", "--listen", "kube", "--to", "kube", "http://x", "--host", "0.0.0.0")
                        .err())
                .contains("Others could reach this extender, unencrypted");
        assertThat(tender("bridge", "--listen", "kube", "--to", "kube", "http://x", "--timeout", "soon")
                        .err())
                .contains("'soon' is no time.");
        assertThat(mistaken("--compat", "kub")).contains("There is no compatibility 'kub'.", "strict", "kube");
        assertThat(mistaken("--compat", "kube")).contains("--compat kube is about extenders that speak kube.");
        assertThat(mistaken("--score-range", "1")).contains("'1' is no range of scores.", "0-10");
        assertThat(mistaken("--node-cache-capable"))
                .contains("--node-cache-capable is about extenders that speak kube", "got:      --to volcano");
        assertThat(mistaken("--port", "99999")).contains("'99999' is no port.", "--port with 0 to 65535");
        assertThat(mistaken("--host", "0.0.0.0"))
                .contains("--listen-certificate", "--listen-token-file", "--insecure")
                .doesNotContain("call ");
        assertThat(mistaken("--listen-client-name", "scheduler")).contains("--listen-client-ca");
        assertThat(mistaken("--listen-client-name", "scheduler", "--listen-client-ca", "ca.pem"))
                .contains("Certificates of clients are shown over TLS only.");
    }

    private static String mistaken(String... options) {
        Answer answer = tender(Stream.concat(
                        Stream.of("bridge", "--listen", "kube", "--to", "volcano", "http://x"), Stream.of(options))
                .toArray(String[]::new));
        assertThat(answer.exitCode()).isEqualTo(ExitCode.USAGE);
        return answer.err();
    }

    @Test
    void it_serves_until_it_is_told_to_stop() throws IOException, InterruptedException {
        try (ExtenderServer extender = ExtenderServer.builder()
                        .predicate((task, agent) ->
                                agent.name().equals("n1") ? Verdict.fits() : Verdict.notNow("not there"))
                        .listen(0);
                HttpClient http = HttpClient.newHttpClient()) {
            Process bridge = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            // It answers once: nothing is worth compiling well.
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "bridge",
                            "--listen",
                            "kube",
                            "--port",
                            "0",
                            "--to",
                            "volcano",
                            extender.address() + "/volcano",
                            "--timeout",
                            "20s",
                            "--json")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(bridge.getInputStream(), StandardCharsets.UTF_8))) {
                JsonNode told = JsonMapper.shared().readTree(out.readLine());
                assertThat(told.get("verbs").get("filter").get(0).asString()).isEqualTo("predicate");
                assertThat(told.get("notServed").get("bind").asString())
                        .isEqualTo("cannot be said to volcano: Volcano's extenders have no such verb: it is one that"
                                + " Tender added");
                HttpResponse<String> answer = http.send(
                        HttpRequest.newBuilder(URI.create(told.get("listening").asString() + "/filter"))
                                .timeout(Duration.ofSeconds(30))
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "{\"Pod\":{\"metadata\":{\"name\":\"p\",\"uid\":\"u\"}},\"Nodes\":{\"items\":["
                                                + "{\"metadata\":{\"name\":\"n1\"}},{\"metadata\":{\"name\":\"n2\"}}]},"
                                                + "\"NodeNames\":null}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(answer.body())
                        .contains(
                                "\"items\":[{\"metadata\":{\"name\":\"n1\"}}]",
                                "\"FailedNodes\":{\"n2\":\"not there\"}");
                bridge.destroy();
                assertThat(bridge.waitFor(30, TimeUnit.SECONDS)).isTrue();
                assertThat(bridge.exitValue()).isEqualTo(ExitCode.OK);
            } finally {
                bridge.destroyForcibly();
            }
        }
    }
}
