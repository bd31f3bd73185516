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
                return exchange(connection, request, flight, false);
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
        return exchange(connector.open(request.endpoint(), flight), request, flight, true);
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

    private Reply exchange(Http1Connection connection, Request request, Flight flight, boolean fresh)
            throws IOException, HttpException {
        boolean done = false;
        try {
            connection.beginExchange();
            ClassicHttpRequest message = message(request, flight);
            flight.enter(Phase.SENDING);
            Optional<ClassicHttpResponse> early = send(connection, message, request, flight, fresh);
            flight.enter(Phase.WAITING);
            ClassicHttpResponse response = early.isPresent() ? early.get() : head(connection, request);
            flight.enter(Phase.READING);
            Reply reply = new Http1Reply(
                    connection, message, response, flight, early.isPresent() ? Http1Transport::drop : this::keep);
            done = true;
            return reply;
        } finally {
            if (!done) {
                connection.sever();
            }
        }
    }

    /**
     * Sends all of it. A peer that does not want all may say why and hang up before it is sent; that is then what is returned. What
     * stands on a connection that was kept may be about anything, such as that it was unused for too long.
     */
    private static Optional<ClassicHttpResponse> send(
            Http1Connection connection, ClassicHttpRequest message, Request request, Flight flight, boolean fresh)
            throws IOException, HttpException {
        try {
            connection.sendRequestHeader(message);
            if (message.getEntity() != null) {
                connection.sendRequestEntity(message);
            }
            connection.flush();
            return Optional.empty();
        } catch (LocalFault ours) {
            throw ours;
        } catch (IOException hungUp) {
            Optional<ClassicHttpResponse> refusal =
                    fresh && !flight.isOver() && !flight.isShut() ? refusal(connection, request) : Optional.empty();
            if (refusal.isEmpty()) {
                throw hungUp;
            }
            return refusal;
        }
    }

    /** What was answered to a request that was not sent to its end; nothing if that is not an error. */
    private static Optional<ClassicHttpResponse> refusal(Http1Connection connection, Request request) {
        try {
            return Optional.of(head(connection, request)).filter(response -> response.getCode() >= 400);
        } catch (IOException | HttpException nothingSaid) {
            // That it hung up is then all there is to know.
            return Optional.empty();
        }
    }

    private static void drop(Http1Connection connection, Optional<Long> peersPatience) {
        connection.sever();
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
