package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tender.extender.json.ReplyObject;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

class SecrecyTest extends ClientTestBase {
    private static final String TOKEN = "tok-5ecre7-1234567890";
    private static final String KEY = "key5ecre7abcdefghij";
    private static final String PASSWORD = "pwd-5ecre7-\"/&'uvwxyz";
    private static final String QUERY = "qry-5ecre7/klm&nopqrst";
    private static final String RAW_QUERY = "key=qry-5ecre7%2Fklm%26nopqrst&more=oth-5ecre7-parameter";

    /** The beginnings of all secrets: a part that is long enough to be of use to somebody. */
    private static final String[] TELLING = {"5ecre7", "tok-5", "key5e", "pwd-5", "qry-5", "oth-5"};

    @TempDir
    Path folder;

    private final AtomicInteger round = new AtomicInteger();

    /** What a peer was sent, sent back in one of many ways. */
    private record Echo(int status, String location, String body) {
        static Echo of(int round, String headers, String uri) {
            String decoded = URLDecoder.decode(uri, StandardCharsets.UTF_8);
            String all = headers + " " + uri + " " + decoded;
            String json = all.replace("\\", "\\\\").replace("\"", "\\\"");
            return switch (round) {
                case 0 -> new Echo(200, "", "nonsense " + all);
                // A parser would quote the beginning of this.
                case 1 -> new Echo(200, "", "x".repeat(245) + KEY);
                case 2 -> new Echo(200, "", "{\"a\":1,\"" + json + "\":1,\"" + json + "\":2}");
                case 3 -> new Echo(401, "", all);
                case 4 -> new Echo(302, uri, all);
                case 5 -> new Echo(302, "http://host/" + decoded.replace("?", "/") + "/" + TOKEN, "");
                case 6 -> new Echo(500, "", "{\"said\":\"" + json + "\"}");
                case 7 -> new Echo(500, "", json.replace("/", "\\/"));
                case 8 -> new Echo(500, "", json.replace("&", "\\u0026").replace("'", "\\u0027"));
                case 9 ->
                    new Echo(
                            500,
                            "",
                            all.replace("&", "&amp;").replace("'", "&#39;").replace("\"", "&quot;"));
                // The message, or the recording, ends somewhere within the secret.
                default ->
                    new Echo(500, "", " ".repeat(round % 2 == 0 ? 1024 - round : 100 - round) + all(round) + all);
            };
        }

        private static String all(int round) {
            return List.of(TOKEN, KEY, PASSWORD, QUERY).get(round % 4);
        }

        static final int ROUNDS = 60;
    }

    private String url(HttpVersion version, Optional<Http2Extender> http2) {
        return (version == HttpVersion.HTTP_2 ? http2.orElseThrow().url() : extender.url()) + "?" + RAW_QUERY;
    }

    private void overHttp1() {
        extender.now(exchange -> {
            String headers = exchange.getRequestHeaders().entrySet().stream()
                    .map(header -> header.getKey() + "=" + String.join(",", header.getValue()))
                    .collect(Collectors.joining(" "));
            Echo echo = Echo.of(
                    round.getAndIncrement(), headers, exchange.getRequestURI().toString());
            exchange.getResponseHeaders().add("Location", echo.location());
            FakeExtender.answer(exchange, echo.status(), echo.body().getBytes(StandardCharsets.UTF_8));
        });
    }

    private Http2Extender overHttp2() throws Exception {
        return new Http2Extender(asking -> {
            String headers = Stream.of(asking.head().getHeaders())
                    .map(header -> header.getName() + "=" + header.getValue())
                    .collect(Collectors.joining(" "));
            Echo echo = Echo.of(round.getAndIncrement(), headers, asking.path());
            BasicHttpResponse response = new BasicHttpResponse(echo.status());
            response.addHeader("Location", echo.location());
            asking.answer(response, echo.body());
        });
    }

    @ParameterizedTest
    @EnumSource(HttpVersion.class)
    void secrets_are_in_no_log_metric_recording_or_error(HttpVersion version) throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        root.setLevel(Level.TRACE);
        root.addAppender(log);
        overHttp1();
        StringBuilder shown = new StringBuilder();
        try (Http2Extender http2 = overHttp2()) {
            shown.append(conversation(version, url(version, Optional.of(http2))));
        }
        root.detachAppender(log);
        root.setLevel(before);
        List<ILoggingEvent> lines = List.copyOf(log.list);
        lines.forEach(event -> shown.append(event.getFormattedMessage()).append(event.getThrowableProxy()));

