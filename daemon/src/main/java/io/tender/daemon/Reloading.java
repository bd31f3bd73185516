package io.tender.daemon;

import io.tender.core.batch.BatchEngine;
import io.tender.daemon.cluster.Cluster;
import io.tender.daemon.cluster.local.LocalCluster;
import io.tender.daemon.cluster.simulated.SimulatedCluster;
import io.tender.daemon.http.Answers;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterRefusal;
import io.tender.daemon.settings.Reload;
import io.tender.daemon.settings.Reloaded;
import io.tender.daemon.settings.SettingChange;
import io.tender.daemon.settings.SettingValues;
import io.tender.daemon.settings.Settings;
import io.tender.daemon.settings.SettingsException;
import io.tender.daemon.work.Documents;
import io.tender.extender.http.Access;
import io.tender.extender.http.HttpProblem;
import io.tender.extender.http.ServerSettings;
import io.tender.runtime.batch.LiveConf;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the settings again and puts in force what can be. Everything that could fail is made before anything is changed, and
 * then all is changed in one turn of the master, so that no settings are ever half in force.
 */
final class Reloading implements Reload {
    private static final Logger LOG = LoggerFactory.getLogger(Reloading.class);
    private static final String OFFER_SET = "services.";
    private static final String AGENTS = "agents.";
    private static final String ACCESS = "access";
    private static final String TLS = "tls";

    private final Origin origin;
    private final ServerSettings served;
    private final Parts parts;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private SettingValues inForce;

    /**
     * What can change while the daemon works.
     *
     * @param certify has the server show other certificates; why not, if it cannot
     * @param missing what to say of plugins that decide nothing for want of data
     */
    record Parts(
            MasterLoop loop,
            Modules modules,
            Guests guests,
            Documents documents,
            List<Cluster> clusters,
            AtomicReference<Access> access,
            Function<Settings, Optional<String>> certify,
            Function<BatchEngine, List<String>> missing) {}

    /**
     * What is to be said of what was put in force.
     *
     * @param uncertified why the certificates were not
     */
    private record Put(List<String> notices, Optional<String> uncertified) {}

    Reloading(Origin origin, Settings settings, Parts parts) {
        this.origin = origin;
        this.served = settings.server();
        this.parts = parts;
        this.inForce = SettingValues.of(settings);
    }

    @Override
    public Reloaded reload() throws IOException {
        if (!oneAtATime.tryLock()) {
            throw HttpProblem.of(409, "The settings are being read already: ask again when that is done");
        }
        try {
            return reloadAlone();
        } finally {
            oneAtATime.unlock();
        }
    }

    private Reloaded reloadAlone() throws IOException {
        Settings wanted = read();
        SettingValues values = SettingValues.of(wanted);
        SortedSet<String> adjustable = Answers.await(parts.loop().ask(Master::adjustableOptions));
        List<SettingChange> before = guarded(inForce.changesTo(values, adjustable), wanted);
        List<SettingChange> changes = before;
        Set<String> now = names(before, true);
        List<String> notices = new ArrayList<>(wanted.services().notices());
        if (!now.isEmpty()) {
            Put put = put(wanted, now);
            notices.addAll(put.notices());
            changes = put.uncertified().map(why -> waiting(TLS, why, before)).orElse(before);
            inForce = inForce.with(changes, values);
        }
        LOG.info(
                "settings read again from {}: {} in force, {} wait for a restart",
                origin.name(),
                names(changes, true),
                names(changes, false));
        return new Reloaded(origin.name(), changes, notices);
    }

    private Settings read() throws IOException {
        try {
            return origin.read();
        } catch (SettingsException wrong) {
            throw wrong.with(Modules.mistakes(wrong.readable()));
        }
    }

    /** The file may be safe for where it wants to listen, and not for where the daemon listens until it starts again. */
    private List<SettingChange> guarded(List<SettingChange> changes, Settings wanted) {
        if (wanted.mayServe(served)) {
            return changes;
        }
        return waiting(ACCESS, "nobody would be asked who they are where the daemon listens now", changes);
    }

    private static List<SettingChange> waiting(String setting, String why, List<SettingChange> changes) {
        return changes.stream()
                .map(change -> change.setting().equals(setting) ? new SettingChange(setting, why) : change)
                .toList();
    }

