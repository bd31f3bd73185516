package io.tender.testkit.scenario.text;

import io.tender.model.batch.Requirement;
import io.tender.model.batch.Requirement.Operator;
import io.tender.model.batch.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Label selectors as kubectl takes them: {@code app=web,zone!=z1,gpu in (a,b),!old,cores>4}. */
public final class SelectorNotation {
    private static final Pattern SET = Pattern.compile("(\\S+)\\s+(in|notin)\\s+\\(([^)]*)\\)");
    private static final Pattern COMPARED = Pattern.compile("([^=!<>\\s]+)\\s*(!=|==|=|<|>)\\s*([^=!<>\\s]*)");
    private static final Pattern NAME = Pattern.compile("(!?)([^=!<>\\s]+)");

    private SelectorNotation() {}

    public static Selector selector(String text) {
        List<Requirement> requirements = new ArrayList<>();
        // A comma inside parentheses separates values, not requirements.
        for (String part : text.split(",(?![^(]*\\))", -1)) {
            requirements.add(requirement(part.trim()));
        }
        return new Selector(requirements);
    }

    private static Requirement requirement(String text) {
        Matcher set = SET.matcher(text);
        if (set.matches()) {
            List<String> values =
                    Arrays.stream(set.group(3).split(",", -1)).map(String::trim).toList();
            return new Requirement(set.group(1), set.group(2).equals("in") ? Operator.IN : Operator.NOT_IN, values);
        }
        Matcher compared = COMPARED.matcher(text);
        if (compared.matches()) {
            Operator operator = switch (compared.group(2)) {
                case "!=" -> Operator.NOT_IN;
                case ">" -> Operator.GT;
                case "<" -> Operator.LT;
                default -> Operator.IN;
            };
            return new Requirement(compared.group(1), operator, List.of(compared.group(3)));
        }
        Matcher name = NAME.matcher(text);
        if (name.matches()) {
            return new Requirement(
                    name.group(2), name.group(1).isEmpty() ? Operator.EXISTS : Operator.DOES_NOT_EXIST, List.of());
        }
        throw NotationException.expected(
                0,
                "'" + text + "' is no requirement on labels",
                "'" + text + "'",
                "app=web, zone!=z1, gpu in (a,b), gpu notin (a), gpu, !gpu, cores>4");
    }
}
