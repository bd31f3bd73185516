package io.tender.daemon.settings;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where spans are sent, over OTLP/HTTP.
 *
 * @param endpoint the full address, such as {@code http://127.0.0.1:4318/v1/traces}
 * @param headers sent along, credentials among them
 * @param serviceName what the daemon is called in traces
 * @param queue how many spans may wait to be sent; further ones are dropped
 * @param timeout how long one batch of spans may take
 * @param delay how long spans are gathered before they are sent
 */
public record TracingChoice(
        URI endpoint,
        SortedMap<String, String> headers,
        String serviceName,
        int queue,
        Duration timeout,
        Duration delay) {
    private static final String EXPECTED = "an address such as http://127.0.0.1:4318/v1/traces";

    public TracingChoice {
        headers = Collections.unmodifiableSortedMap(new TreeMap<>(headers));
    }

    static Optional<TracingChoice> read(Section section) {
        Optional<URI> endpoint = section.read("endpoint", EXPECTED, TracingChoice::address);
        TreeMap<String, String> headers = new TreeMap<>(section.texts("headers"));
        section.path("tokenFile")
                .flatMap(file -> token(section, file))
                .ifPresent(token -> headers.put("Authorization", "Bearer " + token));
        String serviceName = section.text("serviceName", "tender");
        int queue = section.count("queue", 64, 2_048);
        Duration timeout = section.time("timeout", Duration.ofSeconds(10));
        Duration delay = section.time("delay", Duration.ofSeconds(1));
        section.done();
        if (section.isThere() && !section.has("endpoint")) {
            section.problem("endpoint", "Nobody is told where traces go.", "no 'endpoint'", EXPECTED);
        }
        return endpoint.map(there -> new TracingChoice(there, headers, serviceName, queue, timeout, delay));
    }

    private static URI address(String text) {
        try {
            URI address = new URI(text);
            boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (!http || address.getHost() == null || address.getUserInfo() != null) {
                throw new IllegalArgumentException("it is no address of a collector");
            }
            return address;
        } catch (URISyntaxException wrong) {
            throw new IllegalArgumentException("it is no address", wrong);
        }
    }

    private static Optional<String> token(Section section, Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException unreadable) {
            section.problem("tokenFile", "The token cannot be read.", unreadable.toString(), "a file with a token");
            return Optional.empty();
        }
    }

    /** Where it is, for messages: what stands behind a question mark may be secret. */
    public String place() {
        return endpoint.getScheme() + "://" + endpoint.getRawAuthority() + endpoint.getRawPath();
    }

    /** Without the headers' values, which may be secret. */
    @Override
    public String toString() {
        return "TracingChoice[endpoint=" + place() + ", headers=" + headers.keySet() + "]";
    }
}
