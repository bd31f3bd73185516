package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.service.OfferId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What frameworks answer to offers: using them, or giving them back. */
final class Accepting {
    private final Desk desk;
    private final Links links;
    private final Offers offers;
    private final Statuses statuses;
    private final Tasks tasks;

    Accepting(Desk desk, Links links, Offers offers, Statuses statuses, Tasks tasks) {
        this.desk = desk;
        this.links = links;
        this.offers = offers;
        this.statuses = statuses;
        this.tasks = tasks;
    }

    /** Gives offers back; those that are gone, or somebody else's, are passed over as Mesos does. */
    void decline(FrameworkId framework, List<OfferId> declined, Filters filters) {
        own(framework, declined).forEach(offer -> offers.discard(offer, Optional.of(filters)));
    }

    private List<Offer> own(FrameworkId framework, List<OfferId> ids) {
        return ids.stream()
                .distinct()
                .flatMap(id -> offers.find(id).stream())
                .filter(offer -> offer.framework().equals(framework))
                .toList();
    }

    void accept(FrameworkId id, FrameworkCall.Accept accept) {
        List<Offer> used = own(id, accept.offers());
        Optional<String> problem = problem(id, accept.offers(), used);
        if (problem.isPresent()) {
            used.forEach(offer -> offers.discard(offer, Optional.of(accept.filters())));
            drop(id, accept.operations(), problem.get());
            return;
        }
        used.forEach(offers::use);
        // Half-done bookkeeping must not be offered; nothing that matters can happen meanwhile.
        desk.allocator.pause();
        try {
            Spending spending = new Spending(desk, links, offers, statuses, tasks, desk.framework(id), used);
            accept.operations().forEach(spending::carryOut);
            spending.giveBackRest(accept.filters());
        } finally {
            desk.allocator.resume();
        }
    }

    private Optional<String> problem(FrameworkId framework, List<OfferId> ids, List<Offer> own) {
        if (ids.isEmpty()) {
            return Optional.of("No offers specified");
        }
        Set<OfferId> seen = new HashSet<>();
        for (OfferId id : ids) {
            if (!seen.add(id)) {
                return Optional.of("Duplicate offer " + id + " in offer list");
            }
            Optional<Offer> offer = offers.find(id);
            if (offer.isEmpty()) {
                return Optional.of("Offer " + id + " is no longer valid");
            }
            if (!offer.get().framework().equals(framework)) {
                return Optional.of("Offer " + id + " has invalid framework "
                        + offer.get().framework() + " while framework " + framework + " is expected");
            }
        }
        Offer first = own.getFirst();
        for (Offer offer : own) {
            if (!offer.agent().id().equals(first.agent().id())) {
                return Optional.of("Aggregated offers must belong to one single agent. Offer " + offer.id()
                        + " uses agent " + offer.agent().id() + " and agent "
                        + first.agent().id());
            }
            if (!offer.role().equals(first.role())) {
                return Optional.of("Aggregated offers must be allocated to the same role. Offer " + offer.id()
                        + " uses role " + offer.role() + " but another is using role " + first.role());
            }
        }
        return Optional.empty();
    }

    /** Nothing of it was done. */
    private void drop(FrameworkId framework, List<OfferOperation> operations, String why) {
        for (OfferOperation operation : operations) {
            List<TaskSpec> specs = new ArrayList<>();
            switch (operation) {
                case OfferOperation.Launch launch -> specs.addAll(launch.tasks());
                case OfferOperation.LaunchGroup group -> specs.addAll(group.tasks());
                case OfferOperation.Change change ->
                    change.id()
                            .ifPresent(id -> links.tell(
                                    framework,
                                    new FrameworkEvent.OperationUpdate(
                                            id, Optional.empty(), "DROPPED", "Invalid offers: " + why)));
            }
            for (TaskSpec spec : specs) {
                statuses.tellOnce(
                        new TaskKey(framework, spec.id()),
                        unlaunched(
                                desk,
                                spec,
                                RunState.DROPPED,
                                "REASON_INVALID_OFFERS",
                                "Task launched with invalid offers: " + why));
            }
        }
    }

    /** Of a task that never was. As with Mesos it is said once: who misses it learns of it by reconciliation. */
    static Status unlaunched(Desk desk, TaskSpec spec, RunState state, String reason, String message) {
        return new Status(
                spec.id(),
                state,
                Status.Source.MASTER,
                Optional.of(spec.agent()),
                spec.executor(),
                Optional.empty(),
                desk.now(),
                reason,
                message,
                Optional.empty(),
                Optional.empty());
    }
}
