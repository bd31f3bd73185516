package io.tender.daemon.http.work;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the API answers. */
final class Reply {
    private static final JsonMapper JSON = new JsonMapper();

    private final int status;
    private final String type;
    private final SortedMap<String, String> headers;
    private final byte[] body;

    private Reply(int status, String type, SortedMap<String, String> headers, byte[] body) {
        this.status = status;
        this.type = type;
        this.headers = headers;
        this.body = body;
    }

    static Reply json(JsonNode body) {
        return json(200, body);
    }

    static Reply json(int status, JsonNode body) {
        return new Reply(status, "application/json", new TreeMap<>(), JSON.writeValueAsBytes(body));
    }

    static Reply bytes(String type, SortedMap<String, String> headers, byte[] body) {
        return new Reply(200, type, headers, body.clone());
    }

    void send(ServerResponse response) {
        headers.forEach((name, value) -> response.header(HeaderNames.create(name), value));
        response.status(status)
                .header(HeaderNames.CONTENT_TYPE, type)
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .send(body);
    }
}
