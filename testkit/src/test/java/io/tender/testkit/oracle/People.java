package io.tender.testkit.oracle;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.Filters;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.InverseOfferStatus;
import io.tender.model.OfferConstraints;
import io.tender.model.OfferConstraints.Constraint;
import io.tender.model.OfferConstraints.Predicate;
import io.tender.model.OfferConstraints.Selector;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.model.TextPattern;
import io.tender.model.Unavailability;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes up what agents and frameworks say of themselves and to each other. */
final class People {
    private final World world;
    private final Dice dice;

    People(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
    }

    /** A pattern of the JDK, good enough for expressions that are known to be harmless. */
    record JdkPattern(String regex) implements TextPattern {
        @Override
        public boolean matches(String whole) {
            return whole.matches(regex);
        }
    }

    // --- agents ------------------------------------------------------------------------------------------------------

    AgentInfo agent(AgentId id) {
        List<Attribute> attributes = new ArrayList<>();
        if (world.constraints && dice.chance(0.7)) {
            attributes.add(Attribute.text("rack", dice.of("r1", "r2")));
        }
        if (world.constraints && dice.chance(0.3)) {
            attributes.addAll(Attribute.parseAll("slots:8"));
        }
        Optional<Domain> domain = Optional.empty();
        if (world.domains && dice.chance(0.6) && (world.options.domain().isPresent() || dice.chance(0.2))) {
            domain = Optional.of(new Domain(dice.of("north", "south"), dice.of("n1", "n2")));
        }
        return new AgentInfo(id, hostname(id), attributes, domain);
    }

    /** Two agents may stand on one host. */
    private String hostname(AgentId id) {
        return "host" + id.value().substring("agent".length() + (id.value().length() > 6 ? 1 : 0));
    }

    Set<AgentCapability> agentCapabilities() {
        EnumSet<AgentCapability> all = EnumSet.allOf(AgentCapability.class);
        if (world.weakAgents && dice.chance(0.3)) {
            all.remove(dice.of(AgentCapability.MULTI_ROLE, AgentCapability.HIERARCHICAL_ROLE));
        }
        return all;
    }

    Optional<Set<String>> whitelist() {
        if (dice.chance(0.5)) {
            return Optional.empty();
        }
        SortedSet<String> hostnames = new TreeSet<>();
        world.agents.forEach(id -> hostnames.add(hostname(id)));
        return Optional.of(dice.some(hostnames, 0.7));
    }

    Unavailability unavailability() {
        return new Unavailability(
                Instant.EPOCH.plusSeconds(dice.between(0, 10_000)),
                dice.chance(0.5) ? Optional.of(Duration.ofHours(1)) : Optional.empty());
    }

    // --- frameworks --------------------------------------------------------------------------------------------------

    FrameworkInfo framework(FrameworkId id) {
        EnumSet<FrameworkCapability> capabilities = EnumSet.allOf(FrameworkCapability.class);
        if (world.weakFrameworks) {
            capabilities.removeIf(capability -> dice.chance(0.25));
        }
        SortedSet<Role> roles = capabilities.contains(FrameworkCapability.MULTI_ROLE)
                ? dice.some(world.roles, dice.of(0.2, 0.5, 0.9))
                : new TreeSet<>();
        if (roles.isEmpty() && (!capabilities.contains(FrameworkCapability.MULTI_ROLE) || dice.chance(0.9))) {
            roles.add(dice.in(world.roles));
        }
        String name = dice.chance(0.9) ? "name-" + id : "a name/" + id;
        return new FrameworkInfo(id, name, roles, capabilities, minima());
    }

    private SortedMap<Role, List<ResourceQuantities>> minima() {
        SortedMap<Role, List<ResourceQuantities>> minima = new TreeMap<>();
        if (world.minima && dice.chance(0.5)) {
            for (Role role : dice.some(world.roles, 0.4)) {
                minima.put(role, minimum());
            }
        }
        return minima;
    }

