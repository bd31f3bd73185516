package io.tender.testkit.scenario.engine;

import io.tender.core.operator.OutstandingOffer;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.UnavailableResources;
import io.tender.spi.Allocator;
import io.tender.spi.Chance;
import io.tender.testkit.ManualHost;
import io.tender.testkit.scenario.AllocatorSource;
import io.tender.testkit.scenario.MasterSettings;
import io.tender.testkit.scenario.Setup;
import io.tender.testkit.scenario.engine.Inbox.Inverse;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The world of a scenario: the allocator, its host, and the scenario's own books, which every callback is held against.
 */
final class Cluster {

    private final Setup setup;
    private final AllocatorSource source;
    private final Inbox inbox = new Inbox();
    private final Optional<SorterService> sorterService;
    private ManualHost host;
    private Allocator allocator;
    private Books books = new Books();
    private long offersMade;
    private Optional<Violation> violation = Optional.empty();
    private Optional<Set<String>> whitelist = Optional.empty();
    private final Set<Asked> asked = new HashSet<>();

    /** An inverse offer that waits for its answer. */
    private record Asked(FrameworkId framework, AgentId agent) {}

    /** A rule that no allocator may break, whatever the scenario expects. */
    record Violation(String problem, String expected, String got) {}

    Cluster(Setup setup, AllocatorSource source) {
        this.setup = setup;
        this.source = source;
        this.host = new ManualHost(Chance.seeded(setup.seed()), Instant.EPOCH);
        this.sorterService = SorterService.isNamedBy(setup) ? Optional.of(new SorterService()) : Optional.empty();
        try {
            this.allocator = create();
        } catch (IllegalArgumentException none) {
            close();
            throw none;
        }
    }

    private Allocator create() {
        return sorterService.map(service -> service.allocator(setup, host)).orElseGet(() -> source.create(setup, host));
    }

    /** Ends the service of the sorter, if there is one. */
    void close() {
        sorterService.ifPresent(SorterService::close);
    }

    Optional<SorterService> sorterService() {
        return sorterService;
    }

    Setup setup() {
        return setup;
    }

    Optional<MasterSettings> master() {
        return setup.master();
    }

    ManualHost host() {
        return host;
    }

    Allocator allocator() {
        return allocator;
    }

    Books books() {
        return books;
    }

    Inbox inbox() {
        return inbox;
    }

    Optional<Violation> violation() {
        return violation;
    }

    /** Goes back to what the books said before a call that was refused. */
    void restore(Books before) {
        books = before;
    }

    @SuppressWarnings("ReferenceEquality") // is it still the very same allocator?
    void initialize() {
        Allocator mine = allocator;
        // A replaced allocator may still have turns queued; what it says then no longer matters.
        mine.initialize(
                setup.options(),
                (framework, offers) -> {
                    if (mine == allocator) {
                        offered(framework, offers);
                    }
                },
                (framework, offers) -> {
                    if (mine == allocator) {
                        inverselyOffered(framework, offers);
                    }
                });
    }

    /**
     * A new allocator takes over at this very moment, and a new host with it, so that no old timer fires. It is told
     * what a master finds in its registry: how many agents to wait for, quotas and weights.
     */
    void replaceAllocator() {
        host = new ManualHost(Chance.seeded(setup.seed()), host.now());
        allocator = create();
        Books fresh = new Books();
        books.quotas().forEach(fresh::putQuota);
        fresh.weights().putAll(books.weights());
        int expected = books.agents().size();
        books = fresh;
        asked.clear();
        initialize();
        if (!fresh.weights().isEmpty()) {
            allocator.updateWeights(fresh.weights());
        }
        allocator.recover(expected, fresh.quotas());
    }

    private void offered(FrameworkId framework, Map<Role, Map<AgentId, Resources>> offers) {
        inbox.addCallback();
        boolean known = books.framework(framework).isPresent();
        if (offers.isEmpty() || offers.values().stream().anyMatch(Map::isEmpty)) {
            violated(
                    "an empty offer callback", "no callback when there is nothing to offer", framework + ": " + offers);
        }
        if (!known || !books.framework(framework).orElseThrow().active()) {
            violated(
                    "an offer to a framework that is " + (known ? "not active" : "not known"),
                    "offers to active frameworks only",
                    framework + ": " + offers);
        }
        offers.forEach((role, agents) ->
                agents.forEach((agent, resources) -> offered(new Holding(framework, role, agent), resources)));
    }

