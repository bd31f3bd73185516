package io.tender.core.allocator;

import io.tender.core.sorter.ShareClient;
import io.tender.core.sorter.ShareTree;
import io.tender.core.sorter.Walk;
import io.tender.model.AgentId;
import io.tender.model.Resource;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * One execution of the allocation algorithm: first guarantees, then fair shares up to the limits.
 *
 * <p>Agents are taken in random order. For each, the roles and within them the frameworks are tried in the sorters'
 * order of that moment, and the first that may have and wants what is free gets all of it, cut only by quota.
 */
final class Run {

    private final Books books;
    private final Wakefulness wakefulness;
    private final Chance chance;
    private final Walk roles;
    private final Walk frameworks;
    private final Headroom headroom = new Headroom();
    private final boolean nestedQuota;
    private final Eligibility eligibility;
    private final QuotaCut quota;
    private final GivenOrders orders;
    private final Turns turns;

    private List<FrameworkRecord> receivers = new ArrayList<>();
    private long number;
    private long stageKey;
    private AgentRecord agent;
    private long agentKey;

    /** The roles with frameworks that still lack guaranteed resources. */
    private final ShortRoles shortRoles = new ShortRoles();

    @SuppressWarnings("NullAway.Init") // the agent is set before anything looks at it
    Run(Books books, AllocatorOptions options, Wakefulness wakefulness, Chance chance, GivenOrders orders) {
        this.orders = orders;
        orders.runsEvery(options.allocationInterval());
        this.books = books;
        this.wakefulness = wakefulness;
        this.chance = chance;
        roles = new Walk(chance);
        frameworks = new Walk(chance);
        nestedQuota = options.extensions().nestedQuota();
        eligibility = new Eligibility(books, options);
        quota = new QuotaCut(books, headroom, nestedQuota);
        turns = new Turns(books, wakefulness, headroom, chance, eligibility, nestedQuota);
    }

    void adjust(AllocatorOptions changed) {
        eligibility.adjust(changed);
        orders.runsEvery(changed.allocationInterval());
    }

    /** Offers what can be offered of some agents. */
    void perform(long runNumber, Turns.Scope scope) {
        number = runNumber;
        receivers = new ArrayList<>();
        books.roles.beginRun(number);
        headroom.begin(books, nestedQuota);
        if (books.takeDemandMayOpen()) {
            wakefulness.wakeAll();
        }
        Relief relief = books.roles.relief;
        relief.begin(number, books.roles, nestedQuota);
        // In a full cluster too, or the first run that has something to offer again would find the order outdated.
        orders.ask(number);
        if (turns.begin(number, scope)) {
            orders.begin();
            try {
                giveGuarantees();
                turns.endFirstStage();
                shareTheRest();
            } finally {
                orders.end();
            }
            turns.end(this::letSleep);
        }
        if (scope.all()) {
            relief.end();
        }
    }

    /** Those that got something in the last run, with their offers. */
    List<FrameworkRecord> receivers() {
        return receivers;
    }

    private void beginStage(int stage) {
        stageKey = Chance.key(number, stage);
        turns.beginStage(stageKey);
    }

    private void begin(AgentRecord next) {
        agent = next;
        agentKey = Chance.key(stageKey, next.key);
    }

    // Stage 1.

    private void giveGuarantees() {
        findShortRoles();
        if (shortRoles.isEmpty()) {
            return;
        }
        beginStage(1);
        for (AgentRecord each = turns.next(); each != null; each = turns.next()) {
            begin(each);
            giveGuaranteesHere();
            if (shortRoles.isEmpty()) {
                return;
            }
        }
    }

    private void findShortRoles() {
        shortRoles.clear();
        Iterable<RoleNode> candidates = nestedQuota
                ? books.roles.hasQuotas() ? books.roles.all() : List.<RoleNode>of()
                : books.roles.shortRoles;
        for (RoleNode role : candidates) {
            if (isShort(role)) {
                shortRoles.add(role);
            }
        }
    }

