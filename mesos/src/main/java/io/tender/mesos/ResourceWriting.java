package io.tender.mesos;

import io.tender.model.Disk;
import io.tender.model.Reservation;
import io.tender.model.Resource;
import io.tender.model.Role;
import io.tender.model.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.ValueNode;

/** Writes one resource as Mesos would. */
final class ResourceWriting {
    private final ObjectNode out = JsonNodeFactory.instance.objectNode();

    private ResourceWriting() {}

    static ObjectNode resource(Resource resource, ReservationForm form) {
        ResourceWriting writing = new ResourceWriting();
        writing.write(resource, form);
        return writing.out;
    }

    private void write(Resource resource, ReservationForm form) {
        resource.providerId().ifPresent(id -> single("provider_id", "value", id));
        out.put("name", resource.name());
        value(resource.value());
        resource.allocation().ifPresent(role -> single("allocation_info", "role", role.path()));
        if (form == ReservationForm.ROLE && resource.reservations().size() <= 1) {
            role(resource.reservations());
        } else {
            stack(resource.reservations());
        }
        resource.disk().ifPresent(this::disk);
        if (resource.isRevocable()) {
            out.putObject("revocable");
        }
        if (resource.isShared()) {
            out.putObject("shared");
        }
    }

    private void single(String object, String field, String value) {
        out.putObject(object).put(field, value);
    }

    private void value(Value value) {
        switch (value) {
            case Value.Scalar scalar -> {
                out.put("type", "SCALAR");
                // As a decimal, since a double would not bring every thousandth back.
                out.putObject("scalar").put("value", new BigDecimal(scalar.toString()));
            }
            case Value.Ranges ranges -> {
                out.put("type", "RANGES");
                ranges(ranges, out.putObject("ranges").putArray("range"));
            }
            case Value.Items items -> {
                out.put("type", "SET");
                ArrayNode array = out.putObject("set").putArray("item");
                items.items().forEach(array::add);
            }
            case Value.Text text -> throw new IllegalArgumentException("Got the text '" + text + "' as a resource");
        }
    }

    static void ranges(Value.Ranges ranges, ArrayNode into) {
        for (int i = 0; i < ranges.size(); i++) {
            ObjectNode range = into.addObject();
            range.set("begin", unsigned(ranges.begin(i)));
            range.set("end", unsigned(ranges.end(i)));
        }
    }

    private static ValueNode unsigned(long bits) {
        return bits >= 0
                ? JsonNodeFactory.instance.numberNode(bits)
                : JsonNodeFactory.instance.numberNode(new BigInteger(Long.toUnsignedString(bits)));
    }

    private void stack(List<Reservation> reservations) {
        if (reservations.isEmpty()) {
            return;
        }
        ArrayNode stack = out.putArray("reservations");
        for (Reservation reservation : reservations) {
            ObjectNode entry = stack.addObject();
            entry.put("type", reservation.type().name());
            entry.put("role", reservation.role().path());
            optional(entry, "principal", reservation.principal());
            LabelForms.put(entry, "labels", reservation.labels());
        }
    }

    private void role(List<Reservation> reservations) {
        Role role = reservations.isEmpty() ? Role.ANY : reservations.get(0).role();
        out.put("role", role.path());
        if (!reservations.isEmpty() && reservations.get(0).type() == Reservation.Type.DYNAMIC) {
            ObjectNode reservation = out.putObject("reservation");
            optional(reservation, "principal", reservations.get(0).principal());
            LabelForms.put(reservation, "labels", reservations.get(0).labels());
        }
    }

    private void disk(Disk disk) {
        ObjectNode node = out.putObject("disk");
        disk.persistence().ifPresent(persistence -> {
            ObjectNode inner = node.putObject("persistence");
            inner.put("id", persistence.id());
            optional(inner, "principal", persistence.principal());
        });
        disk.volume().ifPresent(volume -> {
            ObjectNode inner = node.putObject("volume");
            inner.put("mode", volume.mode().name());
            inner.put("container_path", volume.containerPath());
            optional(inner, "host_path", volume.hostPath());
        });
        disk.source().ifPresent(source -> source(source, node.putObject("source")));
    }

    private static void source(Disk.Source source, ObjectNode node) {
        node.put("type", source.type().name());
        source.root()
                .ifPresent(root -> node.putObject(source.type() == Disk.Source.Type.PATH ? "path" : "mount")
                        .put("root", root));
        optional(node, "vendor", source.vendor());
        optional(node, "id", source.id());
        LabelForms.put(node, "metadata", source.metadata());
        optional(node, "profile", source.profile());
    }

    private static void optional(ObjectNode node, String field, Optional<String> value) {
        value.ifPresent(present -> node.put(field, present));
    }
}
