package io.tender.extender.sorter;

import io.tender.model.ResourceQuantities;
import io.tender.spi.order.Standing;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes what the service is asked, as docs/allocator.md describes it. What is not to be ordered is left out. */
final class StandingWriter {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int THOUSANDTHS = 3;

    private final JsonGenerator json;

    private StandingWriter(JsonGenerator json) {
        this.json = json;
    }

    static byte[] write(Standing standing) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            new StandingWriter(json).standing(standing);
        }
        return out.toByteArray();
    }

    private void standing(Standing standing) {
        json.writeStartObject();
        json.writeNumberProperty("run", standing.run());
        amounts("total", standing.total());
        if (!standing.roles().isEmpty()) {
            clients("roles", standing.roles());
        }
        if (!standing.frameworks().isEmpty()) {
            json.writeName("frameworks");
            json.writeStartObject();
            standing.frameworks().forEach(this::clients);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void clients(String name, List<Standing.Client> clients) {
        json.writeName(name);
        json.writeStartArray();
        for (Standing.Client client : clients) {
            json.writeStartObject();
            json.writeStringProperty("name", client.name());
            number("weight", client.weight());
            number("share", client.share());
            amounts("allocated", client.allocated());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void amounts(String name, ResourceQuantities amounts) {
        json.writeName(name);
        json.writeStartObject();
        for (int i = 0; i < amounts.size(); i++) {
            BigDecimal amount =
                    BigDecimal.valueOf(amounts.millis(i), THOUSANDTHS).stripTrailingZeros();
            json.writeName(amounts.name(i));
            json.writeNumber(amount.scale() < 0 ? amount.setScale(0) : amount);
        }
        json.writeEndObject();
    }

    /** A share of nothing is no number: such a client comes last, and JSON has no word for it but this. */
    private void number(String name, double value) {
        json.writeName(name);
        if (!Double.isFinite(value)) {
            json.writeNull();
        } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            json.writeNumber((long) value);
        } else {
            json.writeNumber(value);
        }
    }
}
