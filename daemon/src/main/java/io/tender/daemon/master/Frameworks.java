package io.tender.daemon.master;

import io.tender.core.operator.AdmissionProblem;
import io.tender.core.operator.AdmissionRules;
import io.tender.core.operator.RescindRules;
import io.tender.model.BrokenRule;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.Role;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Frameworks come, are replaced by another instance of themselves, lose their connection, and end. */
final class Frameworks {
    static final String REMOVED = "Framework has been removed";
    static final String FAILED_OVER = "Framework failed over";

    private final Desk desk;
    private final Links links;
    private final Offers offers;
    private final InverseOffers inverseOffers;
    private final Statuses statuses;

    /** Those that live beside the master: nobody else may speak for them or end them. */
    private final Map<FrameworkId, FrameworkSink> residents = new HashMap<>();

    private long made;

    Frameworks(Desk desk, Links links, Offers offers, InverseOffers inverseOffers, Statuses statuses) {
        this.desk = desk;
        this.links = links;
        this.offers = offers;
        this.inverseOffers = inverseOffers;
        this.statuses = statuses;
    }

    FrameworkId subscribe(Subscription asked, boolean force, FrameworkSink sink) {
        asked.id().ifPresent(id -> checkResident(id, sink));
        Optional<FrameworkRecord> known = asked.id().flatMap(desk.state::framework);
        if (asked.id().flatMap(desk.state::completedFramework).isPresent()) {
            throw MasterRefusal.conflict(REMOVED);
        }
        if (known.isPresent() && !force && links.isConnected(known.get().id())) {
            throw MasterRefusal.conflict("Framework '" + known.get().id()
                    + "' is connected already: expected it to be away, or the call to ask for a fail-over by force.");
        }
        FrameworkId id = asked.id().orElseGet(this::nextId);
        Subscription wanted = known.map(record -> keepingFixed(asked, record.subscription()))
                .orElse(asked)
                .withId(id);
        FrameworkInfo description = admitted(id, wanted);
        if (known.isPresent()) {
            resubscribe(known.get(), wanted, description);
        } else {
            desk.apply(new Change.FrameworkSubscribed(id, wanted, desk.now()));
            desk.allocator.addFramework(description, desk.framework(id).used(), true, wanted.options());
        }
        links.connect(id, sink);
        links.tell(id, new FrameworkEvent.Subscribed(id, desk.settings.masterId()));
        statuses.tellAll(desk.framework(id));
        if (desk.isWatched()) {
            FrameworkView view = view(desk.framework(id));
            desk.tellWatchers(
                    known.isPresent() ? new MasterEvent.FrameworkUpdated(view) : new MasterEvent.FrameworkAdded(view));
        }
        return id;
    }

    void reside(FrameworkId id, FrameworkSink sink) {
        residents.put(id, sink);
    }

    @SuppressWarnings("ReferenceEquality") // a sink is one connection, whatever it thinks it equals
    private void checkResident(FrameworkId id, FrameworkSink sink) {
        FrameworkSink resident = residents.get(id);
        if (resident != null && resident != sink) {
            throw new MasterRefusal(
                    MasterRefusal.Kind.FORBIDDEN,
                    "Framework '" + id + "' is a part of the daemon: expected another id, or none to get a new one.");
        }
    }

    /** An operator ends a framework. */
    void teardown(FrameworkId id) {
        if (residents.containsKey(id)) {
            throw MasterRefusal.conflict(BrokenRule.of(
                    "Framework '" + id + "' cannot be ended.",
                    "a part of the daemon",
                    "a framework that has subscribed",
                    "delete its jobs or services instead"));
        }
        remove(id, Optional.of(REMOVED));
    }

    /** Somebody may have subscribed with an id that looks like one of ours. */
    private FrameworkId nextId() {
        FrameworkId id;
        do {
            id = new FrameworkId("%s-%04d".formatted(desk.settings.masterId(), made++));
        } while (desk.state.framework(id).isPresent()
                || desk.state.completedFramework(id).isPresent());
        return id;
    }

    /** What cannot change once tasks were started with it; Mesos keeps the old ones without a word. */
    private static Subscription keepingFixed(Subscription asked, Subscription old) {
        return new Subscription(
                asked.id(),
                old.user(),
                asked.name(),
                asked.failoverTimeout(),
                old.checkpoint(),
                asked.hostname(),
                old.principal(),
                asked.webuiUrl(),
                asked.roles(),
                asked.capabilities(),
                asked.further(),
                asked.labels(),
                asked.suppressedRoles(),
                asked.constraints(),
                asked.minAllocatable());
    }

    private FrameworkInfo admitted(FrameworkId id, Subscription asked) {
        if (asked.failoverTimeout().isNegative()) {
            throw MasterRefusal.invalid(
                    "Got a failover timeout of " + asked.failoverTimeout() + ": expected zero or more seconds.");
        }
        words(asked).ifPresent(problem -> {
            throw MasterRefusal.invalid(problem);
        });
        FrameworkInfo description;
        try {
            description = asked.description(id);
        } catch (IllegalArgumentException broken) {
            throw MasterRefusal.invalid(String.valueOf(broken.getMessage()));
        }
        List<AdmissionProblem> problems =
                AdmissionRules.framework(description, asked.options(), desk.settings.permittedRoles());
        if (!problems.isEmpty()) {
            throw MasterRefusal.invalid(
                    problems.stream().map(AdmissionProblem::message).collect(Collectors.joining("\n")));
        }
        return description;
    }

