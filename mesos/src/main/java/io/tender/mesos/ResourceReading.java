package io.tender.mesos;

import io.tender.model.Disk;
import io.tender.model.Reservation;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads resources as Mesos writes them, in the newer form with a stack of reservations and in the older one. */
final class ResourceReading {
    private final JsonReading in;
    private final ReservationReading reservationReading;
    private final DiskReading diskReading;
    private final Role defaultRole;

    ResourceReading(JsonReading in, Role defaultRole) {
        this.in = in;
        this.reservationReading = new ReservationReading(in);
        this.diskReading = new DiskReading(in);
        this.defaultRole = defaultRole;
    }

    private enum Type {
        SCALAR,
        RANGES,
        SET
    }

    /** The fields of one object as they come, since their order is free. */
    private static final class Fields {
        final Map<Type, Value> values = new HashMap<>();
        final ReservationReading.Fields reservations = new ReservationReading.Fields();

        @Nullable
        String name;

        @Nullable
        Type type;

        @Nullable
        Disk disk;

        @Nullable
        String provider;

        @Nullable
        Role allocation;

        boolean revocable;
        boolean shared;
    }

    Resources resources() {
        List<Resource> resources = new ArrayList<>();
        JsonReading.Place place = in.place();
        in.array("an array of resources", () -> resources.add(resource()));
        try {
            return Resources.of(resources);
        } catch (ArithmeticException e) {
            throw place.error("amounts whose sum is too large", "a sum below " + Long.MAX_VALUE / 1000);
        }
    }

    Resource resource() {
        JsonReading.Place place = in.place();
        Fields fields = new Fields();
        Map<String, Runnable> readers = new HashMap<>();
        readers.put("name", () -> fields.name = in.string("a name such as \"cpus\""));
        readers.put("type", () -> fields.type = in.constant(Type.class));
        readers.put("scalar", () -> fields.values.put(Type.SCALAR, scalar()));
        readers.put("ranges", () -> fields.values.put(Type.RANGES, ranges()));
        readers.put("set", () -> fields.values.put(Type.SET, set()));
        readers.put("disk", () -> fields.disk = diskReading.disk().orElse(null));
        readers.put("provider_id", () -> fields.provider = single("value", "the id of a resource provider"));
        readers.put("allocation_info", () -> fields.allocation = allocation());
        readers.put("revocable", () -> {
            in.object("an object, usually {}", Map.of());
            fields.revocable = true;
        });
        readers.put("shared", () -> {
            in.object("an object, usually {}", Map.of());
            fields.shared = true;
        });
        readers.putAll(reservationReading.readers(fields.reservations));
        in.object(
                "a resource, such as {\"name\": \"cpus\", \"type\": \"SCALAR\", \"scalar\": {\"value\": 4}}", readers);
        return build(place, fields);
    }

    private Resource build(JsonReading.Place place, Fields fields) {
        String name = JsonReading.required(fields.name, place, "the field name");
        Type type = JsonReading.required(fields.type, place, "the field type");
        Value value = JsonReading.required(
                fields.values.get(type),
                place,
                "the field " + type.name().toLowerCase(Locale.ROOT) + " of a resource of type " + type);
        if (fields.values.size() > 1) {
            throw place.error("values of " + fields.values.size() + " types", "only the value that its type names");
        }
        List<Reservation> stack = reservationReading.stack(place, fields.reservations, defaultRole);
        return JsonReading.checked(place, () -> {
            Resource resource = Resource.of(name, value).withReservations(stack);
            resource = fields.disk == null ? resource : resource.withDisk(fields.disk);
            resource = fields.provider == null ? resource : resource.withProvider(fields.provider);
            resource = fields.revocable ? resource.asRevocable() : resource;
            resource = fields.shared ? resource.asShared() : resource;
            return fields.allocation == null ? resource : resource.withAllocation(fields.allocation);
        });
    }

    private String single(String field, String what) {
        JsonReading.Place place = in.place();
        List<String> value = new ArrayList<>();
        in.object("an object with the field " + field, Map.of(field, () -> value.add(in.string(what))));
        if (value.isEmpty()) {
            throw place.error("an object without it", "the field " + field);
        }
        return value.get(0);
    }

    private @Nullable Role allocation() {
        List<Role> role = new ArrayList<>();
        in.object("an object with the field role", Map.of("role", () -> role.add(reservationReading.role())));
        return role.isEmpty() ? null : role.get(0);
    }

    private Value scalar() {
        JsonReading.Place place = in.place();
        List<Value> value = new ArrayList<>();
        in.object("an object with the field value", Map.of("value", () -> {
            JsonReading.Place at = in.place();
            BigDecimal amount = in.number("a number such as 1024 or 0.5");
            value.add(JsonReading.checked(at, () -> Value.Scalar.of(amount)));
        }));
        if (value.isEmpty()) {
            throw place.error("an object without it", "the field value");
        }
        return value.get(0);
    }

    private Value ranges() {
        List<Value.Ranges> ranges = new ArrayList<>();
        in.object(
                "an object with the field range",
                Map.of("range", () -> in.array("an array of ranges", () -> addRange(ranges))));
        return ranges.stream().reduce(Value.Ranges.empty(), Value.Ranges::plus);
    }

    private void addRange(List<Value.Ranges> ranges) {
        JsonReading.Place place = in.place();
        Map<String, Long> bounds = new HashMap<>();
        in.object(
                "a range, such as {\"begin\": 31000, \"end\": 32000}",
                Map.of(
                        "begin", () -> bounds.put("begin", in.unsigned("a whole number such as 31000")),
                        "end", () -> bounds.put("end", in.unsigned("a whole number such as 32000"))));
        long begin = JsonReading.required(bounds.get("begin"), place, "the field begin");
        long end = JsonReading.required(bounds.get("end"), place, "the field end");
        Value.Ranges range = JsonReading.checked(place, () -> Value.Ranges.of(begin, end));
        for (Value.Ranges other : ranges) {
            if (!other.minus(range).equals(other)) {
                throw place.error("a range that overlaps " + other, "ranges that do not overlap");
            }
        }
        ranges.add(range);
    }

    private Value set() {
        Set<String> items = new HashSet<>();
        in.object(
                "an object with the field item",
                Map.of(
                        "item",
                        () -> in.array("an array of strings", () -> {
                            if (!items.add(in.string("a string"))) {
                                throw in.error("each item once");
                            }
                        })));
        return Value.Items.of(items);
    }
}
