package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StreamsTest {
    @Test
    void a_character_that_is_cut_in_two_is_printed_as_one() {
        byte[] all = "grüße, 世界 🙂 \n".getBytes(StandardCharsets.UTF_8);
        for (int cut = 1; cut < all.length; cut++) {
            TextParts parts = new TextParts();
            String text = parts.add(Arrays.copyOf(all, cut)) + parts.add(Arrays.copyOfRange(all, cut, all.length));
            assertThat(text + parts.rest()).as("cut at %s", cut).isEqualTo("grüße, 世界 🙂 \n");
        }
    }

    @Test
    void a_character_that_never_ends_is_not_held_back_for_good() {
        TextParts parts = new TextParts();
        assertThat(parts.add(new byte[] {'a', (byte) 0xE4, (byte) 0xB8})).isEqualTo("a");
        assertThat(parts.rest()).isEqualTo("\uFFFD");
    }

    /** It promises a heartbeat and then says nothing more, as a machine that has vanished. */
    @Test
    void a_stream_without_heartbeats_ends() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
        server.createContext("/v1/watch", exchange -> {
            exchange.getResponseHeaders().add("Tender-Heartbeat", "0.05");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("{\"type\":\"SYNCED\"}\n".getBytes(StandardCharsets.US_ASCII));
            exchange.getResponseBody().flush();
        });
        server.start();
        List<String> heard = new ArrayList<>();
        try (DaemonClient client = new DaemonClient(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()), Optional.empty());
                LineStream lines = client.lines("/v1/watch").orElseThrow()) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                heard.add(line.get());
            }
        } catch (IOException cut) {
            heard.add("cut");
        } finally {
            server.stop(0);
        }
        assertThat(heard).startsWith("{\"type\":\"SYNCED\"}");
    }
}
