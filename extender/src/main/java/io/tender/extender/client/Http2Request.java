package io.tender.extender.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Sends a request, its body joined in memory, and notes when that begins. */
final class Http2Request extends BasicRequestProducer {
    private final Request request;
    private final Flight flight;

    Http2Request(Request request, Flight flight) throws IOException {
        super(message(request), entity(request));
        this.request = request;
        this.flight = flight;
    }

    @Override
    public void sendRequest(RequestChannel channel, HttpContext context) throws HttpException, IOException {
        flight.enter(Phase.WAITING);
        flight.sent(request.body().length());
        super.sendRequest(channel, context);
    }

    private static BasicHttpRequest message(Request request) {
        BasicHttpRequest message = new BasicHttpRequest(
                request.method().name(),
                Http2Engine.host(request.endpoint()),
                request.endpoint().requestTarget());
        for (Request.Header header : request.headers()) {
            if (!header.name().equals("Content-Type")) {
                message.addHeader(header.name(), header.value());
            }
        }
        return message;
    }

    private static @Nullable AsyncEntityProducer entity(Request request) throws IOException {
        if (request.method() == HttpMethod.GET && request.body().length() == 0) {
            return null;
        }
        ByteArrayOutputStream joined =
                new ByteArrayOutputStream((int) request.body().length());
        BodyEntity.write(request.body(), joined);
        String type = request.headers().stream()
                .filter(header -> header.name().equals("Content-Type"))
                .map(Request.Header::value)
                .findFirst()
                .orElse("application/json");
        return new BasicAsyncEntityProducer(joined.toByteArray(), ContentType.parseLenient(type));
    }
}
