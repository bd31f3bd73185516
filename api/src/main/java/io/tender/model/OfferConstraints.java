package io.tender.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which agents a framework wants to hear of at all, for each of its roles.
 *
 * <p>An agent will do if one group holds, and a group holds if all its constraints do. A role that is not named takes
 * every agent.
 */
public final class OfferConstraints {
    private static final OfferConstraints NONE = new OfferConstraints(new TreeMap<>());

    private final SortedMap<Role, List<List<Constraint>>> groups;

    private OfferConstraints(SortedMap<Role, List<List<Constraint>>> groups) {
        this.groups = groups;
    }

    public static OfferConstraints none() {
        return NONE;
    }

    /** Takes the groups of each role; a role without groups or a group without constraints is refused. */
    public static OfferConstraints of(Map<Role, List<List<Constraint>>> groupsByRole) {
        SortedMap<Role, List<List<Constraint>>> copy = new TreeMap<>();
        groupsByRole.forEach((role, groups) -> copy.put(role, checked(role, groups)));
        return copy.isEmpty() ? NONE : new OfferConstraints(copy);
    }

    private static List<List<Constraint>> checked(Role role, List<List<Constraint>> groups) {
        if (groups.isEmpty()) {
            throw refused(role, "no groups", "at least one group; a role without any constraint is left out");
        }
        List<List<Constraint>> copy = new ArrayList<>();
        for (List<Constraint> group : groups) {
            if (group.isEmpty()) {
                throw refused(role, "an empty group", "at least one constraint in each group");
            }
            copy.add(List.copyOf(group));
        }
        return List.copyOf(copy);
    }

    private static BrokenRule refused(Role role, String got, String expected) {
        return BrokenRule.of(
                "The offer constraints of role '" + role + "' are incomplete.",
                got,
                expected,
                "add what is missing, or leave the role out to get offers of every agent");
    }

    public boolean isEmpty() {
        return groups.isEmpty();
    }

    /** The roles that have constraints, sorted. */
    public Set<Role> roles() {
        return Collections.unmodifiableSet(groups.keySet());
    }

    /** The groups of a role, empty if it takes every agent. */
    public List<List<Constraint>> groups(Role role) {
        return groups.getOrDefault(role, List.of());
    }

    /** Whether the framework does not want this agent under this role. */
    public boolean excludes(Role role, AgentInfo agent) {
        List<List<Constraint>> alternatives = groups.get(role);
        if (alternatives == null) {
            return false;
        }
        for (List<Constraint> group : alternatives) {
            if (group.stream().allMatch(constraint -> constraint.holds(agent))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof OfferConstraints other && groups.equals(other.groups);
    }

    @Override
    public int hashCode() {
        return groups.hashCode();
    }

    @Override
    public String toString() {
        return groups.toString();
    }

    /** One demand on one property of an agent. */
    public record Constraint(Selector selector, Predicate predicate) {
        boolean holds(AgentInfo agent) {
            return predicate.holds(selector.of(agent));
        }
    }

    /** The property of an agent that is looked at. */
    public sealed interface Selector {
        Optional<Value> of(AgentInfo agent);

        static Selector attribute(String name) {
            return new AttributeName(name);
        }

        /** An attribute; of several with that name the first counts. */
        record AttributeName(String name) implements Selector {
            @Override
            public Optional<Value> of(AgentInfo agent) {
                return agent.attribute(name).map(Attribute::value);
            }
        }

        /** What every agent has without saying so in an attribute; absent if it has no domain. */
        enum Pseudo implements Selector {
            HOSTNAME,
            REGION,
            ZONE;

            @Override
            public Optional<Value> of(AgentInfo agent) {
                return switch (this) {
                    case HOSTNAME -> Optional.of(new Value.Text(agent.hostname()));
                    case REGION -> agent.domain().map(domain -> new Value.Text(domain.region()));
                    case ZONE -> agent.domain().map(domain -> new Value.Text(domain.zone()));
                };
            }
        }

        Selector HOSTNAME = Pseudo.HOSTNAME;
        Selector REGION = Pseudo.REGION;
        Selector ZONE = Pseudo.ZONE;
    }

    /** What is asked of the property. A value that is not text passes every question about its text. */
    public sealed interface Predicate {
        boolean holds(Optional<Value> value);

        /** The property is there. */
        record Exists() implements Predicate {
            @Override
            public boolean holds(Optional<Value> value) {
                return value.isPresent();
            }
        }

        /** The property is not there. */
        record NotExists() implements Predicate {
            @Override
            public boolean holds(Optional<Value> value) {
                return value.isEmpty();
            }
        }

        /** The property is there and, if text, exactly this. */
        record TextEquals(String text) implements Predicate {
            @Override
            public boolean holds(Optional<Value> value) {
                return value.isPresent()
                        && (!(value.get() instanceof Value.Text found)
                                || found.text().equals(text));
            }
        }

        /** The property is not there, or not this text. */
        record TextNotEquals(String text) implements Predicate {
            @Override
            public boolean holds(Optional<Value> value) {
                return value.isEmpty()
                        || !(value.get() instanceof Value.Text found)
                        || !found.text().equals(text);
            }
        }

        /** The property is there and, if text, matches as a whole. Equal to any other of the same expression. */
        record TextMatches(TextPattern pattern) implements Predicate {
            @Override
            public boolean holds(Optional<Value> value) {
                return value.isPresent()
                        && (!(value.get() instanceof Value.Text found) || pattern.matches(found.text()));
            }

            @Override
            public boolean equals(@Nullable Object object) {
                return object instanceof TextMatches other && pattern.regex().equals(other.pattern.regex());
            }

            @Override
            public int hashCode() {
                return pattern.regex().hashCode();
            }
        }

        /** The property is not there, or text that does not match. Equal to any other of the same expression. */
        record TextNotMatches(TextPattern pattern) implements Predicate {
            @Override
            public boolean holds(Optional<Value> value) {
                return value.isEmpty() || !(value.get() instanceof Value.Text found) || !pattern.matches(found.text());
            }

            @Override
            public boolean equals(@Nullable Object object) {
                return object instanceof TextNotMatches other && pattern.regex().equals(other.pattern.regex());
            }

            @Override
            public int hashCode() {
                return 31 * pattern.regex().hashCode();
            }
        }
    }
}
