package io.tender.benchmarks.daemon;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** What a framework is told, as far as the load cares; read token by token, since it is read very often. */
sealed interface Told {
    JsonFactory JSON = new JsonFactory();

    record Subscribed(String framework) implements Told {}

    record Offers(List<Offer> offers) implements Told {}

    record Rescinded(String offer) implements Told {}

    record Update(String task, String agent, String state, String uuid) implements Told {}

    record Nothing() implements Told {}

    record Offer(String id, String agent) {}

    static Told read(byte[] event) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), event)) {
            parser.nextToken();
            String type = "";
            Told told = new Nothing();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "type" -> type = parser.getString();
                    case "subscribed" -> told = new Subscribed(Fields.of(parser).id);
                    case "offers" -> told = new Offers(offers(parser));
                    case "rescind" -> told = new Rescinded(Fields.of(parser).id);
                    case "update" -> told = Fields.of(parser).update();
                    default -> parser.skipChildren();
                }
            }
            if (type.equals("ERROR")) {
                throw new IllegalStateException(
                        "a framework was told of an error: " + new String(event, StandardCharsets.UTF_8));
            }
            return told;
        }
    }

    private static List<Offer> offers(JsonParser parser) {
        List<Offer> offers = new ArrayList<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            parser.nextToken();
            if (parser.currentToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    Fields fields = Fields.of(parser);
                    offers.add(new Offer(fields.id, fields.agent));
                }
            } else {
                parser.skipChildren();
            }
        }
        return offers;
    }

    /** The few fields that matter, wherever they are in the message. */
    final class Fields {
        private String id = "";
        private String agent = "";
        private String task = "";
        private String state = "";
        private String uuid = "";

        /** Reads the object that the parser has just entered. */
        static Fields of(JsonParser parser) {
            Fields fields = new Fields();
            fields.read(parser);
            return fields;
        }

        private void read(JsonParser parser) {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "id", "offer_id", "framework_id" -> {
                        String value = value(parser);
                        id = id.isEmpty() ? value : id;
                    }
                    case "agent_id" -> agent = value(parser);
                    case "task_id" -> task = value(parser);
                    case "state" -> state = parser.getString();
                    case "uuid" -> uuid = parser.getString();
                    case "status" -> read(parser);
                    default -> parser.skipChildren();
                }
            }
        }

        private static String value(JsonParser parser) {
            @Nullable String value = null;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                parser.nextToken();
                value = parser.getString();
            }
            return value == null ? "" : value;
        }

        private Update update() {
            return new Update(task, agent, state, uuid);
        }
    }
}
