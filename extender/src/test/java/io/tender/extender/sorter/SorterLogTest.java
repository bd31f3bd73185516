package io.tender.extender.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.ClientSurroundings;
import io.tender.model.ResourceQuantities;
import io.tender.spi.order.Standing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(60)
class SorterLogTest {
    private static final Standing STANDING = new Standing(
            1,
            ResourceQuantities.empty(),
            List.of(
                    new Standing.Client("a", 1, 0, ResourceQuantities.empty()),
                    new Standing.Client("b", 1, 0, ResourceQuantities.empty())),
            new TreeMap<>());

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void a_service_that_fails_now_and_then_is_said_so_once() throws IOException {
        assertThat(linesOf(this::sixtyRuns))
                .filteredOn(line -> line.contains("sorter service"))
                .hasSize(4)
                .anyMatch(line -> line.contains("runs follow its order from now on"))
                .anyMatch(line -> line.contains("fails; for each call that does, shares decide"))
                .anyMatch(line -> line.contains("Said again once it has not failed for 30 s"));
        assertThat(asked).hasValueGreaterThan(50);
    }

    /** Every third answer is of no use. */
    private void sixtyRuns() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer = (asked.incrementAndGet() % 3 == 0 ? "{}" : "{\"roles\":[\"b\",\"a\"]}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try (HttpServingOrder order = new HttpServingOrderFactory(
                        ClientSurroundings.system(new SimpleMeterRegistry()).withTicker(nanos::get))
                .create(Map.of(
                        "endpoint",
                        "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/sort",
                        "deadline",
                        "20s"))) {
            for (int run = 0; run < 60; run++) {
                order.orders(() -> STANDING);
                while (order.isAsking()) {
                    LockSupport.parkNanos(200_000);
                }
                nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            }
        } finally {
            server.stop(0);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static List<String> linesOf(Work work) throws IOException {
        Logger logger = (Logger) LoggerFactory.getLogger("io.tender.extender");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try {
            work.run();
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(null);
        }
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
