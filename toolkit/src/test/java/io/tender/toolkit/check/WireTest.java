package io.tender.toolkit.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tender.extender.client.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a service is reached whose host has several addresses. */
class WireTest {
    private static final InetAddress HERE = address(127, 0, 0, 1);
    private static final InetAddress NOBODY = address(127, 0, 0, 2);

    private static InetAddress address(int... bytes) {
        try {
            return InetAddress.getByAddress(
                    new byte[] {(byte) bytes[0], (byte) bytes[1], (byte) bytes[2], (byte) bytes[3]});
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    private static Wire wire(int port, Patience patience, List<InetAddress> addresses) {
        Address there = Address.of(URI.create("http://gpu.example:" + port));
        return new Wire(there, TlsSettings.USUAL, patience, host -> addresses);
    }

    @Test
    void it_is_found_at_whichever_of_them_it_listens() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 5, HERE);
                Patience patience = new Patience(Duration.ofSeconds(5), Duration.ofSeconds(5));
                Socket found = wire(server.getLocalPort(), patience, List.of(NOBODY, HERE))
                        .openPlain()) {
            assertThat(found.getInetAddress()).isEqualTo(HERE);
        }
    }

    @Test
    void nobody_at_any_of_them_is_told_as_nobody() throws IOException {
        int port;
        try (ServerSocket gone = new ServerSocket(0, 5, HERE)) {
            port = gone.getLocalPort();
        }
        try (Patience patience = new Patience(Duration.ofSeconds(5), Duration.ofSeconds(5))) {
            NoAnswer none = catchThrowableOfType(
                    NoAnswer.class,
                    () -> wire(port, patience, List.of(NOBODY, HERE))
                            .openPlain()
                            .close());

            assertThat(none.kind()).isEqualTo(NoAnswer.Kind.UNREACHABLE);
            assertThat(none).hasMessageContaining("nobody listens at gpu.example:" + port);
        }
    }
}
