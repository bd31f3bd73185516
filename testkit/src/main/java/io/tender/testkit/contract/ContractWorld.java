package io.tender.testkit.contract;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.UnavailableResources;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorFactory;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.Chance;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The surroundings of an allocator under test: it is only called on turns, its clock stands still, and everything it
 * says is written down and held against the world's own account of who has what.
 */
final class ContractWorld implements AllocatorHost {

    /** An offer that came. */
    record Made(FrameworkId framework, Role role, AgentId agent, Resources resources) {
        Resources bare() {
            return resources.unallocate();
        }
    }

    /** An inverse offer that came. */
    record Asked(FrameworkId framework, AgentId agent, UnavailableResources unavailable) {}

    private record Holder(FrameworkId framework, Role role, AgentId agent) implements Comparable<Holder> {
        @Override
        public int compareTo(Holder other) {
            return toString().compareTo(other.toString());
        }
    }

    private final ManualHost clock;
    private final Allocator allocator;
    private final AllocatorOptions options;
    private final SortedMap<AgentId, Resources> totals = new TreeMap<>();
    private final SortedMap<Holder, Resources> held = new TreeMap<>();
    private final List<Made> offers = new ArrayList<>();
    private final List<Asked> inverseOffers = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<FrameworkId, Integer> callbacksOfTurn = new HashMap<>();
    private boolean onTurn;

    ContractWorld(AllocatorFactory factory, Map<String, String> parameters, AllocatorOptions options, long seed) {
        this.clock = new ManualHost(Chance.seeded(seed), Instant.EPOCH);
        this.options = options;
        this.allocator = factory.create(this, parameters);
    }

    ContractWorld initialized() {
        call(it -> it.initialize(options, this::offered, this::inverselyOffered));
        return this;
    }

    // The host

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public void enqueue(Runnable turn) {
        clock.enqueue(() -> turn(turn));
    }

    @Override
    public void after(Duration delay, Runnable turn) {
        clock.after(delay, () -> turn(turn));
    }

    @Override
    public Chance chance() {
        return clock.chance();
    }

    @Override
    public long stopwatch() {
        return clock.stopwatch();
    }

    private void turn(Runnable work) {
        onTurn = true;
        callbacksOfTurn.clear();
        try {
            work.run();
        } finally {
            onTurn = false;
        }
    }

    // Calls

    /** Makes a call on a turn and lets everything settle. A refusal is thrown to the test. */
    void call(Consumer<Allocator> call) {
        refusal(call).ifPresent(refused -> {
            throw refused;
        });
    }

    /** Makes a call that may be refused. */
    Optional<AllocatorRefusal> refusal(Consumer<Allocator> call) {
        List<AllocatorRefusal> refused = new ArrayList<>();
        enqueue(() -> {
            try {
                call.accept(allocator);
            } catch (AllocatorRefusal e) {
                refused.add(e);
            }
        });
        clock.settle();
        return refused.stream().findFirst();
    }

    /** Asks something that is answered later; it must be answered once the queue is empty. */
    <T> CompletableFuture<T> ask(Function<Allocator, CompletableFuture<T>> question) {
        List<CompletableFuture<T>> answers = new ArrayList<>();
        enqueue(() -> answers.add(question.apply(allocator)));
        clock.settle();
        if (answers.isEmpty() || !answers.getFirst().isDone()) {
            violations.add("A future was not completed although nothing is queued any more. "
                    + "To do: complete it in the call itself or on a turn you enqueue.");
            return new CompletableFuture<>();
        }
        return answers.getFirst();
    }

    void ticks(int intervals) {
        for (int i = 0; i < intervals; i++) {
            clock.advance(options.allocationInterval());
        }
    }

    void advance(Duration by) {
        clock.advance(by);
    }

    void addAgent(String id, String total) {
        addAgent(id, total, AgentCapability.all().toArray(AgentCapability[]::new));
    }

    void addAgent(String id, String total, AgentCapability... capabilities) {
        AgentInfo info = new AgentInfo(new AgentId(id), id, List.of(), Optional.empty());
        Resources all = Resources.parse(total);
        totals.put(info.id(), all);
        call(it -> it.addAgent(info, Set.of(capabilities), Optional.empty(), all, Map.of()));
    }

    void removeAgent(String id) {
        totals.remove(new AgentId(id));
        held.keySet().removeIf(holder -> holder.agent().value().equals(id));
        call(it -> it.removeAgent(new AgentId(id)));
    }

    void addFramework(String id, List<String> roles, FrameworkCapability... further) {
        addFramework(id, roles, true, FrameworkOptions.none(), further);
    }

