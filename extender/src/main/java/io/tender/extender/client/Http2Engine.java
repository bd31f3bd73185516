package io.tender.extender.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.impl.nio.ClientH2PrefaceHandler;
import org.apache.hc.core5.http2.impl.nio.ClientH2StreamMultiplexerFactory;
import org.apache.hc.core5.http2.protocol.H2RequestConnControl;
import org.apache.hc.core5.http2.protocol.H2RequestContent;
import org.apache.hc.core5.http2.protocol.H2RequestTargetHost;
import org.apache.hc.core5.http2.ssl.H2ClientTlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.DefaultConnectingIOReactor;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that serves a client's HTTP/2 connections. It is built of the message layer alone, which logs nothing: the
 * full client would log requests with their credentials.
 */
final class Http2Engine {
    private static final Logger LOG = LoggerFactory.getLogger(Http2Engine.class);
    private static final int LARGEST_HEAD = 64 << 10;

    private final DefaultConnectingIOReactor reactor;
    private final Http2Sessions sessions = new Http2Sessions();

    Http2Engine(ExtenderSettings settings) {
        H2Config config = H2Config.custom()
                .setPushEnabled(false)
                .setMaxConcurrentStreams(settings.bulkhead().inFlight())
                .setMaxHeaderListSize(LARGEST_HEAD)
                .build();
        // Nothing that asks for permission to send, or says who we are: the request is complete.
        HttpProcessor processor = HttpProcessorBuilder.create()
                .addAll(H2RequestTargetHost.INSTANCE, H2RequestContent.INSTANCE, H2RequestConnControl.INSTANCE)
                .build();
        ClientH2StreamMultiplexerFactory streams =
                new ClientH2StreamMultiplexerFactory(processor, null, config, CharCodingConfig.DEFAULT, null);
        // No timeout of the socket: calls have deadlines, and idle connections are closed by whoever keeps them.
        IOReactorConfig reading = IOReactorConfig.custom()
                .setIoThreadCount(1)
                .setTcpNoDelay(true)
                .setSoKeepAlive(true)
                .setSoTimeout(Timeout.DISABLED)
                .build();
        reactor = new DefaultConnectingIOReactor(
                (session, attachment) -> new ClientH2PrefaceHandler(session, streams, false, Http2Engine::noted),
                reading,
                Thread.ofPlatform()
                        .name("tender-extender-" + settings.name() + "-http2-", 0)
                        .daemon(true)
                        .factory(),
                null,
                Http2Engine::noted,
                sessions,
                null);
        reactor.start();
    }

    /** Calls are told what fails; what else fails when a connection is torn down interests nobody. */
    private static void noted(Exception failure) {
        LOG.debug("An HTTP/2 connection broke: {}", failure.getClass().getSimpleName());
    }

    boolean isRunning() {
        return reactor.getStatus() == IOReactorStatus.ACTIVE;
    }

    /**
     * Connects to one address after the other. Each but the last gets an equal part of the given time; how long the last
     * one, and the handshake, may take is up to those who wait for it: they close what they have no more use for.
     */
    void open(Http2Connection connection, List<InetAddress> addresses, Optional<TlsContext> tls, long nanos) {
        connect(new Opening(connection, addresses, tls, Math.max(1, nanos / addresses.size())), 0);
    }

    private record Opening(
            Http2Connection connection, List<InetAddress> addresses, Optional<TlsContext> tls, long share) {}

    private void connect(Opening opening, int number) {
        Http2Connection connection = opening.connection();
        Endpoint endpoint = connection.endpoint();
        boolean last = number == opening.addresses().size() - 1;
        Timeout timeout =
                last ? Timeout.DISABLED : Timeout.ofMilliseconds(TimeUnit.NANOSECONDS.toMillis(opening.share()) + 1);
        Future<IOSession> connecting = reactor.connect(
                host(endpoint),
                new InetSocketAddress(opening.addresses().get(number), endpoint.port()),
                null,
                timeout,
                null,
                new Then<>(connection) {
                    @Override
                    public void completed(IOSession session) {
                        connection.onClosing(() -> session.close(CloseMode.IMMEDIATE));
                        sessions.watch(session, connection);
                        if (opening.tls().isPresent()) {
                            secure(connection, session, opening.tls().get());
                        } else {
                            connection.opened(session);
                        }
                    }

                    @Override
                    public void failed(Exception cause) {
                        if (last) {
                            super.failed(cause);
                        } else {
                            connect(opening, number + 1);
                        }
                    }
                });
        connection.onClosing(() -> connecting.cancel(true));
    }

    private static void secure(Http2Connection connection, IOSession session, TlsContext tls) {
        connection.shakesHands();
        H2ClientTlsStrategy strategy = new H2ClientTlsStrategy(
                tls.context(),
                (target, engine) -> {
                    SSLParameters parameters = engine.getSSLParameters();
                    parameters.setProtocols(TlsContext.PROTOCOLS);
                    tls.settings().applyTo(parameters);
                    engine.setSSLParameters(parameters);
                },
                null);
        strategy.upgrade(
                (TransportSecurityLayer) session,
                new HttpHost(
                        "https",
                        tls.settings().peer(connection.endpoint().bareHost()),
                        connection.endpoint().port()),
                HttpVersionPolicy.FORCE_HTTP_2,
                Timeout.DISABLED,
                new Then<>(connection) {
                    @Override
                    public void completed(TransportSecurityLayer secured) {
                        connection.opened(session);
                    }
                });
    }

    static HttpHost host(Endpoint endpoint) {
        return new HttpHost(endpoint.tls() ? "https" : "http", endpoint.bareHost(), endpoint.port());
    }

    /** Passes a failure on to those who wait for the connection. */
    private abstract static class Then<T> implements FutureCallback<T> {
        private final Http2Connection connection;

        Then(Http2Connection connection) {
            this.connection = connection;
        }

        @Override
        public void failed(Exception cause) {
            connection.broken(cause);
        }

        @Override
        public void cancelled() {
            connection.broken(new IOException("the connection was given up"));
        }
    }

    /** Ending it waits for its thread, so a thread of its own does that. */
    void close() {
        Thread.ofVirtual().name("tender-extender-closing").start(() -> reactor.close(CloseMode.IMMEDIATE));
    }
}
