package io.tender.daemon.fuzz;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a tree wrong in one place or several, and writes it as no honest program would. */
final class TreeFuzz {
    private static final JsonMapper JSON = new JsonMapper();

    /** Half of a pair: no string may hold it, so it is put in when the text is there. */
    private static final String HALF = "HALF-A-PAIR";

    private final Dice dice;

    TreeFuzz(Dice dice) {
        this.dice = dice;
    }

    /** Every object or array in the tree. */
    private static void containers(JsonNode node, List<JsonNode> all) {
        if (node.isObject() || node.isArray()) {
            if (!node.isEmpty()) {
                all.add(node);
            }
            node.forEach(child -> containers(child, all));
        }
    }

    /** Changes one thing, and says what. */
    String spoil(ObjectNode tree) {
        List<JsonNode> all = new ArrayList<>();
        containers(tree, all);
        if (all.isEmpty()) {
            tree.put("unknown", 1);
            return "an unknown field";
        }
        JsonNode at = dice.one(all);
        if (at instanceof ArrayNode array) {
            int index = dice.below(array.size());
            Spoilt spoilt = spoilt(array.get(index));
            array.set(index, spoilt.value());
            return "[" + index + "] " + spoilt.how();
        }
        ObjectNode object = (ObjectNode) at;
        String field = dice.one(List.copyOf(object.propertyNames()));
        if (dice.chance(25)) {
            object.remove(field);
            return "without " + field;
        }
        if (dice.chance(10)) {
            object.put(dice.oddWord() + "_", 1);
            return "with an unknown field";
        }
        JsonNode old = object.get(field);
        Spoilt spoilt = spoilt(old);
        object.set(field, spoilt.value());
        return field + " " + spoilt.how();
    }

    /** A value that is not what it should be. */
    private record Spoilt(String how, JsonNode value) {}

    private Spoilt spoilt(JsonNode old) {
        return switch (dice.below(11)) {
            case 0 -> new Spoilt("null", JSON.nullNode());
            case 1 -> new Spoilt("a flag", JSON.createArrayNode().booleanNode(true));
            case 2, 3, 4 -> {
                String number = dice.oddNumber();
                yield new Spoilt("the number " + number, JSON.createArrayNode().numberNode(new BigDecimal(number)));
            }
            case 5, 6 -> new Spoilt("an odd word", JSON.createArrayNode().stringNode(dice.oddWord()));
            case 7 -> new Spoilt("empty", dice.chance(50) ? JSON.createObjectNode() : JSON.createArrayNode());
            case 8 -> new Spoilt("in an array", JSON.createArrayNode().add(old).add(old));
            case 9 ->
                dice.chance(30)
                        ? new Spoilt("deep", deep())
                        : new Spoilt(
                                "huge", JSON.createArrayNode().stringNode("x".repeat(20_000 + dice.below(50_000))));
            default -> new Spoilt("half a pair", JSON.createArrayNode().stringNode(HALF));
        };
    }

    private JsonNode deep() {
        JsonNode node = JSON.createArrayNode();
        // The writer itself goes no deeper than five hundred, and this may be in a tree several times.
        for (int i = 0; i < 120; i++) {
            node = dice.chance(50)
                    ? JSON.createArrayNode().add(node)
                    : JSON.createObjectNode().set("a", node);
        }
        return node;
    }

    /** The tree as JSON, sometimes with a key twice, cut short, or deeper than anything. */
    String text(JsonNode tree) {
        String text = JSON.writeValueAsString(tree).replace(HALF, dice.chance(50) ? "\\ud800" : "\\udfff\\ud800");
        if (dice.chance(3)) {
            return text.substring(0, dice.below(text.length()));
        }
        if (dice.chance(3)) {
            return text.replaceFirst("\\{", "{\"type\": \"KILL\", \"type\": 5, ");
        }
        if (dice.chance(1)) {
            return text.replaceFirst("\\{", "{\"a\": " + "[".repeat(20_000) + ", ");
        }
        return dice.chance(2) ? text + text : text;
    }
}
