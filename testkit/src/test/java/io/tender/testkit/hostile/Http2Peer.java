package io.tender.testkit.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.nio.support.BasicResponseProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.ListenerEndpoint;

/**
 * Speaks HTTP/2, and misbehaves within it: a request to {@code /NAME} gets that misbehaviour's answer, one to
 * {@code /held} is answered well when the test says so.
 */
final class Http2Peer implements AutoCloseable {
    private final HttpAsyncServer server;
    private final int port;
    private final AtomicInteger connections = new AtomicInteger();
    private final BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();

    Http2Peer() throws Exception {
        server = H2ServerBootstrap.bootstrap()
                .setCanonicalHostName("127.0.0.1")
                .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_2)
                .setIOSessionDecorator(session -> {
                    connections.incrementAndGet();
                    return session;
                })
                .register("*", new Exchanges())
                .create();
        server.start();
        ListenerEndpoint listener = server.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), URIScheme.HTTP)
                .get();
        port = ((InetSocketAddress) listener.getAddress()).getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    int connections() {
        return connections.get();
    }

    /** Waits for a request to {@code /held}; running what is returned answers it. */
    Runnable held() throws InterruptedException {
        return held.take();
    }

    @Override
    public void close() {
        server.close(CloseMode.IMMEDIATE);
    }

    private final class Exchanges implements AsyncServerRequestHandler<Message<HttpRequest, Void>> {
        @Override
        public AsyncRequestConsumer<Message<HttpRequest, Void>> prepare(
                HttpRequest request, EntityDetails entity, HttpContext context) {
            return new BasicRequestConsumer<>(entity == null ? null : new DiscardingEntityConsumer<>());
        }

        @Override
        public void handle(Message<HttpRequest, Void> message, ResponseTrigger trigger, HttpContext context)
                throws HttpException, IOException {
            String path = message.getHead().getPath();
            if (path.equals("/held")) {
                held.add(() -> answer(Misbehaviour.NONE, trigger, context));
                return;
            }
            Misbehaviour misbehaviour = Misbehaviour.valueOf(path.substring(1));
            switch (misbehaviour) {
                case ACCEPT_AND_HANG -> {}
                default -> answer(misbehaviour, trigger, context);
            }
        }
    }

    /** Says over HTTP/2 what would be said over HTTP/1.1. */
    private static void answer(
            Misbehaviour misbehaviour, AsyncServerRequestHandler.ResponseTrigger trigger, HttpContext context) {
        byte[] whole = Answers.of(misbehaviour, HonestAnswers.hosts());
        int headLength = Answers.headLength(whole);
        List<String> head = new String(whole, 0, headLength, StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();
        int codeAt = head.getFirst().indexOf(' ') + 1;
        BasicHttpResponse response =
                new BasicHttpResponse(Integer.parseInt(head.getFirst().substring(codeAt, codeAt + 3)));
        ContentType type = ContentType.APPLICATION_JSON;
        for (String line : head.subList(1, head.size())) {
            String name = line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
            String value = line.substring(line.indexOf(':') + 1).strip();
            switch (name) {
                case "content-type" -> type = ContentType.parse(value);
                case "content-length" -> {}
                default -> response.addHeader(name, value);
            }
        }
        byte[] body = Arrays.copyOfRange(whole, headLength, whole.length);
        AsyncEntityProducer entity = body.length == 0 ? null : new BasicAsyncEntityProducer(body, type);
        try {
            trigger.submitResponse(new BasicResponseProducer(response, entity), context);
        } catch (HttpException | IOException gone) {
            throw new IllegalStateException("the client left", gone);
        }
    }
}
