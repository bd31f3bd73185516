package io.tender.mesos;

import io.tender.model.Resources;
import io.tender.model.Role;

/**
 * Resources in the JSON form of Mesos: an array of objects with the field names of its messages.
 *
 * <p>What is printed parses back to equal resources. A shared object with several copies is repeated.
 */
public final class ResourceJson {
    private ResourceJson() {}

    /** Reads JSON if the text begins as an array, else the text form. */
    public static Resources parse(String text) {
        return parse(text, Role.ANY);
    }

    /** Reads either form; objects that name neither role nor reservations are reserved for the given role. */
    public static Resources parse(String text, Role defaultRole) {
        return text.stripLeading().startsWith("[") ? parseJson(text, defaultRole) : Resources.parse(text, defaultRole);
    }

    public static Resources parseJson(String json) {
        return parseJson(json, Role.ANY);
    }

    /** Objects that name neither role nor reservations are reserved for the given role, unless it is {@code *}. */
    public static Resources parseJson(String json, Role defaultRole) {
        return JsonReading.read(json, reading -> new ResourceReading(reading, defaultRole).resources());
    }

    public static String print(Resources resources) {
        return ResourceForms.tree(resources, ReservationForm.STACK).toString();
    }
}
