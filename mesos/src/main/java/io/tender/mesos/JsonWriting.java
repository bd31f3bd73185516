package io.tender.mesos;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes a JSON document into a string. */
final class JsonWriting {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonWriting() {}

    static String write(Consumer<JsonGenerator> content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            content.accept(out);
        }
        return text.toString();
    }
}
