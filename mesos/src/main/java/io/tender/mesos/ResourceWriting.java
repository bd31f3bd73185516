package io.tender.mesos;

import io.tender.model.Disk;
import io.tender.model.Label;
import io.tender.model.Reservation;
import io.tender.model.Resource;
import io.tender.model.Value;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Writes one resource as Mesos would. */
final class ResourceWriting {
    private final JsonGenerator out;

    ResourceWriting(JsonGenerator out) {
        this.out = out;
    }

    void resource(Resource resource) {
        out.writeStartObject();
        resource.providerId().ifPresent(id -> single("provider_id", "value", id));
        out.writeStringProperty("name", resource.name());
        value(resource.value());
        resource.allocation().ifPresent(role -> single("allocation_info", "role", role.path()));
        reservations(resource.reservations());
        resource.disk().ifPresent(this::disk);
        if (resource.isRevocable()) {
            out.writeObjectPropertyStart("revocable").writeEndObject();
        }
        if (resource.isShared()) {
            out.writeObjectPropertyStart("shared").writeEndObject();
        }
        out.writeEndObject();
    }

    private void single(String object, String field, String value) {
        out.writeObjectPropertyStart(object);
        out.writeStringProperty(field, value);
        out.writeEndObject();
    }

    private void optional(String field, Optional<String> value) {
        value.ifPresent(present -> out.writeStringProperty(field, present));
    }

    private void value(Value value) {
        switch (value) {
            case Value.Scalar scalar -> {
                out.writeStringProperty("type", "SCALAR");
                out.writeObjectPropertyStart("scalar");
                out.writeName("value");
                // As a decimal, since a double would not bring every thousandth back.
                out.writeNumber(scalar.toString());
                out.writeEndObject();
            }
            case Value.Ranges ranges -> {
                out.writeStringProperty("type", "RANGES");
                ranges(ranges);
            }
            case Value.Items items -> {
                out.writeStringProperty("type", "SET");
                out.writeObjectPropertyStart("set");
                out.writeArrayPropertyStart("item");
                items.items().forEach(out::writeString);
                out.writeEndArray();
                out.writeEndObject();
            }
            case Value.Text text -> throw new IllegalArgumentException("Got the text '" + text + "' as a resource");
        }
    }

    private void ranges(Value.Ranges ranges) {
        out.writeObjectPropertyStart("ranges");
        out.writeArrayPropertyStart("range");
        for (int i = 0; i < ranges.size(); i++) {
            out.writeStartObject();
            out.writeName("begin");
            out.writeNumber(Long.toUnsignedString(ranges.begin(i)));
            out.writeName("end");
            out.writeNumber(Long.toUnsignedString(ranges.end(i)));
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private void reservations(List<Reservation> stack) {
        if (stack.isEmpty()) {
            return;
        }
        out.writeArrayPropertyStart("reservations");
        for (Reservation reservation : stack) {
            out.writeStartObject();
            out.writeStringProperty("type", reservation.type().name());
            out.writeStringProperty("role", reservation.role().path());
            optional("principal", reservation.principal());
            labels("labels", reservation.labels());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private void labels(String field, List<Label> labels) {
        if (labels.isEmpty()) {
            return;
        }
        out.writeObjectPropertyStart(field);
        out.writeArrayPropertyStart("labels");
        for (Label label : labels) {
            out.writeStartObject();
            out.writeStringProperty("key", label.key());
            optional("value", label.value());
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private void disk(Disk disk) {
        out.writeObjectPropertyStart("disk");
        disk.persistence().ifPresent(persistence -> {
            out.writeObjectPropertyStart("persistence");
            out.writeStringProperty("id", persistence.id());
            optional("principal", persistence.principal());
            out.writeEndObject();
        });
        disk.volume().ifPresent(volume -> {
            out.writeObjectPropertyStart("volume");
            out.writeStringProperty("mode", volume.mode().name());
            out.writeStringProperty("container_path", volume.containerPath());
            optional("host_path", volume.hostPath());
            out.writeEndObject();
        });
        disk.source().ifPresent(this::source);
        out.writeEndObject();
    }

    private void source(Disk.Source source) {
        out.writeObjectPropertyStart("source");
        out.writeStringProperty("type", source.type().name());
        source.root()
                .ifPresent(root -> single(source.type() == Disk.Source.Type.PATH ? "path" : "mount", "root", root));
        optional("vendor", source.vendor());
        optional("id", source.id());
        labels("metadata", source.metadata());
        optional("profile", source.profile());
        out.writeEndObject();
    }
}
