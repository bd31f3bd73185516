package io.tender.toolkit.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tender.extender.client.TlsSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** What comes of an answer of which no more than this is read before the connection ends. */
    private static NoAnswer afterHaving(String said, InputStream end) throws IOException {
        InputStream all =
                new SequenceInputStream(new ByteArrayInputStream(said.getBytes(StandardCharsets.ISO_8859_1)), end);
        Socket socket = new Socket() {
            @Override
            public InputStream getInputStream() {
                return all;
            }

            @Override
            public OutputStream getOutputStream() {
                return OutputStream.nullOutputStream();
            }
        };
        try (Patience patience = new Patience(Duration.ofSeconds(5), Duration.ofSeconds(5));
                HttpConnection connection = new HttpConnection(socket, patience)) {
            return catchThrowableOfType(NoAnswer.class, () -> connection.exchange(new byte[] {'?'}));
        }
    }

    private static InputStream reset() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new SocketException("Connection reset");
            }

            @Override
            public int read(byte[] bytes, int from, int most) throws IOException {
                return read();
            }
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "H",
                "HTTP/1.1 100 Continue\r\n\r\n",
                "HTTP/1.1 200 Fine\r\nContent-Length: 9\r\n\r\n{",
                "HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
                "HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
            })
    void who_ends_the_connection_within_an_answer_has_cut_it_off(String said) throws IOException {
        assertThat(afterHaving(said, InputStream.nullInputStream()).kind()).isEqualTo(NoAnswer.Kind.CUT_OFF);
        assertThat(afterHaving(said, reset()).kind()).isEqualTo(NoAnswer.Kind.CUT_OFF);
    }

    @Test
    void who_ends_the_connection_without_a_word_was_silent() throws IOException {
        assertThat(afterHaving("", InputStream.nullInputStream()).kind()).isEqualTo(NoAnswer.Kind.CLOSED);
        assertThat(afterHaving("", reset()).kind()).isEqualTo(NoAnswer.Kind.CLOSED);
    }

    @Test
    void who_complains_in_tls_is_known_by_it_however_the_connection_ends() throws IOException {
        String alert = "\u0015\u0003\u0003\u0000\u0002";

        assertThat(afterHaving(alert, InputStream.nullInputStream()).kind()).isEqualTo(NoAnswer.Kind.SPEAKS_TLS);
        assertThat(afterHaving(alert, reset()).kind()).isEqualTo(NoAnswer.Kind.SPEAKS_TLS);
    }
}
