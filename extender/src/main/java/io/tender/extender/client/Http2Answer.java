package io.tender.extender.client;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Collects an answer on the thread of the connection, at most as much as the caps allow, for the caller's thread to
 * read. Of an answer that is not 200 only the beginning is waited for.
 */
final class Http2Answer implements AsyncResponseConsumer<Boolean>, Reply {
    private final Flight flight;
    private final long cap;
    private final int enoughOfAnError;
    private final Runnable sign;
    private final CompletableFuture<Reply> arrived = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Optional<HttpResponse> head = Optional.empty();
    private OptionalLong length = OptionalLong.empty();
    private Optional<FutureCallback<Boolean>> done = Optional.empty();
    private boolean stopped;
    private boolean ended;

    /** @param sign told when the peer has shown that it is alive */
    Http2Answer(Flight flight, long cap, int enoughOfAnError, Runnable sign) {
        this.flight = flight;
        this.cap = cap;
        this.enoughOfAnError = enoughOfAnError;
        this.sign = sign;
    }

    /** Whether the stream has come to its end, so that there is nothing to take back. */
    synchronized boolean hasEnded() {
        return ended;
    }

    /** Nobody waits any more: what still comes is dropped. */
    synchronized void stop() {
        stopped = true;
    }

    /** Completes with this when all that is wanted has arrived. */
    CompletableFuture<Reply> arrived() {
        return arrived;
    }

    /** What there is of an error's answer when time is up: its status matters more than its missing words. */
    synchronized Optional<Reply> incompleteError() {
        return head.isPresent() && head.get().getCode() != 200 ? Optional.of(this) : Optional.empty();
    }

    @Override
    public synchronized void consumeResponse(
            HttpResponse response, EntityDetails entity, HttpContext context, FutureCallback<Boolean> callback) {
        sign.run();
        if (stopped) {
            return;
        }
        flight.enter(Phase.READING);
        head = Optional.of(response);
        done = Optional.of(callback);
        if (entity == null) {
            complete();
        } else if (entity.getContentLength() >= 0) {
            length = OptionalLong.of(entity.getContentLength());
        }
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) {
        // Asks for patience, which the deadline limits.
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws java.io.IOException {
        channel.update(Integer.MAX_VALUE);
    }

    /** Throws nothing, whatever comes: that would end the connection, and with it the calls of others. */
    @Override
    public synchronized void consume(ByteBuffer data) {
        sign.run();
        if (stopped || arrived.isDone()) {
            data.position(data.limit());
            return;
        }
        if (bytes.size() + (long) data.remaining() > cap) {
            data.position(data.limit());
            arrived.completeExceptionally(new TooMuch("more than " + cap + " bytes on the wire"));
            return;
        }
        byte[] piece = new byte[data.remaining()];
        data.get(piece);
        bytes.writeBytes(piece);
        if (status() != 200 && bytes.size() >= enoughOfAnError) {
            arrived.complete(this);
        }
    }

    @Override
    public synchronized void streamEnd(List<? extends Header> trailers) {
        complete();
    }

    private void complete() {
        ended = true;
        arrived.complete(this);
        done.ifPresent(callback -> callback.completed(Boolean.TRUE));
    }

    @Override
    public void failed(Exception cause) {
        arrived.completeExceptionally(cause);
    }

    @Override
    public void releaseResources() {
        // Memory alone is held.
    }

    @Override
    public synchronized int status() {
        return head.map(HttpResponse::getCode).orElse(0);
    }

    @Override
    public synchronized String header(String name) {
        Header header = head.map(response -> response.getLastHeader(name)).orElse(null);
        return header == null || header.getValue() == null ? "" : header.getValue();
    }

    @Override
    public synchronized String headers(String name) {
        StringBuilder all = new StringBuilder();
        if (head.isPresent()) {
            for (Header header : head.get().getHeaders(name)) {
                all.append(all.isEmpty() ? "" : ", ").append(header.getValue());
            }
        }
        return all.toString();
    }

    @Override
    public synchronized OptionalLong announced() {
        return length;
    }

    @Override
    public synchronized InputStream body() {
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    @Override
    public void finished() {
        // The connection carries many answers and is not this one's to keep or to close.
    }

    @Override
    public void abandon() {
        // As above; a stream that is not complete was cancelled by whoever waited for it.
    }

    /** Passes on what fails before there is an answer. */
    record Failing(Http2Answer answer) implements FutureCallback<Boolean> {
        @Override
        public void completed(Boolean done) {
            // The answer has completed it.
        }

        @Override
        public void failed(Exception cause) {
            answer.failed(cause);
        }

        @Override
        public void cancelled() {
            answer.failed(new RequestNotExecutedException());
        }
    }
}
