package io.tender.testkit.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.tender.core.batch.ActionChoice;
import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.SearchSettings;
import io.tender.core.batch.SeatedPlugin;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.extender.volcano.ExtenderPluginFactory;
import io.tender.spi.Chance;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.PluginSetup;
import io.tender.testkit.hostile.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session and an extender that speak TLS, and know each other by a token and a certificate. */
class SecureExtenderTest {
    private static final String TOKEN = "a-token-of-some-length";

    @TempDir
    private static Path folder;

    private static SSLContext tls;

    private final AtomicInteger welcome = new AtomicInteger();
    private final AtomicInteger unwelcome = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpsServer extender;

    @BeforeAll
    static void certify() throws IOException {
        TestCertificates authority = TestCertificates.authority(folder, "authority");
        tls = authority.signed(folder, "extender").clientContext(authority);
        TestCertificates.authority(folder, "stranger");
        Files.writeString(folder.resolve("token"), TOKEN + "\n");
    }

    @BeforeEach
    void start() throws IOException {
        extender = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        extender.setHttpsConfigurator(new HttpsConfigurator(tls));
        extender.createContext("/", this::answer);
        extender.setExecutor(threads);
        extender.start();
    }

    @AfterEach
    void stop() {
        extender.stop(0);
        threads.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            boolean known =
                    ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"));
            (known ? welcome : unwelcome).incrementAndGet();
            byte[] answer = "{\"errorMessage\":\"\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(known ? 200 : 401, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private SessionResult session(Map<String, Object> further) {
        Map<String, Object> arguments = new TreeMap<>(further);
        arguments.put(
                "extender.urlPrefix",
                "https://127.0.0.1:" + extender.getAddress().getPort());
        arguments.put("extender.predicateVerb", "predicate");
        arguments.put("extender.httpTimeout", "20s");
        List<SeatedPlugin> plugins = new ArrayList<>();
        for (BatchPluginFactory factory : BuiltInPlugins.factories()) {
            if (Set.of("priority", "gang", "predicates", "proportion").contains(factory.name())) {
                plugins.add(seat(factory, Map.of()));
            }
        }
        BatchCluster cluster = RandomClusters.cluster(new Random(1));
        try (BatchEngine engine = new BatchEngine(
                List.of(plugins, List.of(seat(new ExtenderPluginFactory(), arguments))),
                List.of(new ActionChoice("enqueue"), new ActionChoice("allocate")),
                SearchSettings.USUAL)) {
            return engine.run(cluster.snapshot(), new Cycle("s-1", 1, Instant.EPOCH.plusSeconds(1), Chance.seeded(1)));
        }
    }

    private static SeatedPlugin seat(BatchPluginFactory factory, Map<String, Object> given) {
        Arguments arguments = new Arguments(given);
        SeatedPlugin seated = new SeatedPlugin(
                factory.name(), factory.create(arguments, new PluginSetup(factory.name(), false)), Set.of());
        assertThat(arguments.problems()).isEmpty();
        return seated;
    }

    @Test
    void they_speak_when_each_believes_the_other() {
        SessionResult result = session(Map.of(
                "extender.tls.ca", folder.resolve("authority.pem").toString(),
                "extender.tokenFile", folder.resolve("token").toString()));

        assertThat(result.faults()).isEmpty();
        assertThat(result.decisions()).isNotEmpty();
        assertThat(welcome.get()).isPositive();
        assertThat(unwelcome.get()).isZero();
    }

    @Test
    void an_extender_that_nobody_vouches_for_is_told_nothing() {
        SessionResult result = session(Map.of(
                "extender.tls.ca", folder.resolve("stranger.pem").toString(),
                "extender.tokenFile", folder.resolve("token").toString()));

        assertThat(result.decisions()).noneMatch(decision -> decision.toString().startsWith("Bind"));
        assertThat(welcome.get() + unwelcome.get()).isZero();
    }
}