    private List<ResourceQuantities> minimum() {
        List<ResourceQuantities> entries = new ArrayList<>();
        for (int i = dice.between(0, 2); i > 0; i--) {
            entries.add(ResourceQuantities.parse(
                    dice.of("cpus:1", "mem:256", "cpus:3;mem:128", "ports:3", "gpus:1", "disk:50", "zones:1")));
        }
        return entries;
    }

    FrameworkOptions options(FrameworkInfo info) {
        SortedSet<Role> suppressed = dice.chance(0.15) ? dice.some(info.roles(), 0.5) : new TreeSet<>();
        if (dice.chance(world.mistakes)) {
            suppressed.add(dice.in(world.roles));
        }
        return new FrameworkOptions(suppressed, constraints());
    }

    private OfferConstraints constraints() {
        Map<Role, List<List<Constraint>>> groups = new TreeMap<>();
        if (world.constraints && dice.chance(0.5)) {
            for (Role role : dice.some(world.roles, 0.5)) {
                List<List<Constraint>> alternatives = new ArrayList<>();
                for (int i = dice.between(1, 2); i > 0; i--) {
                    alternatives.add(dice.chance(0.7) ? List.of(constraint()) : List.of(constraint(), constraint()));
                }
                groups.put(role, alternatives);
            }
        }
        return OfferConstraints.of(groups);
    }

    private Constraint constraint() {
        Selector selector = dice.of(
                Selector.attribute("rack"),
                Selector.attribute("slots"),
                Selector.HOSTNAME,
                Selector.REGION,
                Selector.ZONE);
        String text = dice.of("r1", "r2", "host1", "host2", "north", "n1");
        Predicate predicate = dice.of(
                new Predicate.Exists(),
                new Predicate.NotExists(),
                new Predicate.TextEquals(text),
                new Predicate.TextNotEquals(text),
                new Predicate.TextMatches(new JdkPattern(dice.of("r[12]", "host[1-3]", ".*1"))),
                new Predicate.TextNotMatches(new JdkPattern(dice.of("r1", "host.*", "south"))));
        return new Constraint(selector, predicate);
    }

    /** How long it does not want to hear of something, in all the ways there are to say it. */
    Optional<Filters> filters() {
        if (dice.chance(0.35)) {
            return Optional.empty();
        }
        if (world.tight && dice.chance(0.7)) {
            return Optional.of(Filters.ofSeconds(86_400.0));
        }
        double seconds = world.options.allocationInterval().toMillis() / 1000.0;
        return Optional.of(
                switch (dice.between(0, 11)) {
                    case 0 -> Filters.ofSeconds(0);
                    case 1 -> new Filters(OptionalDouble.empty());
                    case 2 -> Filters.ofSeconds(dice.of(Double.NaN, -1.0, Double.NEGATIVE_INFINITY));
                    case 3 -> Filters.ofSeconds(dice.of(1e9, 31_536_001.0, Double.POSITIVE_INFINITY, 86_400.0));
                    case 4 -> Filters.ofSeconds(dice.of(1e-12, 1e-9, 0.1));
                    case 5, 6 -> Filters.ofSeconds(seconds);
                    case 7, 8 -> Filters.ofSeconds(2 * seconds);
                    case 9 -> Filters.ofSeconds(3 * seconds);
                    default -> Filters.ofSeconds(dice.unit() * 4 * seconds);
                });
    }

    Optional<InverseOfferStatus> answer(FrameworkId framework, Instant now) {
        if (dice.chance(0.2)) {
            return Optional.empty();
        }
        InverseOfferStatus.Answer answer = dice.chance(world.mistakes)
                ? InverseOfferStatus.Answer.UNKNOWN
                : dice.of(InverseOfferStatus.Answer.ACCEPT, InverseOfferStatus.Answer.DECLINE);
        return Optional.of(new InverseOfferStatus(answer, framework, now));
    }
}
