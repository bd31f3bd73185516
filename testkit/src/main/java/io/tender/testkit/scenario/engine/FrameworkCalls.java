package io.tender.testkit.scenario.engine;

import io.tender.core.operator.AdmissionRules;
import io.tender.core.operator.RescindRules;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Allocator;
import io.tender.testkit.scenario.engine.Books.FrameworkEntry;
import io.tender.testkit.scenario.step.FrameworkCommand;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Carries out what frameworks do, apart from answering offers. */
final class FrameworkCalls {

    private final Cluster cluster;

    FrameworkCalls(Cluster cluster) {
        this.cluster = cluster;
    }

    void perform(FrameworkCommand command) {
        Allocator allocator = cluster.allocator();
        switch (command) {
            case FrameworkCommand.Add add -> add(add);
            case FrameworkCommand.Update update -> update(update);
            case FrameworkCommand.Remove remove -> remove(remove.framework());
            case FrameworkCommand.Activate activate -> {
                setActive(activate.framework(), true);
                allocator.activateFramework(activate.framework());
            }
            case FrameworkCommand.Deactivate deactivate -> deactivate(deactivate.framework());
            case FrameworkCommand.Suppress suppress -> allocator.suppressOffers(suppress.framework(), suppress.roles());
            case FrameworkCommand.Revive revive -> allocator.reviveOffers(revive.framework(), revive.roles());
            case FrameworkCommand.Request request ->
                allocator.requestResources(request.framework(), request.requests());
        }
    }

    private void add(FrameworkCommand.Add add) {
        admit(add.info(), add.options());
        if (cluster.books().framework(add.info().id()).isEmpty()) {
            cluster.books().putFramework(new FrameworkEntry(add.info(), add.options(), add.active()));
        }
        cluster.allocator().addFramework(add.info(), add.used(), add.active(), add.options());
    }

    private void admit(FrameworkInfo info, FrameworkOptions options) {
        cluster.master()
                .ifPresent(settings ->
                        MasterRefusal.ifAny(AdmissionRules.framework(info, options, settings.permittedRoles())));
    }

    private void update(FrameworkCommand.Update update) {
        Optional<FrameworkEntry> known = cluster.books().framework(update.framework());
        FrameworkInfo before =
                known.map(FrameworkEntry::info).orElseGet(() -> FrameworkInfo.of(update.framework(), new TreeSet<>()));
        FrameworkOptions old = known.map(FrameworkEntry::options).orElseGet(FrameworkOptions::none);
        FrameworkInfo after = new FrameworkInfo(
                before.id(),
                before.name(),
                update.roles().<SortedSet<Role>>map(TreeSet::new).orElse(before.roles()),
                update.capabilities()
                        .map(change -> change.applyTo(before.capabilities()))
                        .orElse(before.capabilities()),
                update.minima().map(TreeMap::new).orElse(new TreeMap<>(before.minAllocatable())));
        FrameworkOptions options = new FrameworkOptions(
                update.suppressed().<SortedSet<Role>>map(TreeSet::new).orElse(stillSubscribed(old, after)),
                update.constraints().orElse(old.constraints()));
        admit(after, options);
        known.ifPresent(entry -> cluster.books().putFramework(new FrameworkEntry(after, options, entry.active())));
        cluster.allocator().updateFramework(after, options);
        if (cluster.master().isPresent()) {
            TreeSet<Role> left = new TreeSet<>(before.roles());
            left.removeAll(after.roles());
            cluster.rescind(RescindRules.forLeftRoles(update.framework(), left, cluster.outstanding()));
        }
    }

    private static SortedSet<Role> stillSubscribed(FrameworkOptions old, FrameworkInfo after) {
        TreeSet<Role> roles = new TreeSet<>(old.suppressedRoles());
        roles.retainAll(after.roles());
        return roles;
    }

    private void deactivate(FrameworkId framework) {
        setActive(framework, false);
        cluster.allocator().deactivateFramework(framework);
        if (cluster.master().isPresent()) {
            cluster.rescind(RescindRules.ofFramework(framework, cluster.outstanding()));
        }
    }

    private void setActive(FrameworkId framework, boolean active) {
        cluster.books()
                .framework(framework)
                .ifPresent(entry ->
                        cluster.books().putFramework(new FrameworkEntry(entry.info(), entry.options(), active)));
    }

    private void remove(FrameworkId framework) {
        if (cluster.master().isEmpty()) {
            cluster.books().removeFramework(framework);
            cluster.allocator().removeFramework(framework);
            return;
        }
        // The framework is gone, so nobody hears of its offers being taken back.
        cluster.books().offers().stream()
                .filter(offer -> offer.holding().framework().equals(framework))
                .forEach(offer -> cluster.giveBack(offer.holding(), offer.resources()));
        for (Map.Entry<Holding, Resources> entry : new TreeMap<>(cluster.books().used()).entrySet()) {
            Holding holding = entry.getKey();
            if (holding.framework().equals(framework)) {
                cluster.books().finish(holding, entry.getValue());
                cluster.allocator()
                        .recoverResources(
                                framework,
                                holding.agent(),
                                entry.getValue().allocate(holding.role()),
                                Optional.empty(),
                                true);
            }
        }
        cluster.books().removeFramework(framework);
        cluster.allocator().removeFramework(framework);
    }
}
