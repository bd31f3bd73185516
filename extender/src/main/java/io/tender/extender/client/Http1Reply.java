package io.tender.extender.client;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/** An answer on a connection of its own, which is kept or torn down with it. */
final class Http1Reply implements Reply {
    private static final Pattern PATIENCE = Pattern.compile("timeout\\s*=\\s*(\\d{1,6})");

    private final Http1Connection connection;
    private final ClassicHttpRequest request;
    private final ClassicHttpResponse response;
    private final Flight flight;
    private final BiConsumer<Http1Connection, Optional<Long>> keep;
    private boolean ended;

    /** @param keep takes the connection when it can be used again, and how many nanoseconds the peer will keep it */
    Http1Reply(
            Http1Connection connection,
            ClassicHttpRequest request,
            ClassicHttpResponse response,
            Flight flight,
            BiConsumer<Http1Connection, Optional<Long>> keep) {
        this.connection = connection;
        this.request = request;
        this.response = response;
        this.flight = flight;
        this.keep = keep;
    }

    @Override
    public int status() {
        return response.getCode();
    }

    @Override
    public String header(String name) {
        Header header = response.getLastHeader(name);
        return header == null || header.getValue() == null ? "" : header.getValue();
    }

    @Override
    public String headers(String name) {
        StringBuilder all = new StringBuilder();
        for (Header header : response.getHeaders(name)) {
            all.append(all.isEmpty() ? "" : ", ").append(header.getValue());
        }
        return all.toString();
    }

    @Override
    public OptionalLong announced() {
        HttpEntity entity = response.getEntity();
        return entity == null || entity.getContentLength() < 0
                ? OptionalLong.empty()
                : OptionalLong.of(entity.getContentLength());
    }

    @Override
    public InputStream body() throws IOException {
        HttpEntity entity = response.getEntity();
        return entity == null ? InputStream.nullInputStream() : entity.getContent();
    }

    @Override
    public void finished() {
        if (ended) {
            return;
        }
        ended = true;
        boolean reusable =
                DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, HttpCoreContext.create())
                        && connection.isConsistent()
                        // Bytes behind the answer would be taken for the next one's.
                        && !connection.hasLeftovers();
        if (flight.detach(connection) && reusable) {
            keep.accept(connection, patience());
        } else {
            connection.sever();
        }
    }

    private Optional<Long> patience() {
        Matcher said = PATIENCE.matcher(header("Keep-Alive"));
        return said.find() ? Optional.of(TimeUnit.SECONDS.toNanos(Long.parseLong(said.group(1)))) : Optional.empty();
    }

    @Override
    public void abandon() {
        if (!ended) {
            ended = true;
            flight.detach(connection);
            connection.sever();
        }
    }
}
