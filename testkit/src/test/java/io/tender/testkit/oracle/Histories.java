package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.Quota;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A history that goes on for ever, made up from a seed as it happens: what comes next depends on what is known so far,
 * since only who holds something can give it back.
 */
final class Histories {
    /** More than is allowed, but so little that a history may add it up. */
    static final Resources TOO_MUCH = Resources.parse("mem:1500000000000");

    private static final List<String> QUOTA_NAMES = List.of("cpus", "mem", "disk", "gpus");

    private final World world;
    private final Ledger ledger;
    private final Dice dice;
    private final Goods goods;
    private final People people;
    private final Whom whom;
    private final HoldingSteps holdings;
    private final List<Kind> kinds = new ArrayList<>();
    private final double[] weights;

    /** What a history begins with where there has to be something first. */
    private final Queue<Supplier<Optional<Step>>> opening = new ArrayDeque<>();

    private int prelude;
    private int recoverySteps;
    private boolean settleNext;

    /** A kind of step, how often it comes, and how it is made; empty if it makes no sense now. */
    private record Kind(double weight, Supplier<Optional<Step>> maker) {}

    Histories(World world, Ledger ledger) {
        this.world = world;
        this.ledger = ledger;
        this.dice = new Dice(world.seed);
        this.goods = new Goods(world, dice);
        this.people = new People(world, dice);
        this.whom = new Whom(world, ledger, dice);
        this.holdings = new HoldingSteps(world, ledger, dice, goods, people, whom);
        this.prelude = dice.chance(0.1) ? dice.between(1, 3) : 0;
        this.recoverySteps = dice.chance(0.15) ? 15 : 0;
        listKinds();
        // Each history has its own habits: some kinds of step never come, others come all the time.
        this.weights = kinds.stream()
                .mapToDouble(kind -> kind.weight() * dice.of(0.0, 0.4, 1.0, 1.0, 1.0, 2.5))
                .toArray();
        if (world.tight) {
            world.roles.stream()
                    .filter(Role::isTopLevel)
                    .forEach(role -> opening.add(() -> Optional.of(new Step.UpdateQuota(role, quota()))));
            world.agents.forEach(any -> opening.add(this::addAgent));
            world.frameworks.forEach(any -> opening.add(this::addFramework));
        }
    }

    private void listKinds() {
        add(10, this::tick);
        add(3, this::advance);
        add(8, this::addAgent);
        add(0.8, () -> Optional.of(new Step.RemoveAgent(whom.agent())));
        add(2.5, this::updateAgent);
        add(1, this::addResourceProvider);
        add(1.5, () -> Optional.of(new Step.ActivateAgent(whom.agent())));
        add(0.5, () -> Optional.of(new Step.DeactivateAgent(whom.agent())));
        addUpheaval(0.4, () -> Optional.of(new Step.UpdateWhitelist(people.whitelist())));
        add(5, this::addFramework);
        addUpheaval(0.7, () -> Optional.of(new Step.RemoveFramework(whom.framework())));
        addUpheaval(1.2, () -> Optional.of(new Step.ActivateFramework(whom.framework())));
        addUpheaval(0.5, () -> Optional.of(new Step.DeactivateFramework(whom.framework())));
        addUpheaval(2, this::updateFramework);
        add(16, holdings::decline);
        add(4, holdings::finish);
        add(4, holdings::markUsed);
        add(5, holdings::updateAllocation);
        add(3, holdings::updateAvailable);
        add(1, this::updateUnavailability);
        add(2, this::answerInverseOffer);
        addUpheaval(0.8, this::suppress);
        addUpheaval(1.5, this::revive);
        addUpheaval(2.5, this::updateQuota);
        addUpheaval(1, this::updateWeights);
        addUpheaval(world.options.extensions().honourRequests() ? 4 : 1, this::request);
        addUpheaval(0.25, () -> Optional.of(new Step.Pause()));
        addUpheaval(0.2, this::recover);
        add(2, () -> Optional.of(new Step.AskMetrics()));
        add(0.4, () -> Optional.of(new Step.AskInverseOfferStatuses()));
        add(0.3, () -> Optional.of(new Step.AskConstraints()));
        addUpheaval(0.03, () -> Optional.of(new Step.Initialize(world.options)));
    }

