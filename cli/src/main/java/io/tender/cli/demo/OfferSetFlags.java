package io.tender.cli.demo;

import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The settings by which a demo has offers ordered over HTTP. */
public final class OfferSetFlags {
    private OfferSetFlags() {}

    /** @param patience how long an answer may take before the native order serves instead */
    public static SortedMap<String, String> of(String url, Duration patience) {
        return new TreeMap<>(Map.of(
                "http_offer_set_endpoint",
                url,
                "http_offer_set_timeout",
                patience.toMillis() + "ms",
                // A service that is not there is not there: waiting for it would only hold the demo up.
                "http_offer_set_max_retries",
                "1",
                "http_offer_set_breaker_min_calls",
                "2"));
    }
}
