package io.tender.extender.client;

import io.tender.extender.client.Request.Header;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Makes the request of a call: headers, credentials, and gzip once the peer has said that it understands it. */
final class RequestWriter {
    /** Of which it is remembered; others are sent to as if nothing were known. */
    private static final int MOST_ROUTES = 1_000;

    /** Maybe it is another program that listens there by now. */
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;

    private final ExtenderSettings settings;
    private final Optional<TokenFile> token;
    private final List<Header> extra = new ArrayList<>();
    /** Where gzip was said to be understood. */
    private final Set<String> unzipping = ConcurrentHashMap.newKeySet();

    RequestWriter(ExtenderSettings settings, Optional<TokenFile> token) {
        this.settings = settings;
        this.token = token;
        for (Map.Entry<String, Secret> header : settings.headers().entrySet()) {
            extra.add(new Header(header.getKey(), header.getValue().reveal()));
        }
    }

    /** What the peer says it accepts in requests holds for the next ones. */
    void heard(Reply reply, Endpoint endpoint) {
        String accepted = reply.headers("Accept-Encoding");
        String route = Http1Connector.route(endpoint);
        boolean refused = accepted.isEmpty() && reply.status() == UNSUPPORTED_MEDIA_TYPE;
        if (refused || (!accepted.isEmpty() && !acceptsGzip(accepted))) {
            unzipping.remove(route);
        } else if (!accepted.isEmpty() && unzipping.size() < MOST_ROUTES) {
            unzipping.add(route);
        }
        if (reply.status() == 401) {
            token.ifPresent(TokenFile::doubt);
        }
    }

    private static boolean acceptsGzip(String accepted) {
        for (String part : accepted.toLowerCase(Locale.ROOT).split(",", 20)) {
            String coding = part.strip();
            if (coding.startsWith("gzip")) {
                return !coding.replace(" ", "").matches("gzip;q=0(\\.0*)?");
            }
        }
        return false;
    }

    Request request(Call<?> call, Endpoint endpoint, TraceParent trace, Flight flight, long now)
            throws IOException, InterruptedException {
        List<Header> headers = new ArrayList<>(10);
        RequestBody body = call.body();
        headers.add(new Header("Accept", "application/json"));
        headers.add(new Header("Accept-Encoding", "gzip"));
        headers.add(new Header("User-Agent", "tender"));
        headers.add(new Header("traceparent", trace.header()));
        if (call.method() != HttpMethod.GET || body.length() > 0) {
            headers.add(new Header("Content-Type", call.contentType()));
        }
        if (body.length() >= settings.limits().compressFrom() && unzipping.contains(Http1Connector.route(endpoint))) {
            body = zipped(body, flight);
            headers.add(new Header("Content-Encoding", "gzip"));
        }
        call.idempotencyKey().ifPresent(key -> headers.add(new Header("Idempotency-Key", key)));
        if (token.isPresent()) {
            Secret current = token.get().token(now, flight.remaining());
            headers.add(new Header("Authorization", "Bearer " + current.reveal()));
        }
        headers.addAll(extra);
        for (Map.Entry<String, String> own : call.headers().entrySet()) {
            if (headers.stream().noneMatch(header -> header.name().equalsIgnoreCase(own.getKey()))) {
                headers.add(new Header(own.getKey(), own.getValue()));
            }
        }
        return new Request(call.method(), endpoint, headers, body, call.isSafeToRepeat());
    }

    private static RequestBody zipped(RequestBody body, Flight flight) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) Math.min(1 << 20, body.length() / 4 + 64));
        try (Zip zip = new Zip(bytes, flight)) {
            BodyEntity.write(body, zip);
        }
        return RequestBody.of(bytes.toByteArray());
    }

    /** Packs quickly rather than well, and stops when time is up: packing is part of the call. */
    private static final class Zip extends GZIPOutputStream {
        Zip(OutputStream out, Flight flight) throws IOException {
            super(
                    new FilterOutputStream(out) {
                        @Override
                        public void write(byte[] source, int offset, int length) throws IOException {
                            flight.checkTime();
                            out.write(source, offset, length);
                        }
                    },
                    8192);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