    private static SortedSet<String> names(List<SettingChange> changes, boolean inForce) {
        return changes.stream()
                .filter(change -> change.isInForce() == inForce)
                .map(SettingChange::setting)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Makes what is needed, and then has everything changed in one turn. */
    private Put put(Settings wanted, Set<String> now) {
        Optional<Function<OfferSetSetup, OfferSet>> offerSet = now.stream().anyMatch(name -> name.startsWith(OFFER_SET))
                ? Optional.of(parts.modules().offerSet(wanted))
                : Optional.empty();
        Optional<LiveConf.Prepared> conf = now.contains("batch.conf")
                ? Optional.of(parts.modules()
                        .conf()
                        .prepare(
                                wanted.batch().conf().name(),
                                wanted.batch().conf().text()))
                : Optional.empty();
        AtomicReference<Fate> fate = new AtomicReference<>(Fate.OPEN);
        try {
            Optional<String> uncertified = Answers.await(parts.loop().ask(master -> {
                if (!fate.compareAndSet(Fate.OPEN, Fate.TAKEN)) {
                    throw new MasterRefusal(MasterRefusal.Kind.BUSY, "The settings came too late: read them again.");
                }
                order(wanted, offerSet, fate);
                return turn(master, wanted, now, conf);
            }));
            List<String> notices = new ArrayList<>();
            conf.ifPresent(used -> {
                notices.addAll(used.notices());
                notices.addAll(parts.missing().apply(used.engine()));
            });
            return new Put(notices, uncertified);
        } finally {
            // If the turn never came, from now on it must not.
            if (fate.compareAndSet(Fate.OPEN, Fate.LEFT) || fate.get() == Fate.LEFT) {
                conf.ifPresent(Reloading::drop);
            }
        }
    }

    /** What becomes of settings that were prepared: the turn that puts them in force is still to come, has come, or failed. */
    private enum Fate {
        OPEN,
        TAKEN,
        LEFT
    }

    private static void drop(LiveConf.Prepared conf) {
        try {
            conf.close();
        } catch (RuntimeException broken) {
            LOG.warn("a plugin of batch sessions that is not needed did not close", broken);
        }
    }

    /** First, since it is the only thing left that can fail: somebody else may have written the set. */
    private void order(
            Settings wanted, Optional<Function<OfferSetSetup, OfferSet>> offerSet, AtomicReference<Fate> fate) {
        try {
            offerSet.ifPresent(made -> parts.guests()
                    .services()
                    .ifPresent(services ->
                            services.orderBy(wanted.services().settings().offerOrder(), made)));
        } catch (RuntimeException | LinkageError refused) {
            fate.set(Fate.LEFT);
            throw new MasterRefusal(
                    MasterRefusal.Kind.CONFLICT,
                    "The offer set cannot be made, and all settings stay as they are: " + refused.getMessage());
        }
    }

    private Optional<String> turn(Master master, Settings wanted, Set<String> now, Optional<LiveConf.Prepared> conf) {
        conf.ifPresent(this::use);
        parts.guests().batch().ifPresent(batch -> batch.adjust(wanted.batch().settings()));
        master.adjust(wanted.allocator().options());
        master.offerTimeout(wanted.master().offerTimeout());
        if (now.contains("master.whitelist")) {
            master.whitelist(wanted.master().whitelist());
        }
        parts.documents().use(wanted.priorityClasses());
        if (now.stream().anyMatch(name -> name.startsWith(AGENTS))) {
            parts.clusters().forEach(cluster -> describe(cluster, wanted));
        }
        if (now.contains(ACCESS)) {
            parts.access().set(wanted.access());
        }
        if (now.contains("log")) {
            origin.logAs(wanted.log());
        }
        return now.contains(TLS) ? parts.certify().apply(wanted) : Optional.empty();
    }

    private static void describe(Cluster cluster, Settings wanted) {
        switch (cluster) {
            case LocalCluster local -> wanted.agents().local().ifPresent(local::offer);
            case SimulatedCluster simulated ->
                wanted.agents().simulated().ifPresent(described -> simulated.describe(described.agents()));
            default -> {}
        }
    }

    private void use(LiveConf.Prepared conf) {
        boolean taken =
                parts.guests().betweenSessions(() -> parts.modules().conf().use(conf));
        if (!taken) {
            drop(conf);
        }
    }
}
