package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.Domain;
import io.tender.model.FrameworkId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a seed decides once and for all: the options, the sorters, who there may be, and which kinds of things happen
 * at all. Leaving whole features out of a history lets the others meet more often.
 */
final class World {
    private static final List<String> ROLES =
            List.of("*", "a", "a/b", "a/b/c", "a/d", "e", "e/f", "g", "a!x", "a/+", "e/f/h", "longer-name");

    final long seed;
    final ReferenceSorter.Kind roleSorter;
    final ReferenceSorter.Kind frameworkSorter;
    final AllocatorOptions options;
    final List<Role> roles = new ArrayList<>();
    final List<AgentId> agents = new ArrayList<>();
    final List<FrameworkId> frameworks = new ArrayList<>();

    /** How often calls follow each other without the queue being drained. */
    final double together;

    /** How often a call waits in the queue. */
    final double delays;

    /** How often an id is taken from all there may ever be, instead of those that are there. */
    final double strangers;

    /** How often a call is spoilt. */
    final double mistakes;

    /** How often a quota has guarantees. */
    final double guarantees;

    final boolean reservations;
    final boolean volumes;
    final boolean revocable;
    final boolean gpus;
    final boolean ranges;
    final boolean minima;
    final boolean constraints;
    final boolean weakFrameworks;
    final boolean weakAgents;
    final boolean domains;

    /**
     * Many agents, few roles and each of them at its limit; once they are there, little happens but that something is given
     * back. Who waits for room in a quota then waits for long, and is looked at in vain again and again.
     */
    final boolean tight;

    /** Few sizes make equal shares and exact fits common. */
    final boolean coarse;

    World(long seed) {
        this.seed = seed;
        Dice kind = new Dice(seed * 17 + 3);
        this.tight = kind.chance(0.2);
        this.guarantees = tight ? kind.of(0.0, 0.0, 0.3) : 0.7;
        Dice dice = new Dice(seed * 31 + 7);
        this.roleSorter = dice.of(ReferenceSorter.Kind.values());
        this.frameworkSorter = dice.of(ReferenceSorter.Kind.values());
        boolean large = dice.chance(0.04);
        int roleCount = dice.between(1, large ? 10 : tight ? 3 : 8);
        SortedSet<String> chosen = new TreeSet<>();
        while (chosen.size() < roleCount) {
            chosen.add(dice.in(ROLES));
        }
        SortedSet<Role> all = new TreeSet<>();
        boolean withParents = dice.chance(0.5);
        for (String path : chosen) {
            all.add(Role.of(path));
            if (withParents) {
                all.addAll(Role.of(path).ancestors());
            }
        }
        roles.addAll(all);
        int agentCount = large || tight ? dice.between(tight ? 8 : 20, 40) : dice.between(1, dice.chance(0.5) ? 4 : 12);
        for (int i = 1; i <= agentCount; i++) {
            agents.add(new AgentId("agent" + i));
        }
        int frameworkCount = large ? dice.between(8, 16) : dice.between(1, 8);
        for (int i = 1; i <= frameworkCount; i++) {
            frameworks.add(new FrameworkId("f" + i));
        }
        this.together = dice.of(0.1, 0.4, 0.8);
        this.delays = dice.of(0.0, 0.05, 0.2);
        this.strangers = dice.of(0.0, 0.02, 0.08);
        this.mistakes = dice.of(0.0, 0.03, 0.1);
        this.reservations = dice.chance(0.6);
        this.volumes = dice.chance(0.5);
        this.revocable = dice.chance(0.4);
        this.gpus = dice.chance(0.4);
        this.ranges = dice.chance(0.5);
        this.minima = dice.chance(tight ? 0.8 : 0.4);
        this.constraints = dice.chance(0.3);
        this.weakAgents = dice.chance(0.25);
        this.domains = dice.chance(0.35);
        this.weakFrameworks = dice.chance(domains || gpus ? 0.6 : 0.4);
        this.coarse = dice.chance(0.5);
        this.options = options(dice);
    }

    private AllocatorOptions options(Dice dice) {
        AllocatorOptions.Extensions extensions = AllocatorOptions.Extensions.none()
                .withAllocateWhenFreed(dice.chance(0.25))
                .withNestedQuota(dice.chance(tight ? 0.2 : 0.35))
                .withHonourRequests(dice.chance(0.25))
                .withChargeUnusedReservations(dice.chance(0.25))
                .withScarceNames(
                        dice.chance(0.2) ? dice.some(List.of("gpus", "disk", "ports", "cpus"), 0.4) : new TreeSet<>());
        AllocatorOptions base = dice.chance(0.6) ? AllocatorOptions.masterDefaults() : AllocatorOptions.defaults();
        if (minima && dice.chance(0.3)) {
            base = base.withMinAllocatable(List.of(
                    ResourceQuantities.parse(dice.of("cpus:1;mem:100", "cpus:2", "mem:64;ports:2", "gpus:1")),
                    ResourceQuantities.parse(dice.of("disk:10", "cpus:0.5", "mem:512"))));
        }
        return base.withAllocationInterval(Duration.ofMillis(dice.of(1000, 1000, 1000, 250, 6000)))
                .withFairnessExcludedNames(
                        dice.chance(0.3) ? dice.some(List.of("gpus", "disk", "mem"), 0.5) : new TreeSet<>())
                .withFilterGpuResources(dice.chance(0.7))
                .withDomain(domains && dice.chance(0.8) ? Optional.of(new Domain("north", "n1")) : Optional.empty())
                .withMaxCompletedFrameworks(dice.of(0, 1, 2, 50))
                .withPublishPerFrameworkMetrics(dice.chance(0.8))
                .withRecoveryTimeout(Duration.ofMillis(dice.of(0, 1000, 3500, 600_000)))
                .withAgentRecoveryFactor(dice.of(0.0, 0.5, 0.8, 1.0))
                .withExtensions(extensions);
    }

    @Override
    public String toString() {
        return (tight ? "tight, " : "") + "roleSorter=" + roleSorter + ", frameworkSorter=" + frameworkSorter + ", "
                + options;
    }
}
