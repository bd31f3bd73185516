package io.tender.testkit.scenario.text;

import io.tender.model.batch.ResourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tasks on one line: {@code 3 x cpu=1 memory=1Gi in q1 min 2 priority 5 on n1 n2}. All but the request may be left out;
 * {@code best effort} asks for nothing.
 *
 * @param named the resources that are named, those with the amount 0 too
 * @param queue behind {@code in}
 * @param min behind {@code min}: how many must have their place before any starts
 * @param on behind {@code on}: the nodes they run on already, in turns
 */
public record TaskLine(
        int count,
        ResourceList request,
        Set<String> named,
        Optional<String> queue,
        OptionalInt min,
        OptionalInt priority,
        List<String> on) {
    private static final Pattern COUNTED = Pattern.compile("([0-9]{1,6})\\s*x\\s+(.*)");
    private static final String EXPECTED = "such as 3 x cpu=1 memory=1Gi in q1 min 2 priority 5 on n1 n2";

    public TaskLine {
        named = Set.copyOf(named);
        on = List.copyOf(on);
    }

    public static TaskLine parse(String text) {
        Matcher counted = COUNTED.matcher(text.trim());
        int count = counted.matches() ? Integer.parseInt(counted.group(1)) : 1;
        String rest = (counted.matches() ? counted.group(2) : text.trim()).replace("best effort", "nothing");
        List<String> resources = new ArrayList<>();
        Optional<String> queue = Optional.empty();
        OptionalInt min = OptionalInt.empty();
        OptionalInt priority = OptionalInt.empty();
        List<String> on = new ArrayList<>();
        String behind = "";
        for (String word : rest.split("[ ,]+", -1)) {
            boolean keyword = List.of("in", "min", "priority", "on").contains(word);
            switch (keyword ? "" : behind) {
                case "in" -> queue = Optional.of(word);
                case "min" -> min = OptionalInt.of(number(word, text));
                case "priority" -> priority = OptionalInt.of(number(word, text));
                case "on" -> on.addAll(BatchNotation.names(word));
                default -> {
                    if (!keyword) {
                        resources.add(word);
                    }
                }
            }
            behind = keyword ? word : behind.equals("on") ? behind : "";
        }
        String request = String.join(" ", resources);
        return new TaskLine(
                count, BatchNotation.resources(request), BatchNotation.named(request), queue, min, priority, on);
    }

    private static int number(String word, String text) {
        if (!word.matches("-?[0-9]{1,9}")) {
            throw NotationException.expected(
                    text.indexOf(word), "'" + word + "' is no whole number", "'" + text + "'", EXPECTED);
        }
        return Integer.parseInt(word);
    }
}