    private void add(double weight, Supplier<Optional<Step>> maker) {
        kinds.add(new Kind(weight, maker));
    }

    /** A step after which every agent is looked at again; rare where they are to wait. */
    private void addUpheaval(double weight, Supplier<Optional<Step>> maker) {
        add(world.tight ? weight * 0.03 : weight, maker);
    }

    Step next() {
        if (!ledger.initialized && prelude-- <= 0) {
            return new Step.Initialize(world.options);
        }
        if (ledger.paused && dice.chance(0.1)) {
            return new Step.Resume();
        }
        if (settleNext) {
            settleNext = false;
            return new Step.Settle();
        }
        Step step = recoverySteps-- > 0 ? recovery() : call();
        if (step instanceof Step.Call call && dice.chance(world.delays)) {
            return new Step.Later(delay(), call);
        }
        settleNext = mayCauseRun(step) && !dice.chance(world.together);
        return step;
    }

    /** Draining the queue is worth a step only where something may be queued. */
    private boolean mayCauseRun(Step step) {
        return switch (step) {
            case Step.AddAgent add -> true;
            case Step.UpdateAgent update -> true;
            case Step.UpdateUnavailability update -> true;
            case Step.AddFramework add -> true;
            case Step.ActivateFramework activate -> true;
            case Step.Revive revive -> true;
            case Step.GiveBack giveBack -> ledger.options.extensions().allocateWhenFreed();
            case Step.RemoveFramework remove -> ledger.options.extensions().allocateWhenFreed();
            default -> dice.chance(0.05);
        };
    }

    /** In the queue at once, at a tick, or at any other time. */
    private Duration delay() {
        Duration interval = ledger.options.allocationInterval();
        long sinceTick = Duration.between(Instant.EPOCH, ledger.now).toNanos() % interval.toNanos();
        Duration toNextTick = interval.minusNanos(sinceTick);
        return dice.of(
                Duration.ZERO, toNextTick, toNextTick.plus(interval), interval, Duration.ofMillis(dice.between(1, (int)
                        interval.toMillis())));
    }

    /** The first moments after a fail-over. */
    private Step recovery() {
        return switch (dice.between(0, 5)) {
            case 0, 1 -> recover().orElseThrow();
            case 2, 3 -> advance().orElseThrow();
            case 4 -> addFramework().orElseGet(() -> new Step.Settle());
            default -> recoverySteps > 6 ? new Step.Settle() : addAgent().orElseGet(() -> new Step.Settle());
        };
    }

    private Step call() {
        while (ledger.initialized && !opening.isEmpty()) {
            Optional<Step> first = opening.remove().get();
            if (first.isPresent()) {
                return first.get();
            }
        }
        // Makes a beginning even where adding is not among the habits.
        if (ledger.initialized && dice.chance(0.3)) {
            Optional<Step> growth = ledger.agents.size() < Math.min(2, world.agents.size())
                    ? addAgent()
                    : ledger.frameworks.size() < Math.min(2, world.frameworks.size())
                            ? addFramework()
                            : Optional.empty();
            if (growth.isPresent()) {
                return growth.get();
            }
        }
        for (int attempt = 0; attempt < 20; attempt++) {
            Optional<Step> step = kinds.get(dice.weighted(weights)).maker().get();
            if (step.isPresent()) {
                return step.get();
            }
        }
        return tick().orElseThrow();
    }

    // --- time --------------------------------------------------------------------------------------------------------

    private Optional<Step> tick() {
        return Optional.of(new Step.Advance(ledger.options.allocationInterval()));
    }

    private Optional<Step> advance() {
        long interval = ledger.options.allocationInterval().toMillis();
        long millis = switch (dice.between(0, 5)) {
            case 0 -> interval / 2;
            case 1 -> interval * dice.between(2, 6);
            case 2 -> 1;
            case 3 -> interval - 1;
            default -> dice.between(1, (int) (interval * 2));
        };
        return Optional.of(new Step.Advance(Duration.ofMillis(millis)));
    }

