package io.tender.extender.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import io.tender.model.BrokenRule;

/** What the server itself refuses, before any route is asked: it is told why there too. */
final class Refusals implements DirectHandler {
    private static final String SOON = "1";

    private final int mostBodyBytes;

    private Refusals(int mostBodyBytes) {
        this.mostBodyBytes = mostBodyBytes;
    }

    static DirectHandlers handlers(int mostBodyBytes) {
        DirectHandlers.Builder all = DirectHandlers.builder();
        for (EventType type : EventType.values()) {
            all.addHandler(type, new Refusals(mostBodyBytes));
        }
        return all.build();
    }

    @Override
    public TransportResponse handle(
            TransportRequest request, EventType type, Status status, ServerResponseHeaders headers, String message) {
        String path = String.valueOf(request.path());
        if (type == EventType.INTERNAL_ERROR && path.isEmpty()) {
            // No route was asked yet: the request broke off, which the server takes for a failure of its own.
            return handle(request, EventType.BAD_REQUEST, Status.BAD_REQUEST_400, headers, "it has no end");
        }
        var response = TransportResponse.builder()
                .status(status)
                .headers(headers)
                .keepAlive(false)
                .header(HeaderNames.CONTENT_TYPE, Problems.type(path))
                .entity(Problems.body(path, status.code(), words(type, status, message)));
        if (status.code() == Status.SERVICE_UNAVAILABLE_503.code()) {
            response.header(HeaderNames.RETRY_AFTER, SOON);
        }
        return response.build();
    }

    private String words(EventType type, Status status, String message) {
        String said = message.isBlank() ? status.reasonPhrase() : message;
        // The library does not call all of them by the type that there is for them.
        if (status.code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code()) {
            return words(
                    "The request is too long.",
                    "more than " + mostBodyBytes + " bytes",
                    "at most " + mostBodyBytes,
                    "send less at once");
        }
        return switch (type) {
            case BAD_REQUEST ->
                words("The request cannot be understood.", said, "sound HTTP/1.1", "correct what sends it");
            case PAYLOAD_TOO_LARGE ->
                words("The request is too long.", said, "no more than is allowed", "send less at once");
            case HTTP_VERSION_NOT_SUPPORTED ->
                words("That version of HTTP is not spoken here.", said, "HTTP/1.1", "ask in HTTP/1.1");
            case INTERNAL_ERROR -> "The server failed at this, and its log says why";
            case FORBIDDEN, OTHER -> said;
        };
    }

    private static String words(String problem, String got, String expected, String advice) {
        return String.valueOf(BrokenRule.of(problem, got, expected, advice).getMessage());
    }
}
