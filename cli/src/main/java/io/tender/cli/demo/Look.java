package io.tender.cli.demo;

import io.tender.cli.DaemonClient;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The cluster at one moment, as anybody can see it over HTTP.
 *
 * @param state the operator API's GET_STATE, which is of one moment as a whole
 * @param jobs the items of {@code /v1/jobs}
 * @param calls to programs that have a say, by their names
 * @param shadow the extender that looks on, if there is one
 */
record Look(JsonNode state, JsonNode jobs, Map<String, Calls> calls, Optional<JsonNode> shadow) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern ENDED = Pattern.compile(
            "tender_extender_calls_total\\{.*extender=\"([^\"]*)\".*outcome=\"([^\"]*)\".*} ([0-9.E]+)");
    private static final Pattern TOOK =
            Pattern.compile("tender_extender_call_seconds_sum\\{.*extender=\"([^\"]*)\".*} ([0-9.E-]+)");
    private static final Pattern WITHIN = Pattern.compile(
            "tender_extender_call_seconds_bucket\\{.*extender=\"([^\"]*)\".*le=\"([0-9.E-]+)\".*} ([0-9.E]+)");
    private static final String GOOD = "ok";

    /**
     * @param seconds how long all of them took together
     * @param within how many took at most so many seconds
     */
    record Calls(long made, long failed, double seconds, SortedMap<Double, Long> within) {
        static final Calls NONE = new Calls(0, 0, 0, new TreeMap<>());

        Calls {
            within = Collections.unmodifiableSortedMap(new TreeMap<>(within));
        }

        static Calls ended(long made, long failed) {
            return new Calls(made, failed, 0, new TreeMap<>());
        }

        static Calls took(double seconds) {
            return new Calls(0, 0, seconds, new TreeMap<>());
        }

        static Calls within(double seconds, long calls) {
            return new Calls(0, 0, 0, new TreeMap<>(Map.of(seconds, calls)));
        }

        Calls plus(Calls more) {
            SortedMap<Double, Long> all = new TreeMap<>(within);
            more.within.forEach((bound, calls) -> all.merge(bound, calls, Long::sum));
            return new Calls(made + more.made, failed + more.failed, seconds + more.seconds, all);
        }

        double meanMillis() {
            return made == 0 ? 0 : 1_000 * seconds / made;
        }

        /** What half of them did not exceed, as exactly as the histogram says; empty if there were none, or they took longer. */
        OptionalDouble halfWithinMillis() {
            return within.entrySet().stream()
                    .filter(bound -> bound.getValue() > 0 && 2 * bound.getValue() >= made)
                    .mapToDouble(bound -> 1_000 * bound.getKey())
                    .findFirst();
        }
    }

    static Look at(DaemonClient client) {
        return new Look(
                client.call(JSON.createObjectNode().put("type", "GET_STATE")).path("get_state"),
                client.get("/v1/jobs?limit=10000").path("items"),
                calls(new String(client.raw("/metrics").body(), StandardCharsets.UTF_8)),
                shadow(client));
    }

    private static Optional<JsonNode> shadow(DaemonClient client) {
        for (JsonNode extender : client.get("/v1/extenders").path("items")) {
            if (extender.path("id").asString().equals(SessionSettings.SHADOW)) {
                return Optional.of(client.get("/v1/extenders/" + SessionSettings.SHADOW));
            }
        }
        return Optional.empty();
    }

    static Map<String, Calls> calls(String metrics) {
        Map<String, Calls> calls = new TreeMap<>();
        metrics.lines().filter(line -> line.startsWith("tender_extender_call")).forEach(line -> {
            Matcher ended = ENDED.matcher(line);
            Matcher took = TOOK.matcher(line);
            Matcher within = WITHIN.matcher(line);
            if (ended.matches()) {
                long count = (long) Double.parseDouble(ended.group(3));
                calls.merge(ended.group(1), Calls.ended(count, ended.group(2).equals(GOOD) ? 0 : count), Calls::plus);
            } else if (took.matches()) {
                calls.merge(took.group(1), Calls.took(Double.parseDouble(took.group(2))), Calls::plus);
            } else if (within.matches()) {
                calls.merge(
                        within.group(1),
                        Calls.within(Double.parseDouble(within.group(2)), (long) Double.parseDouble(within.group(3))),
                        Calls::plus);
            }
        });
        return calls;
    }
}
