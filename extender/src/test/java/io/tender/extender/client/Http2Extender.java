package io.tender.extender.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.nio.support.BasicResponseProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ListenerEndpoint;

/** A server that speaks HTTP/2 without TLS, with answers written by the test. It is also {@code named.test}. */
final class Http2Extender implements AutoCloseable {
    /** Answers, now or later; never, if it drops the exchange. */
    @FunctionalInterface
    interface Handler {
        void handle(Asking asking) throws HttpException, java.io.IOException;
    }

    /** A request, and the way to answer it. */
    record Asking(
            HttpRequest head, String body, AsyncServerRequestHandler.ResponseTrigger trigger, HttpContext context) {
        String path() {
            return head.getPath();
        }

        void answer(int status, String text) throws HttpException, java.io.IOException {
            answer(new BasicHttpResponse(status), text);
        }

        void answer(HttpResponse response, String text) throws HttpException, java.io.IOException {
            trigger.submitResponse(
                    new BasicResponseProducer(
                            response, new BasicAsyncEntityProducer(text, ContentType.APPLICATION_JSON)),
                    context);
        }
    }

    private record Exchanges(Handler handler) implements AsyncServerRequestHandler<Message<HttpRequest, byte[]>> {
        @Override
        public AsyncRequestConsumer<Message<HttpRequest, byte[]>> prepare(
                HttpRequest request, EntityDetails entity, HttpContext context) {
            return new BasicRequestConsumer<>(entity == null ? null : new BasicAsyncEntityConsumer());
        }

        @Override
        public void handle(Message<HttpRequest, byte[]> message, ResponseTrigger trigger, HttpContext context)
                throws HttpException, java.io.IOException {
            byte[] body = message.getBody();
            handler.handle(new Asking(
                    message.getHead(), body == null ? "" : new String(body, StandardCharsets.UTF_8), trigger, context));
        }
    }

    private final HttpAsyncServer server;
    private final int port;
    private final AtomicInteger connections = new AtomicInteger();
    private final List<IOSession> sessions = new CopyOnWriteArrayList<>();

    Http2Extender(Handler handler) throws Exception {
        Exchanges exchanges = new Exchanges(handler);
        server = H2ServerBootstrap.bootstrap()
                .setCanonicalHostName("127.0.0.1")
                .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_2)
                .setIOSessionDecorator(session -> {
                    connections.incrementAndGet();
                    sessions.add(session);
                    return session;
                })
                .register("*", exchanges)
                .register("named.test", "*", exchanges)
                .create();
        server.start();
        ListenerEndpoint listener = server.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), URIScheme.HTTP)
                .get();
        port = ((InetSocketAddress) listener.getAddress()).getPort();
    }

    int port() {
        return port;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Connections so far. */
    int connections() {
        return connections.get();
    }

    /** Connections that are open. */
    long open() {
        return sessions.stream().filter(IOSession::isOpen).count();
    }

    @Override
    public void close() {
        server.close(CloseMode.IMMEDIATE);
    }
}