    private boolean isShort(RoleNode role) {
        return role.hasGuarantees()
                && role.order != null
                && role.order.activeCount() > 0
                && (nestedQuota
                        ? !books.roles.nestedShortfall(role).isEmpty()
                        : !books.roles.runConsumed(role).covers(role.quota.guarantees()));
    }

    private ResourceQuantities shortfall(RoleNode role) {
        return nestedQuota
                ? books.roles.nestedShortfall(role)
                : books.roles.runConsumed(role).missingFrom(role.quota.guarantees());
    }

    private void giveGuaranteesHere() {
        int unseen = shortRoles.size();
        boolean satisfied = false;
        beginRoles(shortRoles.clients());
        while (unseen > 0 && !agent.available.isEmpty()) {
            ShareClient client = roles.next();
            if (client == null) {
                break;
            }
            RoleNode role = (RoleNode) client.owner();
            if (isShort(role)) {
                unseen--;
                giveGuarantee(role);
                if (!isShort(role)) {
                    satisfied = true;
                    shortRoles.remove(role);
                }
            }
        }
        if (satisfied && nestedQuota) {
            // What one role was given may have satisfied those above and below it too.
            shortRoles.removeIf(role -> !isShort(role));
        }
    }

    /** Begins with the first of some roles; asks all of them in turn where that is cheaper, or the only way. */
    private void beginRoles(List<ShareClient> some) {
        boolean few = books.roleOrder.canWalkSome()
                && (!books.roleOrder.isByShare() || some.size() * 4 < books.roleOrder.activeCount());
        if (few) {
            roles.begin(books.roleOrder, agentKey, some);
        } else {
            roles.begin(books.roleOrder, agentKey);
        }
    }

    private void giveGuarantee(RoleNode role) {
        ResourceQuantities unsatisfied = shortfall(role);
        frameworks.begin(order(role), Chance.key(agentKey, role.key));
        while (!unsatisfied.isEmpty() && !agent.available.isEmpty()) {
            ShareClient next = frameworks.next();
            if (next == null) {
                return;
            }
            RoleClient client = clientOf(next);
            if (Eligibility.isExcluded(agent, client)) {
                continue;
            }
            Resources usable = Eligibility.usable(agent, role);
            if (usable.isEmpty()) {
                return;
            }
            Resources fit = eligibility.fit(agent, client, usable);
            if (fit.isEmpty()) {
                continue;
            }
            LongUnaryOperator draw = draw(client);
            Resources quotaPart = QuotaCut.quotaPart(fit);
            Resources guarantee = quota.guarantee(role, quotaPart.shrunkTo(unsatisfied, draw), draw);
            if (guarantee.isEmpty()) {
                continue;
            }
            Resources burst = quota.cut(role, quotaPart.minus(guarantee), guarantee.quantities(), draw);
            Resources given = guarantee.plus(burst);
            Resources offer = given.plus(fit.filter(resource -> belongsToGuarantee(role, resource)));
            if (!eligibility.isWorthOffering(agent, client, offer)) {
                continue;
            }
            ResourceQuantities counted = given.quantities();
            unsatisfied = unsatisfied.minus(counted);
            quota.consume(role, counted);
            commit(client, offer);
            if (nestedQuota) {
                headroom.require(books, true);
            } else {
                headroom.fulfil(guarantee.quantities());
            }
            headroom.give(counted);
        }
    }

    /** What goes along with a guarantee: reservations of exactly this role, and what quota does not count. */
    private static boolean belongsToGuarantee(RoleNode role, Resource resource) {
        if (!resource.isScalar() || resource.isRevocable()) {
            return true;
        }
        return role.role != null && resource.isReservedTo(role.role);
    }

    // Stage 2.