    void addFramework(
            String id, List<String> roles, boolean active, FrameworkOptions framework, FrameworkCapability... further) {
        TreeSet<Role> subscribed = new TreeSet<>();
        roles.forEach(role -> subscribed.add(Role.of(role)));
        FrameworkInfo info = FrameworkInfo.of(new FrameworkId(id), subscribed, further);
        call(it -> it.addFramework(info, Map.of(), active, framework));
    }

    void removeFramework(String id) {
        held.keySet().removeIf(holder -> holder.framework().value().equals(id));
        call(it -> it.removeFramework(new FrameworkId(id)));
    }

    /** Gives an offer back. */
    void giveBack(Made offer, Optional<Filters> filters) {
        Holder holder = new Holder(offer.framework(), offer.role(), offer.agent());
        Resources left = held.getOrDefault(holder, Resources.empty()).minus(offer.bare());
        if (left.isEmpty()) {
            held.remove(holder);
        } else {
            held.put(holder, left);
        }
        call(it -> it.recoverResources(offer.framework(), offer.agent(), offer.resources(), filters, false));
    }

    // What came

    private void offered(FrameworkId framework, Map<Role, Map<AgentId, Resources>> byRole) {
        log.add("offers " + framework + " " + byRole);
        if (!onTurn) {
            violations.add(
                    "Offers came outside of a turn of the host. "
                            + "To do: decide in a turn that you give to host.enqueue or host.after, never on a thread of your own.");
        }
        if (callbacksOfTurn.merge(framework, 1, Integer::sum) > 1) {
            violations.add("Framework " + framework + " got two callbacks in one run. "
                    + "To do: gather all its offers of a run and call back once.");
        }
        if (byRole.isEmpty() || byRole.values().stream().anyMatch(Map::isEmpty)) {
            violations.add("Framework " + framework + " got a callback with nothing in it: " + byRole
                    + ". To do: leave the callback out when there is nothing to offer.");
        }
        if (!inOrder(byRole.keySet()) || !byRole.values().stream().allMatch(agents -> inOrder(agents.keySet()))) {
            violations.add("The maps of a callback do not iterate in the order of role and agent id: " + byRole
                    + ". To do: hand out sorted maps, so that whoever replays a run sees the same.");
        }
        byRole.forEach((role, byAgent) ->
                byAgent.forEach((agent, resources) -> take(new Made(framework, role, agent, resources))));
    }

    private static <T extends Comparable<T>> boolean inOrder(Set<T> keys) {
        return List.copyOf(keys).equals(keys.stream().sorted().toList());
    }

    private void take(Made offer) {
        if (!offer.resources().allocatedTo().equals(Optional.of(offer.role()))) {
            violations.add("An offer does not carry its role: " + offer + ". To do: offer resources.allocate(role).");
        }
        Resources free = free(offer.agent());
        if (!free.contains(offer.bare())) {
            violations.add("Promised twice, or promised what is not there: " + offer + ", free is " + free
                    + ". To do: subtract every offer from what is free on the agent, before the next is made.");
        }
        held.merge(new Holder(offer.framework(), offer.role(), offer.agent()), offer.bare(), Resources::plus);
        offers.add(offer);
    }

    private void inverselyOffered(FrameworkId framework, Map<AgentId, UnavailableResources> byAgent) {
        log.add("inverse offers " + framework + " " + byAgent);
        if (byAgent.isEmpty()) {
            violations.add("Framework " + framework + " got an inverse-offer callback with nothing in it. "
                    + "To do: leave it out.");
        }
        byAgent.forEach((agent, unavailable) -> {
            boolean holds = held.keySet().stream()
                    .anyMatch(holder -> holder.framework().equals(framework)
                            && holder.agent().equals(agent));
            if (!holds) {
                violations.add("Framework " + framework + " was asked to leave agent " + agent
                        + ", where it holds nothing. To do: ask only those who hold something there.");
            }
            inverseOffers.add(new Asked(framework, agent, unavailable));
        });
    }

    /** What nobody holds; shared resources are always free. */
    Resources free(AgentId agent) {
        Resources total = totals.getOrDefault(agent, Resources.empty());
        Resources free = total.nonShared();
        for (Map.Entry<Holder, Resources> entry : held.entrySet()) {
            if (entry.getKey().agent().equals(agent)) {
                free = free.minus(entry.getValue().nonShared());
            }
        }
        return free.plus(total.shared());
    }

    /** The offers since this was last called. */
    List<Made> newOffers() {
        List<Made> fresh = List.copyOf(offers);
        offers.clear();
        return fresh;
    }

    List<Asked> newInverseOffers() {
        List<Asked> fresh = List.copyOf(inverseOffers);
        inverseOffers.clear();
        return fresh;
    }

    /** Everything the allocator said, in order. */
    List<String> log() {
        return log;
    }

    /** What was wrong so far, each with what to do about it. */
    List<String> violations() {
        return violations;
    }
}