    /** What is wrong with the words a framework describes itself by. */
    private static Optional<String> words(Subscription asked) {
        return asked.id()
                .flatMap(id -> TextRules.id("Framework", id.value()))
                .or(() -> TextRules.name("the name of a framework", asked.name()))
                .or(() -> TextRules.name("the user of a framework", asked.user()))
                .or(() -> TextRules.name("the host name of a framework", asked.hostname()))
                .or(() -> asked.principal().flatMap(name -> TextRules.name("the principal of a framework", name)))
                .or(() -> asked.webuiUrl().flatMap(url -> TextRules.name("the URL of a framework", url)))
                .or(() -> TextRules.labels(asked.labels()));
    }

    private void resubscribe(FrameworkRecord framework, Subscription wanted, FrameworkInfo description) {
        FrameworkId id = framework.id();
        boolean wasConnected = links.isConnected(id);
        links.close(id, Optional.of(FAILED_OVER));
        offers.discardAll(id);
        inverseOffers.discardAll(id);
        desk.apply(new Change.FrameworkSubscribed(id, wanted, desk.now()));
        desk.allocator.updateFramework(description, wanted.options());
        if (!wasConnected) {
            desk.allocator.activateFramework(id);
        }
    }

    /** UPDATE_FRAMEWORK: what cannot change must be as it was. */
    void update(FrameworkId id, Subscription asked) {
        FrameworkRecord framework = desk.framework(id);
        Subscription old = framework.subscription();
        checkFixed("user", old.user(), asked.user());
        checkFixed("checkpoint", old.checkpoint(), asked.checkpoint());
        checkFixed("principal", old.principal(), asked.principal());
        Subscription wanted = asked.withId(id);
        FrameworkInfo description = admitted(id, wanted);
        Set<Role> left = new TreeSet<>(old.roles());
        left.removeAll(wanted.roles());
        desk.apply(new Change.FrameworkSubscribed(id, wanted, desk.now()));
        desk.allocator.updateFramework(description, wanted.options());
        offers.rescind(RescindRules.forLeftRoles(id, left, Offers.outstanding(offers.ofFramework(id))));
        if (desk.isWatched()) {
            desk.tellWatchers(new MasterEvent.FrameworkUpdated(view(framework)));
        }
    }

    private static void checkFixed(String name, Object old, Object asked) {
        if (!old.equals(asked)) {
            throw MasterRefusal.invalid("Updating 'FrameworkInfo." + name + "' is unsupported: got '" + asked
                    + "', expected '" + old + "' as before.");
        }
    }

    void disconnected(FrameworkId id, FrameworkSink sink) {
        if (!links.isCurrent(id, sink)) {
            return; // replaced before its end was noticed
        }
        links.lose(id);
        offers.discardAll(id);
        inverseOffers.discardAll(id);
        desk.allocator.deactivateFramework(id);
        FrameworkRecord framework = desk.framework(id);
        if (desk.isWatched()) {
            desk.tellWatchers(new MasterEvent.FrameworkUpdated(view(framework)));
        }
        expireLater(framework);
    }

    /** Ends a framework that is not back in time. */
    private void expireLater(FrameworkRecord framework) {
        FrameworkId id = framework.id();
        Duration timeout = framework.subscription().failoverTimeout();
        if (timeout.isZero()) {
            remove(id, Optional.empty());
            return;
        }
        long epoch = links.epoch(id);
        desk.host.after(timeout, () -> {
            if (desk.state.framework(id).isPresent() && !links.isConnected(id) && links.epoch(id) == epoch) {
                remove(id, Optional.empty());
            }
        });
    }

    /** After a restart: known to the allocator, but without offers until they are back, for which they have time. */
    void recover() {
        for (FrameworkRecord framework : List.copyOf(desk.state.frameworks())) {
            Subscription subscription = framework.subscription();
            desk.allocator.addFramework(
                    subscription.description(framework.id()), framework.used(), false, subscription.options());
            if (subscription.failoverTimeout().isZero()) {
                // It had no chance to notice that the master was away.
                long epoch = links.epoch(framework.id());
                desk.host.after(desk.settings.agentReturnTimeout(), () -> {
                    if (desk.state.framework(framework.id()).isPresent() && links.epoch(framework.id()) == epoch) {
                        remove(framework.id(), Optional.empty());
                    }
                });
            } else {
                expireLater(framework);
            }
        }
    }

    /**
     * Ends a framework: its tasks are killed, and it may never come back under this id.
     *
     * @param error what its scheduler is told, should it be connected
     */
    void remove(FrameworkId id, Optional<String> error) {
        FrameworkRecord framework = desk.framework(id);
        offers.discardAll(id);
        inverseOffers.discardAll(id);
        for (TaskRecord task : List.copyOf(framework.tasks().values())) {
            statuses.forget(task.key());
            if (!task.isOver() && desk.isPresent(task.spec().agent())) {
                desk.allocator.recoverResources(id, task.spec().agent(), task.held(), Optional.empty(), true);
                desk.order(clusters -> clusters.kill(
                        task.spec().agent(), task.key(), task.spec().grace()));
            }
        }
        desk.allocator.removeFramework(id);
        desk.apply(new Change.FrameworkGone(id, desk.now(), error.orElse("")));
        links.close(id, error);
        links.forget(id);
        desk.tellWatchers(new MasterEvent.FrameworkRemoved(id));
    }

    FrameworkView view(FrameworkRecord framework) {
        return MasterView.framework(framework, links, offers);
    }
}
