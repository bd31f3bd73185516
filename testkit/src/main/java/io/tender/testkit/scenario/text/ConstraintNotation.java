package io.tender.testkit.scenario.text;

import io.tender.mesos.TextPatterns;
import io.tender.model.OfferConstraints;
import io.tender.model.OfferConstraints.Constraint;
import io.tender.model.OfferConstraints.Predicate;
import io.tender.model.OfferConstraints.Selector;
import io.tender.model.Role;
import io.tender.model.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Demands on agents: {@code rack exists}, {@code rack not exists}, {@code rack equals a}, {@code rack not equals a},
 * {@code rack matches [a-d]+}, {@code rack not matches [a-d]+}; HOSTNAME, REGION and ZONE are known of every agent.
 */
public final class ConstraintNotation {

    private static final Pattern FORM = Pattern.compile(
            "(?:attribute\\s+(?<attribute>\\S+)|(?<plain>\\S+))\\s+(?<not>not\\s+)?(?<verb>\\S+)(?:\\s(?<rest>.*))?");

    private static final List<String> VERBS = List.of("exists", "equals", "matches");

    private ConstraintNotation() {}

    /** @throws IllegalArgumentException if a regular expression, or the set as a whole, is refused */
    public static OfferConstraints constraints(Map<String, List<List<String>>> texts) {
        TreeMap<Role, List<List<Constraint>>> roles = new TreeMap<>();
        texts.forEach((role, groups) -> {
            List<List<Constraint>> read = new ArrayList<>();
            for (List<String> group : groups) {
                read.add(group.stream().map(ConstraintNotation::constraint).toList());
            }
            roles.put(IdNotation.role(role), read);
        });
        return OfferConstraints.of(roles);
    }

    public static Constraint constraint(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw mistake(text, "");
        }
        Selector selector = selector(matcher);
        boolean not = matcher.group("not") != null;
        String rest = matcher.group("rest") == null ? "" : matcher.group("rest").strip();
        String verb = matcher.group("verb");
        if (!VERBS.contains(verb)) {
            throw mistake(text, Suggestion.sentence(verb, VERBS));
        }
        if (verb.equals("exists") != rest.isEmpty()) {
            throw mistake(text, "");
        }
        Predicate predicate = switch (verb) {
            case "exists" -> not ? new Predicate.NotExists() : new Predicate.Exists();
            case "equals" -> not ? new Predicate.TextNotEquals(rest) : new Predicate.TextEquals(rest);
            case "matches" ->
                not
                        ? new Predicate.TextNotMatches(TextPatterns.compile(rest))
                        : new Predicate.TextMatches(TextPatterns.compile(rest));
            default -> throw mistake(text, Suggestion.sentence(verb, VERBS));
        };
        return new Constraint(selector, predicate);
    }

    private static Selector selector(Matcher matcher) {
        String attribute = matcher.group("attribute");
        if (attribute != null) {
            return Selector.attribute(attribute);
        }
        String plain = String.valueOf(matcher.group("plain"));
        return switch (plain) {
            case "HOSTNAME" -> Selector.HOSTNAME;
            case "REGION" -> Selector.REGION;
            case "ZONE" -> Selector.ZONE;
            default -> Selector.attribute(plain);
        };
    }

    private static NotationException mistake(String text, String suggestion) {
        return NotationException.expected(
                0,
                "'" + text + "' is no constraint." + suggestion,
                "'" + text + "'",
                "NAME [not] exists, NAME [not] equals TEXT, or NAME [not] matches REGEX");
    }
}
