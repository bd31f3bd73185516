package io.tender.toolkit.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One end of a connection, byte by byte. */
record RawPeer(Socket socket) implements AutoCloseable {
    private static final int PATIENCE = 20_000;

    static RawPeer of(Socket socket) throws IOException {
        socket.setSoTimeout(PATIENCE);
        socket.setTcpNoDelay(true);
        return new RawPeer(socket);
    }

    static RawPeer to(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.connect(address, PATIENCE);
        return of(socket);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    void send(String text) throws IOException {
        send(bytes(text));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void expect(String text) throws IOException {
        expect(bytes(text));
    }

    void expect(byte[] bytes) throws IOException {
        assertThat(new String(socket.getInputStream().readNBytes(bytes.length), StandardCharsets.ISO_8859_1))
                .isEqualTo(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    void expectEnd() throws IOException {
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