        assertThat(round.get()).isEqualTo(Echo.ROUNDS);
        assertThat(shown.toString()).contains("[hidden]").doesNotContain(TELLING);
    }

    /** Everything anybody can see of it. */
    private String conversation(HttpVersion version, String url) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        Path recording = folder.resolve("recording");
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ExtenderSettings.Builder settings = ExtenderSettings.of("gpu", url)
                .httpVersion(version)
                .breaker(BreakerSettings.OFF)
                .deadline(java.time.Duration.ofSeconds(30))
                .tokenFile(token)
                .header("X-Api-Key", Secret.of(KEY))
                .header("X-Auth", Secret.of("Basic " + PASSWORD))
                .recording(new RecordingSettings(recording, 100, 1 << 24, 2, 1_000));
        ExtenderClient client = client(settings, ClientSurroundings.system(prometheus));
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Echo.ROUNDS; i++) {
            Outcome<String> outcome = client.call(call());
            shown.append(outcome);
            if (outcome instanceof Outcome.Failed<String> failed) {
                shown.append(failed.failure().message()).append(failed.failure());
            }
        }
        shown.append(client.settings()).append(settings.build()).append(prometheus.scrape());
        client.close();
        return shown.append(Files.readString(recording)).toString();
    }

    @Test
    void the_secrets_are_sent() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        client(ExtenderSettings.of("gpu", extender.url() + "?" + RAW_QUERY)
                        .tokenFile(token)
                        .header("X-Api-Key", Secret.of(KEY)))
                .call(call());

        assertThat(extender.asked().getFirst().header("Authorization")).isEqualTo("Bearer " + TOKEN);
        assertThat(extender.asked().getFirst().header("X-api-key")).isEqualTo(KEY);
        assertThat(extender.asked().getFirst().path()).endsWith("?" + RAW_QUERY);
    }

    @Test
    void the_query_of_a_calls_own_address_is_secret_too() {
        extender.now(exchange -> FakeExtender.answer(
                exchange, 500, exchange.getRequestURI().toString().getBytes(StandardCharsets.UTF_8)));

        Outcome<String> outcome =
                client(settings()).call(call().at(Endpoint.parse(extender.url() + "/own?" + RAW_QUERY)));

        assertThat(failure(outcome).message()).contains("/own?[hidden]").doesNotContain(TELLING);
    }

    @Test
    void what_was_received_of_a_secret_when_time_was_up_is_hidden() {
        Secrets secrets =
                Secrets.of(List.of(Secret.of("Basic " + KEY)), Endpoint.parse("http://host"), Optional.empty());

        assertThat(secrets.hideIn("you sent key5ecre7a")).isEqualTo("you sent [hidden]");
        assertThat(secrets.hideIn(KEY + KEY + " and " + KEY, 10)).isEqualTo("[hidden]");
        assertThat(secrets.hideIn("nothing", 3)).isEqualTo("not");
    }

    @Test
    void what_is_left_of_a_secret_in_a_text_that_a_reader_has_shortened_is_hidden() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        ExtenderClient client =
                client(settings().breaker(BreakerSettings.OFF).tokenFile(token).header("X-Api-Key", Secret.of(KEY)));
        StringBuilder shown = new StringBuilder();

        for (int before = 150; before < 310; before++) {
            String said = "x".repeat(before) + (before % 2 == 0 ? TOKEN : KEY);
            extender.now(FakeExtender.answering(200, "\"" + said + "\""));
            shown.append(failure(client.call(answeredBy(ErrorAnswer::new))).message());
            shown.append(failure(client.call(
                            answeredBy(text -> new MalformedAnswer("got '" + text + "', expected something else"))))
                    .message());
        }

        assertThat(shown.toString()).contains("xx[hidden]…").doesNotContain(TELLING);
    }

    /** Fails with what it was told, shortened as readers do it. */
    private static Call<String> answeredBy(Function<String, RuntimeException> failing) {
        return Call.post(VERB, RequestBody.of("{}"), json -> {
            json.nextToken();
            throw failing.apply(ReplyObject.clean(json.getString()));
        });
    }

    @Test
    void a_secret_prints_as_hidden() {
        assertThat(Secret.of(KEY)).hasToString("[hidden]");
        assertThat(new TlsSettings.Identity.Pkcs12(Path.of("x"), Secret.of(KEY)).toString())
                .doesNotContain(KEY);
    }
}
