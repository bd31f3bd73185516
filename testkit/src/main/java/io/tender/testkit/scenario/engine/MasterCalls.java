package io.tender.testkit.scenario.engine;

import io.tender.core.operator.HostList;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkOptions;
import io.tender.model.Resources;
import io.tender.testkit.ManualHost;
import io.tender.testkit.scenario.ScenarioFailedError;
import io.tender.testkit.scenario.engine.Books.AgentEntry;
import io.tender.testkit.scenario.engine.Books.FrameworkEntry;
import io.tender.testkit.scenario.step.MasterCommand;
import io.tender.testkit.scenario.step.Source;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Carries out what only makes sense with a master. */
final class MasterCalls {

    /** How often the file of hosts is read again. */
    private static final Duration HOST_FILE_INTERVAL = Duration.ofSeconds(5);

    private final Cluster cluster;
    private final OfferCalls offers;
    private Books beforeFailOver = new Books();
    private Optional<String> hostFile = Optional.empty();

    MasterCalls(Cluster cluster, OfferCalls offers) {
        this.cluster = cluster;
        this.offers = offers;
    }

    void perform(MasterCommand command, Source step) {
        switch (command) {
            case MasterCommand.Accept accept -> accept(accept, step);
            case MasterCommand.FailOverFramework failOver -> failOver(failOver.framework());
            case MasterCommand.FailOverMaster failOver -> {
                beforeFailOver = cluster.books().copy();
                cluster.replaceAllocator();
            }
            case MasterCommand.ReregisterFramework again -> reregister(again.framework(), step);
            case MasterCommand.ReregisterAgent again -> reregister(again.agent(), step);
            case MasterCommand.WriteHostFile write -> write(String.join("\n", write.lines()));
        }
    }

    /** No run may see an accept half done, so the allocator is paused meanwhile. */
    private void accept(MasterCommand.Accept accept, Source step) {
        cluster.allocator().pause();
        for (Held held : offers.offered(accept.what(), step)) {
            Resources before = held.resources();
            Resources after = accept.changes().isEmpty() ? before : offers.operate(held, accept.changes(), step);
            Resources launched = Resources.empty();
            for (Resources launch : accept.launches()) {
                if (!after.minus(launched).contains(launch)) {
                    throw Stage.failed(
                            step,
                            "the launches do not fit into the offer",
                            "at most " + after,
                            launched.plus(launch) + "");
                }
                launched = launched.plus(launch);
                offers.use(new Held(held.holding(), launch));
            }
            Resources left = after.minus(launched);
            // What the operations made is new to the framework, so it may see it again at once.
            Resources converted = left.minus(before);
            Resources untouched = left.minus(converted);
            if (!converted.isEmpty()) {
                offers.giveBack(new Held(held.holding(), converted), Optional.empty());
            }
            if (!untouched.isEmpty()) {
                offers.giveBack(new Held(held.holding(), untouched), Optional.of(accept.filters()));
            }
        }
        cluster.allocator().resume();
    }

    private void failOver(FrameworkId framework) {
        cluster.allocator().deactivateFramework(framework);
        cluster.books().offers().stream()
                .filter(offer -> offer.holding().framework().equals(framework))
                .forEach(offer -> cluster.giveBack(offer.holding(), offer.resources()));
        cluster.allocator().activateFramework(framework);
    }

    private void reregister(FrameworkId id, Source step) {
        if (cluster.books().framework(id).isPresent()) {
            FrameworkEntry known = cluster.books().framework(id).orElseThrow();
            cluster.books().putFramework(new FrameworkEntry(known.info(), known.options(), true));
            cluster.allocator().updateFramework(known.info(), known.options());
            cluster.allocator().activateFramework(id);
            return;
        }
        FrameworkEntry entry = beforeFailOver.framework(id).orElseThrow(() -> neverKnown(step, "framework " + id));
        cluster.books().putFramework(new FrameworkEntry(entry.info(), entry.options(), true));
        cluster.allocator().addFramework(entry.info(), usedBy(id), true, entry.options());
    }

    private Map<AgentId, Resources> usedBy(FrameworkId id) {
        TreeMap<AgentId, Resources> used = new TreeMap<>();
        cluster.books().used().forEach((holding, resources) -> {
            if (holding.framework().equals(id)) {
                used.merge(holding.agent(), resources.allocate(holding.role()), Resources::plus);
            }
        });
        return used;
    }

    /** An agent brings its tasks with it; frameworks that have not come back yet are added as inactive ones. */
    private void reregister(AgentId id, Source step) {
        AgentEntry entry = beforeFailOver.agent(id).orElseThrow(() -> neverKnown(step, "agent " + id));
        TreeMap<FrameworkId, Resources> used = new TreeMap<>();
        cluster.books().putAgent(entry);
        beforeFailOver.used().forEach((holding, resources) -> {
            if (holding.agent().equals(id)) {
                used.merge(holding.framework(), resources.allocate(holding.role()), Resources::plus);
                cluster.books().addUsed(holding, resources);
            }
        });
        cluster.allocator().addAgent(entry.info(), entry.capabilities(), entry.unavailability(), entry.total(), used);
        used.forEach((framework, resources) -> {
            if (cluster.books().framework(framework).isEmpty()) {
                addInactive(framework, Map.of(id, resources), step);
            }
        });
    }

    private void addInactive(FrameworkId id, Map<AgentId, Resources> used, Source step) {
        FrameworkEntry known = beforeFailOver.framework(id).orElseThrow(() -> neverKnown(step, "framework " + id));
        FrameworkEntry inactive = new FrameworkEntry(known.info(), FrameworkOptions.none(), false);
        cluster.books().putFramework(inactive);
        cluster.allocator().addFramework(inactive.info(), used, false, inactive.options());
    }

    private static ScenarioFailedError neverKnown(Source step, String who) {
        return Stage.failed(step, "the old master did not know " + who, "somebody it knew", who);
    }

    private void write(String content) {
        boolean first = hostFile.isEmpty();
        hostFile = Optional.of(content);
        if (first) {
            readHostFile(cluster.host(), Optional.empty());
        }
    }

    private void readHostFile(ManualHost host, Optional<Set<String>> before) {
        Set<String> hosts = HostList.parse(hostFile.orElse(""));
        if (host != cluster.host()) {
            return;
        }
        if (!before.equals(Optional.of(hosts))) {
            cluster.whitelist(Optional.of(hosts));
        }
        host.after(HOST_FILE_INTERVAL, () -> readHostFile(host, Optional.of(hosts)));
    }
}
