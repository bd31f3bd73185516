package io.tender.extender.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/** {@code /healthz}: whether the program should be left alone; {@code /readyz}: whether it should be asked anything. */
public final class HealthApi implements HttpServer.Routes {
    private final Supplier<Optional<String>> broken;
    private final Supplier<Optional<String>> unready;

    /**
     * @param broken why only a restart can help, if so
     * @param unready why nobody should ask yet, or any more, if so
     */
    public HealthApi(Supplier<Optional<String>> broken, Supplier<Optional<String>> unready) {
        this.broken = broken;
        this.unready = unready;
    }

    @Override
    public void add(HttpRouting.Builder routing) {
        routing.get("/healthz", (request, response) -> answer(response, broken.get()))
                .get("/readyz", (request, response) -> answer(response, unready.get()));
    }

    private static void answer(ServerResponse response, Optional<String> trouble) {
        response.status(trouble.isPresent() ? 503 : 200)
                .header(HeaderNames.CONTENT_TYPE, "text/plain;charset=utf-8")
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .send((trouble.orElse("ok") + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
