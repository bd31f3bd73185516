package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class PromptReceiptTest {
    /** A confirmation that waits for something to go with it comes after 40 ms. */
    private static final Duration LATE = Duration.ofMillis(30);

    /** As servers do whose answers are not gathered before they are sent, such as Python's. */
    private static void serve(ServerSocket server) {
        try (Socket connection = server.accept();
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1))) {
            connection.setTcpNoDelay(false);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.isEmpty()) {
                    in.skip(2);
                    write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
                    write(connection, "\"yes\"");
                }
            }
        } catch (IOException over) {
            // The client has hung up.
        }
    }

    private static void write(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void an_answer_in_two_pieces_is_there_at_once() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ExtenderClient client = new ExtenderClient(
                        ExtenderSettings.of("gpu", "http://127.0.0.1:" + server.getLocalPort())
                                .deadline(Duration.ofSeconds(30))
                                .build(),
                        ClientSurroundings.system(new SimpleMeterRegistry()))) {
            Thread.ofVirtual().start(() -> serve(server));
            List<Duration> latencies = new ArrayList<>();
            for (int i = 0; i < 41; i++) {
                Outcome<String> outcome = client.call(ClientTestBase.call());
                assertThat(outcome.value()).contains("yes");
                latencies.add(outcome.latency());
            }
            Collections.sort(latencies);
            assertThat(latencies.get(latencies.size() / 2)).isLessThan(LATE);
        }
    }
}
