package io.tender.core.allocator;

import io.tender.core.tally.Account;
import io.tender.core.tally.Tally;
import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a framework asked for, as the amounts it would hold once it had all of it.
 *
 * <p>Targets instead of open amounts, because an offer, its decline and the end of a task then need no bookkeeping of
 * their own: the demand is met exactly while the framework holds the target.
 */
final class Demand {

    /** All the framework holds anywhere; kept only while requests are honoured. */
    final Account held = new Account();

    private boolean stated;
    private final Set<String> names = new HashSet<>();
    private Map<String, Long> anywhere = new HashMap<>();
    private final Map<AgentId, Map<String, Long>> onAgent = new HashMap<>();

    /** Replaces the demand by these requests on top of what is held now. */
    void state(List<ResourceRequest> requests, java.util.function.Function<AgentId, Account> heldOn) {
        forget();
        stated = true;
        for (ResourceRequest request : requests) {
            if (request.agent().isEmpty()) {
                raise(anywhere, request.quantities(), held.sum());
            } else {
                AgentId agent = request.agent().get();
                raise(
                        onAgent.computeIfAbsent(agent, id -> new HashMap<>()),
                        request.quantities(),
                        heldOn.apply(agent).sum());
            }
        }
    }

    private void raise(Map<String, Long> target, ResourceQuantities more, Tally base) {
        for (int i = 0; i < more.size(); i++) {
            String name = more.name(i);
            names.add(name);
            long before = target.getOrDefault(name, base.millis(name));
            target.put(name, Long.MAX_VALUE - before < more.millis(i) ? Long.MAX_VALUE : before + more.millis(i));
        }
    }

    void forget() {
        stated = false;
        names.clear();
        anywhere = new HashMap<>();
        onAgent.clear();
    }

    boolean isStated() {
        return stated;
    }

    /** Whether the latest requests named this resource. */
    boolean names(String name) {
        return names.contains(name);
    }

    /** Whether something that was asked for is still missing, as far as this agent could help. */
    boolean isOpen(AgentId agent, java.util.function.Supplier<Account> heldThere) {
        if (!stated || isBelow(held.sum(), anywhere)) {
            return true;
        }
        Map<String, Long> target = onAgent.get(agent);
        return target != null && isBelow(heldThere.get().sum(), target);
    }

    private static boolean isBelow(Tally sum, Map<String, Long> target) {
        return target.entrySet().stream().anyMatch(entry -> sum.millis(entry.getKey()) < entry.getValue());
    }

    /** A task ended: what it gave back was wanted once and is not wanted again. */
    void lower(AgentId agent, ResourceQuantities quantities) {
        if (stated) {
            lower(anywhere, quantities);
            Map<String, Long> target = onAgent.get(agent);
            if (target != null) {
                lower(target, quantities);
            }
        }
    }

    private static void lower(Map<String, Long> target, ResourceQuantities quantities) {
        for (int i = 0; i < quantities.size(); i++) {
            long less = quantities.millis(i);
            target.computeIfPresent(quantities.name(i), (name, amount) -> Math.max(0, amount - less));
        }
    }
}
