package io.tender.extender.json;

import io.tender.model.batch.ResourceList;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes one JSON value, member by member, into which values that were encoded before can be put as they are. */
public final class Json {
    private static final JsonFactory FACTORY = JsonFactory.builder().build();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    private final JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out);

    public Json begin() {
        generator.writeStartObject();
        return this;
    }

    public Json begin(String name) {
        generator.writeName(name);
        return begin();
    }

    public Json end() {
        generator.writeEndObject();
        return this;
    }

    public Json list(String name) {
        generator.writeName(name);
        generator.writeStartArray();
        return this;
    }

    public Json endList() {
        generator.writeEndArray();
        return this;
    }

    public Json put(String name, String value) {
        generator.writeName(name);
        generator.writeString(value);
        return this;
    }

    public Json put(String name, long value) {
        generator.writeName(name);
        generator.writeNumber(value);
        return this;
    }

    public Json put(String name, double value) {
        generator.writeName(name);
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            generator.writeNumber((long) value);
        } else {
            generator.writeNumber(value);
        }
        return this;
    }

    public Json put(String name, boolean value) {
        generator.writeName(name);
        generator.writeBoolean(value);
        return this;
    }

    public Json putNull(String name) {
        generator.writeName(name);
        generator.writeNull();
        return this;
    }

    /** An amount given in thousandths, exactly. */
    public Json putMillis(String name, long millis) {
        if (millis % 1000 == 0) {
            return put(name, millis / 1000);
        }
        generator.writeName(name);
        generator.writeNumber(BigDecimal.valueOf(millis, 3).stripTrailingZeros());
        return this;
    }

    /** Amounts as a Kubernetes object has them. */
    public Json quantities(String name, ResourceList amounts) {
        begin(name);
        for (int i = 0; i < amounts.size(); i++) {
            put(amounts.name(i), ResourceList.print(amounts.name(i), amounts.millis(i)));
        }
        return end();
    }

    /** The same with resources that are named and not taken, as 0. */
    public Json quantities(String name, ResourceList amounts, Set<String> zeros) {
        if (zeros.isEmpty()) {
            return quantities(name, amounts);
        }
        TreeMap<String, String> all = new TreeMap<>();
        zeros.forEach(zero -> all.put(zero, "0"));
        amounts.asMap().forEach((resource, amount) -> all.put(resource, ResourceList.print(resource, amount)));
        return put(name, all);
    }

    /** What is given if it says anything, and nothing otherwise. */
    public Json putUnlessEmpty(String name, String value) {
        return value.isEmpty() ? this : put(name, value);
    }

    public Json put(String name, Map<String, String> texts) {
        begin(name);
        texts.forEach(this::put);
        return end();
    }

    public Json putUnlessEmpty(String name, Map<String, String> texts) {
        return texts.isEmpty() ? this : put(name, texts);
    }

    public <T> Json list(String name, Iterable<? extends T> items, BiConsumer<Json, T> writer) {
        list(name);
        for (T item : items) {
            writer.accept(this, item);
        }
        return endList();
    }

    public Json texts(String name, Iterable<String> texts) {
        list(name);
        texts.forEach(generator::writeString);
        return endList();
    }

    /** A value that is JSON already. */
    public Json encoded(String name, byte[] value) {
        generator.writeName(name);
        return encoded(value);
    }

    public Json encoded(byte[] value) {
        // Nothing is written but what parts this value from the one before.
        generator.writeRawValue("");
        generator.flush();
        out.writeBytes(value);
        return this;
    }

    public byte[] bytes() {
        generator.close();
        return out.toByteArray();
    }

    /** A text as a JSON value. */
    public static byte[] text(String text) {
        Json json = new Json();
        json.generator.writeString(text);
        return json.bytes();
    }
}
