package io.tender.extender.client;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.MessageSupport;

/** HTTP/1.1: one call at a time on a connection, which is kept for the next. */
final class Http1Transport implements Transport {
    /** A connection used so recently is taken to be alive when the call may be repeated anyway. */
    private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(500);

    private static final int MOST_INTERIM_ANSWERS = 16;

    private final Http1Connector connector;
    private final IdleConnections idle;
    private final Ticker ticker;
    private final long idleNanos;

    Http1Transport(ExtenderSettings settings, Http1Connector connector, Ticker ticker) {
        this.connector = connector;
        this.idle = new IdleConnections(settings.bulkhead().inFlight());
        this.ticker = ticker;
        this.idleNanos = Times.nanos(settings.idle());
    }

    @Override
    public Reply exchange(Request request, Flight flight) throws IOException, HttpException, InterruptedException {
        Optional<Http1Connection> kept = kept(request, flight);
        if (kept.isPresent()) {
            Http1Connection connection = kept.get();
            try {
                return exchange(connection, request, flight);
            } catch (LocalFault ours) {
                throw ours;
            } catch (IOException hungUp) {
                boolean harmless = request.repeatable() || !connection.hasWritten();
                if (connection.hasReceived() || !harmless || flight.isOver() || flight.isShut()) {
                    throw hungUp;
                }
                // The peer closed a connection it had no more use for, just when we took it: nothing was wrong with it.
            }
        }
        return exchange(connector.open(request.endpoint(), flight), request, flight);
    }

    /** A connection that was kept, attached to the flight. */
    private Optional<Http1Connection> kept(Request request, Flight flight) throws DeadlinePassed {
        String route = Http1Connector.route(request.endpoint());
        Optional<Http1Connection> kept = idle.take(route, ticker.nanos());
        while (kept.isPresent()) {
            // Before it is looked at: even that may get stuck.
            flight.attach(kept.get());
            if (!isSpent(kept.get(), request)) {
                return kept;
            }
            kept.get().sever();
            kept = idle.take(route, ticker.nanos());
        }
        return kept;
    }

    /** An answer that came without a question is always looked for, lest the next question be answered with it. */
    private boolean isSpent(Http1Connection connection, Request request) {
        boolean thorough = !request.repeatable() || ticker.nanos() - connection.idleSince() > FRESH;
        return thorough ? connection.isSpent() : connection.hasLeftovers();
    }

    private Reply exchange(Http1Connection connection, Request request, Flight flight)
            throws IOException, HttpException {
        boolean done = false;
        try {
            connection.beginExchange();
            ClassicHttpRequest message = message(request, flight);
            flight.enter(Phase.SENDING);
            connection.sendRequestHeader(message);
            if (message.getEntity() != null) {
                connection.sendRequestEntity(message);
            }
            connection.flush();
            flight.enter(Phase.WAITING);
            ClassicHttpResponse response = head(connection, request);
            flight.enter(Phase.READING);
            Reply reply = new Http1Reply(connection, message, response, flight, this::keep);
            done = true;
            return reply;
        } finally {
            if (!done) {
                connection.sever();
            }
        }
    }

    /** The library throws all sorts of things at heads that cannot be, such as one with status 000. */
    private static ClassicHttpResponse head(Http1Connection connection, Request request)
            throws IOException, HttpException {
        try {
            ClassicHttpResponse response = finalAnswer(connection);
            if (MessageSupport.canResponseHaveBody(request.method().name(), response)) {
                connection.receiveResponseEntity(response);
            }
            return response;
        } catch (RuntimeException impossible) {
            throw new ProtocolException("a head that cannot be (" + impossible.getMessage() + ")", impossible);
        }
    }

    private static ClassicHttpResponse finalAnswer(Http1Connection connection) throws IOException, HttpException {
        for (int interim = 0; interim < MOST_INTERIM_ANSWERS; interim++) {
            ClassicHttpResponse response = connection.receiveResponseHeader();
            int status = response.getCode();
            if (status == 101) {
                throw new ProtocolException("an answer that wants to change the protocol");
            }
            if (status >= 200) {
                return response;
            }
        }
        throw new ProtocolException("more than " + MOST_INTERIM_ANSWERS + " interim answers");
    }

    private static ClassicHttpRequest message(Request request, Flight flight) {
        BasicClassicHttpRequest message = new BasicClassicHttpRequest(
                request.method().name(), request.endpoint().requestTarget());
        message.addHeader(HttpHeaders.HOST, request.endpoint().authority());
        for (Request.Header header : request.headers()) {
            message.addHeader(header.name(), header.value());
        }
        if (request.method() != HttpMethod.GET || request.body().length() > 0) {
            message.addHeader(
                    HttpHeaders.CONTENT_LENGTH, Long.toString(request.body().length()));
            message.setEntity(new BodyEntity(request.body(), flight));
        }
        return message;
    }

    private void keep(Http1Connection connection, Optional<Long> peersPatience) {
        long now = ticker.nanos();
        connection.rest(now, now + Math.min(idleNanos, peersPatience.orElse(idleNanos)));
        idle.keep(connection);
    }

    @Override
    public long evictIdle(long now) {
        return idle.evict(now);
    }

    @Override
    public void close() {
        idle.close();
    }
}
