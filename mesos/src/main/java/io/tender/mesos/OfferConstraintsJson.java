package io.tender.mesos;

import io.tender.model.OfferConstraints;
import io.tender.model.OfferConstraints.Constraint;
import io.tender.model.OfferConstraints.Predicate;
import io.tender.model.OfferConstraints.Selector;
import io.tender.model.Role;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Offer constraints in the JSON form of Mesos. */
public final class OfferConstraintsJson {
    private final JsonReading in;

    private OfferConstraintsJson(JsonReading in) {
        this.in = in;
    }

    /** Reads constraints; an empty group, an unknown selector or predicate or a bad expression refuses them all. */
    public static OfferConstraints parse(String json) {
        return JsonReading.read(json, reading -> new OfferConstraintsJson(reading).constraints());
    }

    /** Reads the constraints of a message. */
    static OfferConstraints read(Message message) {
        return JsonReading.read(
                message.tree(), message.path(), reading -> new OfferConstraintsJson(reading).constraints());
    }

    /** The constraints as the message {@code OfferConstraints}. */
    public static ObjectNode tree(OfferConstraints constraints) {
        return TreeReading.read(
                MesosSchema.message("mesos.v1.scheduler.OfferConstraints"),
                print(constraints).getBytes(StandardCharsets.UTF_8));
    }

    private OfferConstraints constraints() {
        JsonReading.Place place = in.place();
        Map<Role, List<List<Constraint>>> byRole = new TreeMap<>();
        in.object(
                "an object with the field role_constraints",
                Map.of(
                        "role_constraints",
                        () -> in.entries("an object of constraints by role", name -> {
                            JsonReading.Place at = in.place();
                            byRole.put(JsonReading.checked(at, () -> Role.of(name)), groups());
                        })));
        return JsonReading.checked(place, () -> OfferConstraints.of(byRole));
    }

    private List<List<Constraint>> groups() {
        List<List<Constraint>> groups = new ArrayList<>();
        in.object(
                "an object with the field groups",
                Map.of("groups", () -> in.array("an array of groups", () -> groups.add(group()))));
        return groups;
    }

    private List<Constraint> group() {
        List<Constraint> group = new ArrayList<>();
        in.object(
                "an object with the field attribute_constraints",
                Map.of(
                        "attribute_constraints",
                        () -> in.array("an array of constraints", () -> group.add(constraint()))));
        return group;
    }

    private Constraint constraint() {
        JsonReading.Place place = in.place();
        Map<String, Selector> selector = new HashMap<>();
        Map<String, Predicate> predicate = new HashMap<>();
        in.object(
                "a constraint with a selector and a predicate",
                Map.of(
                        "selector", () -> selector.put("selector", selector()),
                        "predicate", () -> predicate.put("predicate", predicate())));
        return new Constraint(
                JsonReading.required(selector.get("selector"), place, "the field selector"),
                JsonReading.required(predicate.get("predicate"), place, "the field predicate"));
    }

    private Selector selector() {
        JsonReading.Place place = in.place();
        List<Selector> found = new ArrayList<>();
        in.object(
                "a selector, such as {\"attribute_name\": \"rack\"}",
                Map.of(
                        "attribute_name",
                        () -> found.add(Selector.attribute(in.string("the name of an attribute"))),
                        "pseudoattribute_type",
                        () -> found.add(in.constant(Selector.Pseudo.class))));
        return exactlyOne(place, found, "attribute_name or pseudoattribute_type");
    }

    private Predicate predicate() {
        JsonReading.Place place = in.place();
        List<Predicate> found = new ArrayList<>();
        Runnable exists = () -> {
            in.object("an object, usually {}", Map.of());
            found.add(new Predicate.Exists());
        };
        Runnable notExists = () -> {
            in.object("an object, usually {}", Map.of());
            found.add(new Predicate.NotExists());
        };
        in.object(
                "a predicate, such as {\"exists\": {}}",
                Map.of(
                        "exists", exists,
                        "not_exists", notExists,
                        "text_equals", () -> found.add(text("value", Predicate.TextEquals::new)),
                        "text_not_equals", () -> found.add(text("value", Predicate.TextNotEquals::new)),
                        "text_matches",
                                () -> found.add(
                                        text("regex", it -> new Predicate.TextMatches(TextPatterns.compile(it)))),
                        "text_not_matches",
                                () -> found.add(
                                        text("regex", it -> new Predicate.TextNotMatches(TextPatterns.compile(it))))));
        return exactlyOne(place, found, "one predicate");
    }

    private Predicate text(String field, Function<String, Predicate> made) {
        JsonReading.Place place = in.place();
        List<Predicate> predicate = new ArrayList<>();
        in.object("an object with the field " + field, Map.of(field, () -> {
            JsonReading.Place at = in.place();
            String text = in.string("a string");
            predicate.add(JsonReading.checked(at, () -> made.apply(text)));
        }));
        return exactlyOne(place, predicate, "the field " + field);
    }

    private static <T> T exactlyOne(JsonReading.Place place, List<T> found, String expected) {
        if (found.size() != 1) {
            throw place.error(found.isEmpty() ? "none" : "more than one", "exactly one: " + expected);
        }
        return found.get(0);
    }

    public static String print(OfferConstraints constraints) {
        return JsonWriting.write(out -> {
            out.writeStartObject();
            out.writeObjectPropertyStart("role_constraints");
            for (Role role : constraints.roles()) {
                out.writeObjectPropertyStart(role.path());
                out.writeArrayPropertyStart("groups");
                constraints.groups(role).forEach(group -> write(group, out));
                out.writeEndArray();
                out.writeEndObject();
            }
            out.writeEndObject();
            out.writeEndObject();
        });
    }

    private static void write(List<Constraint> group, JsonGenerator out) {
        out.writeStartObject();
        out.writeArrayPropertyStart("attribute_constraints");
        for (Constraint constraint : group) {
            out.writeStartObject();
            out.writeObjectPropertyStart("selector");
            switch (constraint.selector()) {
                case Selector.AttributeName attribute -> out.writeStringProperty("attribute_name", attribute.name());
                case Selector.Pseudo pseudo -> out.writeStringProperty("pseudoattribute_type", pseudo.name());
            }
            out.writeEndObject();
            out.writeObjectPropertyStart("predicate");
            switch (constraint.predicate()) {
                case Predicate.Exists exists -> write("exists", "", "", out);
                case Predicate.NotExists notExists -> write("not_exists", "", "", out);
                case Predicate.TextEquals equal -> write("text_equals", "value", equal.text(), out);
                case Predicate.TextNotEquals unequal -> write("text_not_equals", "value", unequal.text(), out);
                case Predicate.TextMatches match ->
                    write("text_matches", "regex", match.pattern().regex(), out);
                case Predicate.TextNotMatches no ->
                    write("text_not_matches", "regex", no.pattern().regex(), out);
            }
            out.writeEndObject();
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void write(String predicate, String field, String text, JsonGenerator out) {
        out.writeObjectPropertyStart(predicate);
        if (!field.isEmpty()) {
            out.writeStringProperty(field, text);
        }
        out.writeEndObject();
    }
}
