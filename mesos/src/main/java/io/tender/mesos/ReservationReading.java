package io.tender.mesos;

import io.tender.model.BrokenRule;
import io.tender.model.Label;
import io.tender.model.Reservation;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads who a resource is reserved for, which Mesos writes in two ways.
 *
 * <p>Today it is a stack, {@code reservations}. Before, it was a {@code role}, and a {@code reservation} beside it if
 * that was dynamic. Some endpoints write both; they must then say the same.
 */
final class ReservationReading {
    private final JsonReading in;

    ReservationReading(JsonReading in) {
        this.in = in;
    }

    /** What a resource says about its reservations. */
    static final class Fields {
        @Nullable
        Role role;

        JsonReading.@Nullable Place roleAt;

        @Nullable
        Entry reservation;

        JsonReading.@Nullable Place reservationAt;

        @Nullable
        List<Reservation> stack;
    }

    static final class Entry {
        Reservation.@Nullable Type type;

        @Nullable
        Role role;

        JsonReading.@Nullable Place typeAt;

        JsonReading.@Nullable Place roleAt;

        @Nullable
        String principal;

        List<Label> labels = List.of();
    }

    Map<String, Runnable> readers(Fields fields) {
        return Map.of(
                "role",
                () -> {
                    fields.roleAt = in.place();
                    fields.role = role();
                },
                "reservation",
                () -> {
                    fields.reservationAt = in.place();
                    fields.reservation = entry();
                },
                "reservations",
                () -> fields.stack = stack());
    }

    Role role() {
        String path = in.string("a role such as \"eng/dev\"");
        try {
            return Role.of(path);
        } catch (BrokenRule e) {
            throw in.placeInString(e.position()).error(e.got(), e.expected());
        }
    }

    private List<Reservation> stack() {
        List<Reservation> stack = new ArrayList<>();
        in.array("an array of reservations", () -> {
            JsonReading.Place place = in.place();
            Entry entry = entry();
            Reservation.Type type = JsonReading.required(entry.type, place, "the field type");
            Role role = JsonReading.required(entry.role, place, "the field role");
            JsonReading.Place roleAt = Objects.requireNonNull(entry.roleAt);
            JsonReading.Place typeAt = Objects.requireNonNull(entry.typeAt);
            Reservation added = reservation(roleAt, type, role, entry);
            if (!stack.isEmpty()) {
                JsonReading.checked(type == Reservation.Type.DYNAMIC ? roleAt : typeAt, () -> {
                    added.checkRefines(stack.get(stack.size() - 1));
                    return added;
                });
            }
            stack.add(added);
        });
        return stack;
    }

    private Entry entry() {
        Entry entry = new Entry();
        in.object(
                "a reservation, such as {\"type\": \"DYNAMIC\", \"role\": \"eng\"}",
                Map.of(
                        "type",
                                () -> {
                                    entry.typeAt = in.place();
                                    entry.type = in.constant(Reservation.Type.class);
                                },
                        "role",
                                () -> {
                                    entry.roleAt = in.place();
                                    entry.role = role();
                                },
                        "principal", () -> entry.principal = in.string("the name of a principal"),
                        "labels", () -> entry.labels = labels()));
        return entry;
    }

    private static Reservation reservation(JsonReading.Place place, Reservation.Type type, Role role, Entry entry) {
        return JsonReading.checked(
                place, () -> new Reservation(type, role, Optional.ofNullable(entry.principal), entry.labels));
    }

    List<Label> labels() {
        List<Label> labels = new ArrayList<>();
        in.object(
                "an object with the field labels",
                Map.of("labels", () -> in.array("an array of labels", () -> labels.add(label()))));
        return labels;
    }

    private Label label() {
        JsonReading.Place place = in.place();
        Map<String, String> parts = new HashMap<>();
        in.object(
                "a label, such as {\"key\": \"team\", \"value\": \"web\"}",
                Map.of(
                        "key", () -> parts.put("key", in.string("a string")),
                        "value", () -> parts.put("value", in.string("a string"))));
        String key = JsonReading.required(parts.get("key"), place, "the field key");
        return new Label(key, Optional.ofNullable(parts.get("value")));
    }

    /** The stack that all the fields of a resource together mean. */
    List<Reservation> stack(Fields fields, Role defaultRole) {
        List<Reservation> stack = fields.stack;
        if (stack != null) {
            checkAgreement(fields, stack);
            return stack;
        }
        Role role = fields.role == null ? defaultRole : fields.role;
        Entry entry = fields.reservation;
        if (entry != null) {
            JsonReading.Place at = fields.roleAt == null ? fields.reservationAt : fields.roleAt;
            return List.of(reservation(Objects.requireNonNull(at), Reservation.Type.DYNAMIC, role, entry));
        }
        return role.equals(Role.ANY) ? List.of() : List.of(Reservation.ofStatic(role));
    }

    private static void checkAgreement(Fields fields, List<Reservation> stack) {
        Role top = stack.isEmpty() ? Role.ANY : stack.get(stack.size() - 1).role();
        JsonReading.Place roleAt = fields.roleAt;
        if (roleAt != null && fields.role != null && !fields.role.equals(top)) {
            throw roleAt.error(
                    "the role \"" + fields.role + "\" beside reservations for \"" + top + '"',
                    "the field reservations alone, or the same role in both");
        }
        boolean dynamic = stack.size() == 1 && stack.get(0).type() == Reservation.Type.DYNAMIC;
        JsonReading.Place reservationAt = fields.reservationAt;
        if (reservationAt != null && !dynamic) {
            throw reservationAt.error(
                    "a dynamic reservation beside reservations that say something else",
                    "the field reservations alone");
        }
    }
}