    private void offered(Holding holding, Resources resources) {
        Optional<Books.AgentEntry> agent = books.agent(holding.agent());
        Resources bare = resources.unallocate();
        String got = holding + "{" + resources + "}";
        if (bare.isEmpty()) {
            violated("an offer of nothing", "some resources in each offer", got);
        }
        if (!resources.allocatedTo().equals(Optional.of(holding.role())) && !bare.isEmpty()) {
            violated("an offer whose resources do not carry its role", "all allocated to " + holding.role(), got);
        }
        if (agent.isEmpty()) {
            violated("an offer of an agent that is not known", "offers of known agents only", got);
            return;
        }
        Resources free = books.free(holding.agent());
        if (!free.contains(bare)) {
            violated("something is promised twice", "at most what is free on " + holding.agent() + ": " + free, got);
        }
        Offer offer = new Offer(
                ++offersMade,
                holding,
                bare,
                agent.get().unavailability(),
                agent.get().info().domain());
        books.addOffer(offer);
        inbox.addOffer(offer);
        master().flatMap(MasterSettings::offerTimeout).ifPresent(timeout -> expireAfter(timeout, offer));
    }

    private void expireAfter(Duration timeout, Offer offer) {
        ManualHost mine = host;
        mine.after(
                timeout,
                () -> books.offers().stream()
                        .filter(one -> one.number() == offer.number() && mine == host)
                        .forEach(this::rescind));
    }

    private void expireAfter(Duration timeout, Inverse inverse) {
        ManualHost mine = host;
        mine.after(timeout, () -> {
            if (mine == host && asked.remove(new Asked(inverse.framework(), inverse.agent()))) {
                allocator.updateInverseOffer(
                        inverse.agent(), inverse.framework(), Optional.empty(), Optional.empty(), Optional.empty());
            }
        });
    }

    private void inverselyOffered(FrameworkId framework, Map<AgentId, UnavailableResources> offers) {
        if (offers.isEmpty()) {
            violated("an empty inverse-offer callback", "no callback when nothing is asked back", framework + "");
        }
        offers.forEach((agent, unavailable) -> {
            Inverse inverse = new Inverse(framework, agent, unavailable);
            if (!books.holdersOn(agent).contains(framework)) {
                violated(
                        "an inverse offer to a framework that holds nothing there",
                        "one of " + books.holdersOn(agent),
                        framework + " <- " + agent);
            }
            if (!books.agent(agent)
                    .flatMap(Books.AgentEntry::unavailability)
                    .equals(Optional.of(unavailable.unavailability()))) {
                violated(
                        "an inverse offer for a maintenance that is not scheduled",
                        books.agent(agent)
                                .flatMap(Books.AgentEntry::unavailability)
                                .map(Object::toString)
                                .orElse("none for " + agent),
                        unavailable.unavailability().toString());
            }
            asked.add(new Asked(framework, agent));
            inbox.inverseOffers().add(inverse);
            master().flatMap(MasterSettings::offerTimeout).ifPresent(timeout -> expireAfter(timeout, inverse));
        });
    }

    /** Only the first one is kept: the others usually follow from it. */
    private void violated(String problem, String expected, String got) {
        if (violation.isEmpty()) {
            violation = Optional.of(new Violation(problem, expected, got));
        }
    }

    boolean inverseOutstanding(FrameworkId framework, AgentId agent) {
        return asked.contains(new Asked(framework, agent));
    }

    void inverseAnswered(FrameworkId framework, AgentId agent) {
        asked.remove(new Asked(framework, agent));
    }

    /** A new schedule: nobody need answer the old question. */
    void inverseForgotten(AgentId agent) {
        asked.removeIf(one -> one.agent().equals(agent));
    }

    /** The hosts the allocator was last told of. */
    Optional<Set<String>> whitelist() {
        return whitelist;
    }

    void whitelist(Optional<Set<String>> hostnames) {
        whitelist = hostnames;
        allocator.updateWhitelist(hostnames);
    }

    /** All offers that wait for an answer, as the master's rules want them. */
    List<OutstandingOffer> outstanding() {
        return books.offers().stream().map(Offer::outstanding).toList();
    }

    /** The master takes offers back: their frameworks hear of it, and the allocator gets the resources. */
    void rescind(Collection<OutstandingOffer> chosen) {
        for (OutstandingOffer one : chosen) {
            books.offers().stream()
                    .filter(offer -> Long.toString(offer.number()).equals(one.id()))
                    .forEach(this::rescind);
        }
    }

    private void rescind(Offer offer) {
        inbox.rescinded().add(offer);
        inbox.offers().removeIf(one -> one.number() == offer.number());
        giveBack(offer.holding(), offer.resources());
    }

    /** Gives offered resources back without a filter. */
    void giveBack(Holding holding, Resources resources) {
        books.release(holding, resources);
        allocator.recoverResources(
                holding.framework(), holding.agent(), resources.allocate(holding.role()), Optional.empty(), false);
    }
}