    // --- agents ------------------------------------------------------------------------------------------------------

    private Optional<Step> addAgent() {
        List<AgentId> missing = world.agents.stream()
                .filter(id -> !ledger.agents.containsKey(id))
                .toList();
        if (missing.isEmpty() && !whom.errs()) {
            return Optional.empty();
        }
        AgentId id = missing.isEmpty() || whom.errs() ? dice.in(world.agents) : dice.in(missing);
        Resources total = goods.total().plus(whom.errs() ? TOO_MUCH : Resources.empty());
        return Optional.of(new Step.AddAgent(
                people.agent(id),
                people.agentCapabilities(),
                dice.chance(0.1) ? Optional.of(people.unavailability()) : Optional.empty(),
                total,
                used(total)));
    }

    /** What tasks already use: mostly parts of what there is, by known or unknown frameworks. */
    private SortedMap<FrameworkId, Resources> used(Resources total) {
        SortedMap<FrameworkId, Resources> used = new TreeMap<>();
        if (total.isEmpty() || !dice.chance(0.25)) {
            return used;
        }
        Resources left = total;
        for (int i = dice.between(1, 3); i > 0 && !left.isEmpty(); i--) {
            FrameworkId id = dice.chance(0.7) ? whom.framework() : dice.in(world.frameworks);
            Resources part = goods.part(left);
            left = dice.chance(0.9) ? left.minus(part) : left;
            used.merge(id, whom.errs() ? part : part.allocate(whom.roleOf(id)), Resources::plus);
        }
        return used;
    }

    private Optional<Step> updateAgent() {
        AgentId id = whom.agent();
        Ledger.Agent agent = ledger.agents.get(id);
        AgentInfo info = agent == null || dice.chance(0.3) ? people.agent(id) : agent.info;
        Optional<Resources> total = Optional.empty();
        if (dice.chance(0.6)) {
            Resources old = agent == null ? goods.total() : agent.total;
            total = Optional.of(
                    switch (dice.between(0, 3)) {
                        case 0 -> old;
                        case 1 -> goods.part(old);
                        case 2 -> old.nonRevocable().plus(goods.total().revocable());
                        default -> old.plus(whom.errs() ? TOO_MUCH : goods.total());
                    });
        }
        return Optional.of(new Step.UpdateAgent(
                info, total, dice.chance(0.2) ? Optional.of(people.agentCapabilities()) : Optional.empty()));
    }

    private Optional<Step> addResourceProvider() {
        Resources total = whom.errs() ? TOO_MUCH : goods.provided();
        return Optional.of(new Step.AddResourceProvider(whom.agent(), total, used(total)));
    }

    private Optional<Step> updateUnavailability() {
        return Optional.of(new Step.UpdateUnavailability(
                whom.agent(), dice.chance(0.75) ? Optional.of(people.unavailability()) : Optional.empty()));
    }

    private Optional<Step> answerInverseOffer() {
        List<Step> possible = new ArrayList<>();
        ledger.agents.forEach((id, agent) -> agent.asked.forEach(framework -> possible.add(
                new Step.UpdateInverseOffer(id, framework, people.answer(framework, ledger.now), people.filters()))));
        if (!possible.isEmpty() && dice.chance(0.9)) {
            return Optional.of(dice.in(possible));
        }
        FrameworkId framework = whom.framework();
        boolean late =
                whom.errs() || ledger.agents.values().stream().anyMatch(agent -> agent.unavailability.isPresent());
        return late
                ? Optional.of(new Step.UpdateInverseOffer(
                        whom.agent(), framework, people.answer(framework, ledger.now), people.filters()))
                : Optional.empty();
    }

    // --- frameworks --------------------------------------------------------------------------------------------------

