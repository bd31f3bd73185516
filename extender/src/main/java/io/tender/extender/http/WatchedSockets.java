package io.tender.extender.http;

import io.helidon.common.socket.SocketOptions;
import java.net.Socket;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The usual options of a connection; setting them is the one moment at which the server shows a socket it accepted. */
final class WatchedSockets implements SocketOptions {
    private final SocketOptions usual;
    private final Consumer<SocketChannel> accepted;

    WatchedSockets(SocketOptions usual, Consumer<SocketChannel> accepted) {
        this.usual = usual;
        this.accepted = accepted;
    }

    @Override
    public void configureSocket(Socket socket) {
        usual.configureSocket(socket);
    }

    @Override
    public void configureSocket(SocketChannel socket) {
        usual.configureSocket(socket);
        accepted.accept(socket);
    }

    @Override
    public Map<SocketOption<?>, Object> socketOptions() {
        return usual.socketOptions();
    }

    @Override
    public Duration connectTimeout() {
        return usual.connectTimeout();
    }

    @Override
    public Duration readTimeout() {
        return usual.readTimeout();
    }

    @Override
    public Optional<Integer> socketReceiveBufferSize() {
        return usual.socketReceiveBufferSize();
    }

    @Override
    public Optional<Integer> socketSendBufferSize() {
        return usual.socketSendBufferSize();
    }

    @Override
    public boolean socketReuseAddress() {
        return usual.socketReuseAddress();
    }

    @Override
    public boolean socketKeepAlive() {
        return usual.socketKeepAlive();
    }

    @Override
    public boolean tcpNoDelay() {
        return usual.tcpNoDelay();
    }
}
