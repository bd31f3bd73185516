package io.tender.mesos;

import io.tender.model.Disk;
import io.tender.model.Reservation;
import io.tender.model.Resource;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
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
        final Map<Type, Value> values = new EnumMap<>(Type.class);
        final Map<Type, JsonReading.Place> places = new EnumMap<>(Type.class);
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

        JsonReading.@Nullable Place diskAt;

        /** Where it is said to be shared, if it is. */
        JsonReading.@Nullable Place sharedAt;
    }

    Resources resources() {
        List<Resource> resources = new ArrayList<>();
        List<JsonReading.Place> places = new ArrayList<>();
        in.array("an array of resources", () -> {
            places.add(in.place());
            resources.add(resource());
        });
        try {
            return sum(resources);
        } catch (ArithmeticException e) {
            throw places.get(firstTooMuch(resources))
                    .error("amounts whose sum is too large", "a sum below " + Long.MAX_VALUE / 1000);
        }
    }

    private static Resources sum(List<Resource> resources) {
        Resources all = Resources.of(resources);
        // Reserved and unreserved amounts of one name are added up sooner or later; better to fail here.
        all.quantities();
        return all;
    }

    /** The object with which the sum of all became too large. */
    private static int firstTooMuch(List<Resource> resources) {
        int fits = 0;
        int fails = resources.size();
        while (fails - fits > 1) {
            int middle = (fits + fails) >>> 1;
            try {
                sum(resources.subList(0, middle));
                fits = middle;
            } catch (ArithmeticException e) {
                fails = middle;
            }
        }
        return fails - 1;
    }

    Resource resource() {
        JsonReading.Place place = in.place();
        Fields fields = new Fields();
        Map<String, Runnable> readers = new HashMap<>();
        readers.put("name", () -> fields.name = name());
        readers.put("type", () -> fields.type = in.constant(Type.class));
        readers.put("scalar", () -> value(fields, Type.SCALAR, this::scalar));
        readers.put("ranges", () -> value(fields, Type.RANGES, this::ranges));
        readers.put("set", () -> value(fields, Type.SET, this::set));
        readers.put("disk", () -> {
            fields.diskAt = in.place();
            fields.disk = diskReading.disk().orElse(null);
        });
        readers.put("provider_id", () -> fields.provider = single("value", "the id of a resource provider"));
        readers.put("allocation_info", () -> fields.allocation = allocation());
        readers.put("revocable", () -> {
            in.object("an object, usually {}", Map.of());
            fields.revocable = true;
        });
        readers.put("shared", () -> {
            fields.sharedAt = in.place();
            in.object("an object, usually {}", Map.of());
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
        for (Map.Entry<Type, JsonReading.Place> other : fields.places.entrySet()) {
            if (other.getKey() != type) {
                throw other.getValue()
                        .error(
                                "a value of type " + other.getKey() + " on a resource of type " + type,
                                "only the value that its type names");
            }
        }
        List<Reservation> stack = reservationReading.stack(fields.reservations, defaultRole);
        Resource resource =
                JsonReading.checked(place, () -> Resource.of(name, value).withReservations(stack));
        resource = withDisk(resource, fields);
        resource = fields.provider == null ? resource : resource.withProvider(fields.provider);
        resource = fields.revocable ? resource.asRevocable() : resource;
        JsonReading.Place sharedAt = fields.sharedAt;
        resource = sharedAt == null ? resource : JsonReading.checked(sharedAt, resource::asShared);
        return fields.allocation == null ? resource : resource.withAllocation(fields.allocation);
    }

    private static Resource withDisk(Resource resource, Fields fields) {
        Disk disk = fields.disk;
        JsonReading.Place at = fields.diskAt;
        return disk == null || at == null ? resource : JsonReading.checked(at, () -> resource.withDisk(disk));
    }

    private String name() {
        String name = in.string("a name such as \"cpus\"");
        if (name.isEmpty()) {
            throw in.error("a name such as \"cpus\"");
        }
        return name;
    }

    private void value(Fields fields, Type type, Supplier<Value> reader) {
        fields.places.put(type, in.place());
        fields.values.put(type, reader.get());
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
        List<JsonReading.Place> endAt = new ArrayList<>();
        in.object(
                "a range, such as {\"begin\": 31000, \"end\": 32000}",
                Map.of("begin", () -> bounds.put("begin", in.unsigned("a whole number such as 31000")), "end", () -> {
                    endAt.add(in.place());
                    bounds.put("end", in.unsigned("a whole number such as 32000"));
                }));
        long begin = JsonReading.required(bounds.get("begin"), place, "the field begin");
        long end = JsonReading.required(bounds.get("end"), place, "the field end");
        Value.Ranges range = JsonReading.checked(endAt.get(0), () -> Value.Ranges.of(begin, end));
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