    private Optional<Step> addFramework() {
        List<FrameworkId> missing = world.frameworks.stream()
                .filter(id -> !ledger.frameworks.containsKey(id))
                .toList();
        if (missing.isEmpty() && !whom.errs()) {
            return Optional.empty();
        }
        FrameworkId id = missing.isEmpty() || whom.errs() ? dice.in(world.frameworks) : dice.in(missing);
        FrameworkInfo info = people.framework(id);
        Map<AgentId, Resources> used = new TreeMap<>();
        ledger.held.forEach((claim, resources) -> {
            if (claim.framework().equals(id) && !dice.chance(0.1)) {
                used.merge(claim.agent(), whom.errs() ? resources : resources.allocate(claim.role()), Resources::plus);
            }
        });
        return Optional.of(new Step.AddFramework(info, used, dice.chance(0.9), people.options(info)));
    }

    private Optional<Step> updateFramework() {
        FrameworkId id = whom.framework();
        Ledger.Framework framework = ledger.frameworks.get(id);
        FrameworkInfo info = people.framework(id);
        if (framework != null && dice.chance(0.5)) {
            info = new FrameworkInfo(
                    id,
                    framework.info.name(),
                    framework.info.roles(),
                    framework.info.capabilities(),
                    info.minAllocatable());
        }
        return Optional.of(new Step.UpdateFramework(info, people.options(info)));
    }

    private Optional<Step> suppress() {
        FrameworkId id = whom.framework();
        return Optional.of(new Step.Suppress(id, someRolesOf(id)));
    }

    private Optional<Step> revive() {
        FrameworkId id = whom.framework();
        return Optional.of(new Step.Revive(id, someRolesOf(id)));
    }

    /** Some of a framework's roles; none stands for all. */
    private Set<Role> someRolesOf(FrameworkId id) {
        if (whom.errs()) {
            return dice.some(world.roles, 0.3);
        }
        Ledger.Framework framework = ledger.frameworks.get(id);
        return framework == null ? Set.of() : dice.some(framework.info.roles(), 0.4);
    }

    private Optional<Step> request() {
        List<ResourceRequest> requests = new ArrayList<>();
        for (int i = dice.between(0, 2); i > 0; i--) {
            requests.add(new ResourceRequest(
                    dice.chance(0.4) ? Optional.of(whom.agent()) : Optional.empty(), goods.quantities(QUOTA_NAMES)));
        }
        return Optional.of(new Step.RequestResources(whom.framework(), requests));
    }

    private Optional<Step> updateQuota() {
        List<Role> tops = world.roles.stream().filter(Role::isTopLevel).toList();
        boolean any = tops.isEmpty() || ledger.options.extensions().nestedQuota() || whom.errs();
        return Optional.of(new Step.UpdateQuota(dice.in(any ? world.roles : tops), quota()));
    }

    private Quota quota() {
        if (whom.errs()) {
            return Quota.both(TOO_MUCH.quantities());
        }
        ResourceQuantities guarantees =
                dice.chance(world.guarantees) ? goods.quantities(QUOTA_NAMES) : ResourceQuantities.empty();
        return switch (dice.between(world.tight ? 3 : 0, 4)) {
            case 0 -> Quota.NONE;
            case 1 -> Quota.both(guarantees);
            case 2 -> new Quota(guarantees, ResourceLimits.none());
            default -> new Quota(guarantees, goods.limits(guarantees));
        };
    }

    private Optional<Step> updateWeights() {
        Map<Role, Double> given = new LinkedHashMap<>();
        for (Role role : dice.some(world.roles, 0.3)) {
            given.put(
                    role,
                    whom.errs()
                            ? dice.of(0.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY)
                            : dice.of(0.5, 1.0, 1.0, 2.0, 3.0, 7.25));
        }
        return Optional.of(new Step.UpdateWeights(given));
    }

    private Optional<Step> recover() {
        Map<Role, Quota> quotas = new TreeMap<>();
        for (Role role : dice.some(world.roles, 0.4)) {
            if (role.isTopLevel() || ledger.options.extensions().nestedQuota() || whom.errs()) {
                quotas.put(role, quota());
            }
        }
        return Optional.of(new Step.Recover(dice.chance(0.1) ? -1 : dice.between(0, 5), quotas));
    }
}
