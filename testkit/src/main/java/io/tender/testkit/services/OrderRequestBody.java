package io.tender.testkit.services;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What an offer-set service was asked.
 *
 * @param text the body as it came, one character per byte
 * @param job the key of the job
 * @param request what a task takes: cpu, memory and disk
 * @param hosts whom it may go to
 */
public record OrderRequestBody(String text, String job, SortedMap<String, Double> request, List<Host> hosts) {

    private static final JsonFactory JSON = new JsonFactory();

    /** One entry of the hosts. */
    public record Host(String name, SortedMap<String, Double> offer) {}

    public OrderRequestBody {
        hosts = List.copyOf(hosts);
    }

    public List<String> names() {
        return hosts.stream().map(Host::name).toList();
    }

    /** @param text as it came; what cannot be read is left out, since the text itself is there to be looked at */
    static OrderRequestBody read(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            return read(text, parser);
        } catch (JacksonException notJson) {
            return new OrderRequestBody(text, "", new TreeMap<>(), List.of());
        }
    }

    private static OrderRequestBody read(String text, JsonParser parser) {
        String job = "";
        SortedMap<String, Double> request = new TreeMap<>();
        List<Host> hosts = new ArrayList<>();
        parser.nextToken();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            switch (key) {
                case "jobKey" -> job = parser.getString();
                case "request" -> request = amounts(parser);
                case "hosts" -> {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        hosts.add(host(parser));
                    }
                }
                default -> parser.skipChildren();
            }
        }
        return new OrderRequestBody(text, job, request, hosts);
    }

    private static Host host(JsonParser parser) {
        String name = "";
        SortedMap<String, Double> offer = new TreeMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            if (key.equals("name")) {
                name = parser.getString();
            } else {
                offer = amounts(parser);
            }
        }
        return new Host(name, offer);
    }

    private static SortedMap<String, Double> amounts(JsonParser parser) {
        SortedMap<String, Double> amounts = new TreeMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            amounts.put(key, parser.getDoubleValue());
        }
        return amounts;
    }
}