    private void shareTheRest() {
        beginStage(2);
        for (AgentRecord each = turns.next(); each != null; each = turns.next()) {
            begin(each);
            share();
            turns.lookedAt(each);
        }
    }

    private void share() {
        OpenRoles open = books.roles.open;
        if (open.hasClosed() && agent.available.isPlainOnly() && open.nobodyElseMayHave(agent.available.plain())) {
            agent.quotaMattered = true;
            beginRoles(open.clients());
        } else {
            roles.begin(books.roleOrder, agentKey);
        }
        // Whether there is anything left is asked first: a second role is much dearer to find than the first.
        while (!agent.available.isEmpty()) {
            ShareClient next = roles.next();
            if (next == null) {
                return;
            }
            RoleNode role = (RoleNode) next.owner();
            if (quota.mayGetSome(agent, role)) {
                share(role);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // nothing was cut if the very same object came back
    private void share(RoleNode role) {
        frameworks.begin(order(role), Chance.key(agentKey, role.key));
        while (!agent.available.isEmpty()) {
            ShareClient next = frameworks.next();
            if (next == null) {
                return;
            }
            RoleClient client = clientOf(next);
            if (Eligibility.isExcluded(agent, client)) {
                continue;
            }
            Resources usable = Eligibility.usable(agent, role);
            if (usable.isEmpty()) {
                return;
            }
            Resources fit = eligibility.fit(agent, client, usable);
            if (fit.isEmpty()) {
                continue;
            }
            Resources offer = fit;
            if (quota.isCut(role)) {
                Resources quotaPart = QuotaCut.quotaPart(fit);
                Resources burst = quota.cut(role, quotaPart, ResourceQuantities.empty(), draw(client));
                if (burst != quotaPart) {
                    offer = fit.filter(resource -> !QuotaCut.countsAgainstQuota(resource))
                            .plus(burst);
                }
                if (eligibility.isWorthOffering(agent, client, offer)) {
                    ResourceQuantities counted = burst.quantities();
                    quota.consume(role, counted);
                    commit(client, offer);
                    headroom.give(counted);
                } else if (offer != fit && !agent.quotaMattered) {
                    agent.quotaMattered = eligibility.isWorthOffering(agent, client, fit);
                }
            } else if (eligibility.isWorthOffering(agent, client, offer)) {
                commit(client, offer);
            }
        }
    }

    private void commit(RoleClient client, Resources offer) {
        books.charge(agent, client, offer);
        agent.offered = true;
        turns.given(agent);
        if (offer.hasShared()) {
            agent.sharedOffered = agent.sharedOffered.plus(offer.shared());
        }
        FrameworkRecord framework = client.framework;
        TreeMap<Role, Map<AgentId, Resources>> offers = framework.offers;
        if (offers == null) {
            offers = new TreeMap<>();
            framework.offers = offers;
            receivers.add(framework);
        }
        offers.computeIfAbsent(client.role, role -> new TreeMap<>())
                .merge(agent.id, offer.allocate(client.role), Resources::plus);
    }

    private void letSleep(AgentRecord each) {
        if (each.available.isEmpty()) {
            wakefulness.sleep(each);
        } else if (!each.offered) {
            if (!each.quotaMattered) {
                wakefulness.sleep(each);
            } else if (!QuotaCut.quotaPart(each.available).hasSpecialScalars()) {
                // With disks that are taken whole or not at all, less room may suit somebody: those stay awake.
                wakefulness.sleepUntilMoreRoom(each, headroom.required(), headroom.surplus());
            }
        }
    }

    // Small things.

    private static ShareTree order(RoleNode role) {
        return Objects.requireNonNull(role.order);
    }

    private static RoleClient clientOf(ShareClient client) {
        return ((Books.ClientSeat) client.owner()).client;
    }

    private LongUnaryOperator draw(RoleClient client) {
        long base = Chance.key(agentKey, client.key);
        return index -> chance.draw(Chance.key(base, index));
    }
}
