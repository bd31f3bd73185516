package io.tender.mesos;

import io.tender.model.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Labels between the domain and the message {@code Labels}. */
public final class LabelForms {
    private LabelForms() {}

    /** The labels in that field; none if there is no such field. */
    public static List<Label> labels(Message message, String field) {
        List<Label> labels = new ArrayList<>();
        Optional<Message> given = message.optional(field);
        if (given.isPresent()) {
            for (Message label : given.get().messages("labels")) {
                labels.add(new Label(label.text("key"), label.optionalText("value")));
            }
        }
        return labels;
    }

    /** Adds the field if there are any labels. */
    public static void put(ObjectNode into, String field, List<Label> labels) {
        if (labels.isEmpty()) {
            return;
        }
        ArrayNode array = into.putObject(field).putArray("labels");
        for (Label label : labels) {
            ObjectNode node = array.addObject().put("key", label.key());
            label.value().ifPresent(value -> node.put("value", value));
        }
    }
}
