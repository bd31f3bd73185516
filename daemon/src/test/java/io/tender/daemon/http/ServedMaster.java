package io.tender.daemon.http;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.daemon.http.operator.OperatorApi;
import io.tender.daemon.http.scheduler.SchedulerApi;
import io.tender.daemon.loop.Commits;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Clusters;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterSettings;
import io.tender.extender.http.Access;
import io.tender.extender.http.HttpServer;
import io.tender.extender.http.ServerSettings;
import io.tender.mesos.Media;
import io.tender.mesos.MesosSchema;
import io.tender.runtime.ActorClock;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A master that keeps nothing, behind a real server on a real socket. */
public final class ServedMaster implements AutoCloseable {
    public static final String OPERATOR = "/api/v1";
    public static final String SCHEDULER = "/api/v1/scheduler";
    private static final JsonMapper JSON = new JsonMapper();

    public final ObedientCluster cluster;
    public final List<Throwable> fatal = new CopyOnWriteArrayList<>();

    /** Whether its journal fails. */
    public volatile boolean failing;

    private final MasterLoop loop;
    private final SchedulerApi schedulers;
    private final OperatorApi operators;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    /** What the server said. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares replies
    public record Reply(int status, byte[] bytes, Map<String, List<String>> headers) {
        public String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        public JsonNode json() {
            return JSON.readTree(bytes);
        }
    }

    public ServedMaster() {
        this(Access.open(), new SchedulerApi.Settings(Duration.ofMillis(300), 64L << 20, 8 << 20, 100), operators());
    }

    public ServedMaster(Access access, SchedulerApi.Settings forSchedulers, OperatorApi.Settings forOperators) {
        Commits atOnce = new Commits() {
            @Override
            public void submit(List<byte[]> records, Runnable whenDurable) {
                whenDurable.run();
            }

            @Override
            public boolean isFailing() {
                return failing;
            }
        };
        loop = new MasterLoop(ActorClock.of(InstantSource.system()), Chance.seeded(1), atOnce, fatal::add, 10_000);
        cluster = new ObedientCluster(loop);
        Master master = new Master(
                MasterSettings.defaults("m"),
                loop.host(),
                new HierarchicalAllocator(loop.host(), SorterKind.DRF, SorterKind.DRF),
                new Clusters(List.of(cluster)),
                loop.effects());
        loop.start(
                master, () -> master.start(AllocatorOptions.defaults().withAllocationInterval(Duration.ofMillis(50))));
        schedulers = new SchedulerApi(loop, forSchedulers);
        operators = new OperatorApi(
                loop,
                InstantSource.system(),
                forOperators,
                TreeMap::new,
                () -> fatal.stream().findFirst().map(Throwable::toString));
        try {
            server = HttpServer.start(
                    ServerSettings.local(0),
                    access,
                    List.of(
                            schedulers,
                            operators,
                            new MetricsApi(
                                    new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                                    loop,
                                    Optional.empty(),
                                    Duration.ofMillis(100))));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public static OperatorApi.Settings operators() {
        return OperatorApi.Settings.usual("0.5", Instant.EPOCH, new TreeMap<>(Map.of("store", "memory")));
    }

    /** A call in JSON, with single quotes for double ones so that tests can be read. */
    public Reply call(String path, String json, String... headers) {
        return post(path, Media.JSON, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), headers);
    }

    /** A call to the operator API that must be accepted. */
    public JsonNode ask(String json) {
        Reply reply = call(OPERATOR, json);
        if (reply.status() >= 300) {
            throw new AssertionError("got " + reply.status() + " " + reply.text() + " to " + json);
        }
        return reply.bytes().length == 0 ? JSON.createObjectNode() : reply.json();
    }

    /** The same call in protobuf, answered in protobuf; the answer as a tree. */
    public JsonNode askInProtobuf(String json) {
        ObjectNode tree = Media.JSON.read(
                MesosSchema.OPERATOR_CALL, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        Reply reply = post(
                OPERATOR,
                Media.PROTOBUF,
                Media.PROTOBUF.write(MesosSchema.OPERATOR_CALL, tree),
                "Accept",
                "application/x-protobuf");
        if (reply.status() >= 300) {
            throw new AssertionError("got " + reply.status() + " " + reply.text() + " to " + json);
        }
        return Media.PROTOBUF.read(MesosSchema.OPERATOR_RESPONSE, reply.bytes());
    }

    public Reply post(String path, Media media, byte[] body, String... headers) {
        return send(request(path, headers)
                .header("Content-Type", media.contentType())
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build());
    }

    public HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request.timeout(Duration.ofSeconds(60));
    }

    public Reply send(HttpRequest request) {
        try {
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            return new Reply(
                    response.statusCode(), response.body(), response.headers().map());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** A call that is answered with a stream of events, in JSON. */
    public EventReader stream(String path, String json, String... headers) {
        return stream(path, Media.JSON, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), headers);
    }

    public EventReader stream(String path, Media media, byte[] body, String... headers) {
        HttpRequest request = request(path, headers)
                .header("Content-Type", media.contentType())
                .header("Accept", media.contentType())
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            return new EventReader(
                    response, media, path.equals(OPERATOR) ? MesosSchema.OPERATOR_EVENT : MesosSchema.SCHEDULER_EVENT);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    public MasterLoop loop() {
        return loop;
    }

    @Override
    public void close() {
        schedulers.close();
        operators.close();
        client.shutdownNow();
        server.close();
        loop.close();
        if (!fatal.isEmpty()) {
            throw new AssertionError("the master failed", fatal.getFirst());
        }
    }
}
