package io.tender.testkit.scenario.yaml;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.OfferConstraints;
import io.tender.model.Quota;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.CapabilityChange;
import io.tender.testkit.scenario.text.ConditionNotation;
import io.tender.testkit.scenario.text.ConstraintNotation;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.NotationException;
import io.tender.testkit.scenario.text.ResourceNotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Values that several verbs take: roles, quotas, capabilities, holdings. */
final class Values {

    static final Shape QUOTA = Shape.anyOf(
            Shape.text("cpus:2;mem:1024"),
            new Shape.Fields(List.of(
                    Shape.optional("guarantee", Shape.text("cpus:1"), "what the role is promised"),
                    Shape.optional("limit", Shape.text("mem:1024"), "what it may use at most"))));

    static final Shape QUOTAS = new Shape.MapOf("role", QUOTA);

    static final Shape CONSTRAINTS = new Shape.MapOf(
            "role", Shape.anyOf(Shape.text("rack exists"), new Shape.ListOf(Shape.texts("rack exists"))));

    static final Shape CONSTRAINTS_OR_NONE = Shape.anyOf(new Shape.Choice(List.of("none")), CONSTRAINTS);

    private Values() {}

    static SortedSet<Role> roles(YamlValue value) {
        TreeSet<Role> roles = new TreeSet<>();
        value.itemsOrOne().forEach(item -> roles.add(item.read(IdNotation::role)));
        return roles;
    }

    static <K extends Comparable<K>, V> SortedMap<K, V> map(
            YamlValue value, Function<String, K> key, Function<YamlValue, V> each) {
        TreeMap<K, V> map = new TreeMap<>();
        value.entries().forEach(entry -> map.put(entry.key().read(key), each.apply(entry.value())));
        return map;
    }

    static SortedMap<Role, Double> weights(YamlValue value) {
        return map(value, IdNotation::role, weight -> weight.read(ConditionNotation::number));
    }

    static SortedMap<Role, Quota> quotas(YamlValue value) {
        return map(value, IdNotation::role, Values::quota);
    }

    /** {@code none}, one text for guarantee and limit, or both said apart. */
    static Quota quota(YamlValue value) {
        if (value.is("none")) {
            return Quota.NONE;
        }
        if (value.isText()) {
            return Quota.both(value.read(ResourceNotation::quantities));
        }
        ResourceQuantities guarantees = ResourceQuantities.empty();
        ResourceLimits limits = ResourceLimits.none();
        for (YamlValue.Entry entry : value.entries()) {
            if (entry.key()
                    .oneOf(List.of("guarantee", "limit"), "part of a quota")
                    .equals("guarantee")) {
                guarantees = entry.value().read(ResourceNotation::quantities);
            } else {
                limits = entry.value().read(ResourceNotation::limits);
            }
        }
        return new Quota(guarantees, limits);
    }

    /** What frameworks use on an agent: {@code {f1/role: cpus:2}}. */
    static Map<FrameworkId, Resources> usedByFrameworks(Optional<YamlValue> value) {
        TreeMap<FrameworkId, Resources> used = new TreeMap<>();
        value.ifPresent(map -> map.entries().forEach(entry -> {
            IdNotation.Owned owner = entry.key().read(text -> IdNotation.owned(text, "f1/role1"));
            used.merge(new FrameworkId(owner.owner()), allocated(entry.value(), owner.role()), Resources::plus);
        }));
        return used;
    }

    /** What a framework uses on agents: {@code {a1/role: cpus:2}}. */
    static Map<AgentId, Resources> usedOnAgents(Optional<YamlValue> value) {
        TreeMap<AgentId, Resources> used = new TreeMap<>();
        value.ifPresent(map -> map.entries().forEach(entry -> {
            IdNotation.Owned owner = entry.key().read(text -> IdNotation.owned(text, "a1/role1"));
            used.merge(new AgentId(owner.owner()), allocated(entry.value(), owner.role()), Resources::plus);
        }));
        return used;
    }

    private static Resources allocated(YamlValue value, Role role) {
        return value.read(ResourceNotation::resources).allocate(role);
    }

    /** The fields {@code without} and {@code with}: first some are taken away, then some added; 'all' for all. */
    static <E extends Enum<E>> Optional<CapabilityChange<E>> capabilities(Arguments arguments, Class<E> type) {
        if (arguments.field("with").isEmpty() && arguments.field("without").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new CapabilityChange<>(
                type, capabilities(arguments.field("without"), type), capabilities(arguments.field("with"), type)));
    }

    private static <E extends Enum<E>> EnumSet<E> capabilities(Optional<YamlValue> value, Class<E> type) {
        if (value.filter(word -> word.is("all")).isPresent()) {
            return EnumSet.allOf(type);
        }
        EnumSet<E> named = EnumSet.noneOf(type);
        value.ifPresent(list -> list.itemsOrOne()
                .forEach(item -> named.add(Enum.valueOf(type, item.oneOf(names(type), "capability")))));
        return named;
    }

    /** Some capabilities, or 'all'. */
    static <E extends Enum<E>> Shape capabilityShape(Class<E> type) {
        return Shape.anyOf(new Shape.Choice(List.of("all")), new Shape.OneOrMore(new Shape.Choice(names(type))));
    }

    static <E extends Enum<E>> List<String> names(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
    }

    static SortedMap<Role, List<ResourceQuantities>> minima(YamlValue value) {
        return map(value, IdNotation::role, each -> each.read(ResourceNotation::minima));
    }

    /** Per role, groups of constraints as text; a single text is a group of one. */
    static SortedMap<String, List<List<String>>> constraintTexts(YamlValue value) {
        TreeMap<String, List<List<String>>> roles = new TreeMap<>();
        value.entries().forEach(entry -> {
            List<List<String>> groups = new ArrayList<>();
            entry.value().itemsOrOne().forEach(group -> groups.add(group.texts()));
            roles.put(entry.name(), groups);
        });
        return roles;
    }

    static OfferConstraints constraints(YamlValue value) {
        if (value.is("none")) {
            return OfferConstraints.none();
        }
        // Each by itself first, so that a mistake is pointed at where it stands and not at the whole map.
        value.entries().forEach(entry -> {
            entry.key().read(IdNotation::role);
            entry.value()
                    .itemsOrOne()
                    .forEach(group ->
                            group.itemsOrOne().forEach(constraint -> constraint.read(ConstraintNotation::constraint)));
        });
        try {
            return ConstraintNotation.constraints(constraintTexts(value));
        } catch (IllegalArgumentException e) {
            NotationException told = NotationException.from(0, e);
            throw value.problem(
                    told.problem(), told.got().orElse(""), told.expected().orElse(""));
        }
    }
}
