package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.Chance;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** Ways to get the allocator wrong, each in one rule, to see whether the simulation would notice. */
enum Mistake {
    /** Declined offers come again at once. */
    IGNORES_FILTERS,
    /** Mem is not held back for guarantees. */
    HEADROOM_WITHOUT_MEM,
    /** Nothing is held back for guarantees. */
    NO_HEADROOM,
    /** Limits are as good as none. */
    IGNORES_LIMITS,
    /** Shared resources go to frameworks that cannot cope with them. */
    SHARES_WITH_ALL,
    /** GPU agents go to anybody. */
    GPUS_FOR_ALL,
    /** Constraints have no effect. */
    IGNORES_CONSTRAINTS,
    /** Ties between shares are not broken by the number of offers. */
    COUNTS_NOTHING,
    /** What comes back as used stays marked as used. */
    KEEPS_MARKS,
    /** What a removed framework held is lost. */
    LOSES_RESOURCES,
    /** The same ports go to two frameworks. */
    PROMISES_TWICE;

    /** An allocator that makes this mistake and no other. */
    Allocator make(AllocatorHost host, ReferenceSorter.Kind roleSorter, ReferenceSorter.Kind frameworkSorter) {
        return new Mistaken(host, roleSorter, frameworkSorter);
    }

    private final class Mistaken extends ReferenceAllocator {
        Mistaken(AllocatorHost host, ReferenceSorter.Kind roleSorter, ReferenceSorter.Kind frameworkSorter) {
            super(host, roleSorter, frameworkSorter);
        }

        @Override
        ReferenceRun newRun(
                ReferenceSorter.Kind roleSorter,
                ReferenceSorter.Kind frameworkSorter,
                AllocatorHost outside,
                long number) {
            return new MistakenRun(cluster, roleSorter, frameworkSorter, outside.chance(), number);
        }

        @Override
        public void recoverResources(
                FrameworkId framework, AgentId agent, Resources resources, Optional<Filters> filters, boolean used) {
            super.recoverResources(framework, agent, resources, filters, used);
            ReferenceAgent known = cluster.agents.get(agent);
            if (Mistake.this == KEEPS_MARKS && used && known != null) {
                known.used = known.used.plus(resources);
            }
        }

        @Override
        public void removeFramework(FrameworkId framework) {
            Map<AgentId, ReferenceAgent> before = Map.copyOf(cluster.agents);
            if (Mistake.this == LOSES_RESOURCES) {
                before.values().forEach(agent -> agent.total = agent.total.minus(heldBy(framework, agent)));
            }
            super.removeFramework(framework);
        }

        private Resources heldBy(FrameworkId framework, ReferenceAgent agent) {
            Resources sum = Resources.empty();
            for (Role role : agent.rolesHeldBy(framework)) {
                sum = sum.plus(agent.held(framework, role));
            }
            return sum;
        }
    }

    private final class MistakenRun extends ReferenceRun {
        MistakenRun(
                ReferenceCluster cluster,
                ReferenceSorter.Kind roleSorter,
                ReferenceSorter.Kind frameworkSorter,
                Chance chance,
                long number) {
            super(cluster, roleSorter, frameworkSorter, chance, number);
        }

        @Override
        void take(ReferenceAgent agent, FrameworkId holder, Role role, Resources offer) {
            super.take(agent, holder, role, offer);
            if (Mistake.this == PROMISES_TWICE) {
                agent.setHeld(holder, role, agent.held(holder, role).minus(offer.nonScalars()));
            }
        }

        @Override
        void count(FrameworkId holder, Role role) {
            if (Mistake.this != COUNTS_NOTHING) {
                super.count(holder, role);
            }
        }

        @Override
        boolean isRefused(ReferenceFramework framework, Role role, ReferenceAgent agent, Resources offer) {
            return Mistake.this != IGNORES_FILTERS && super.isRefused(framework, role, agent, offer);
        }

        @Override
        boolean holdsBackHeadroom() {
            return Mistake.this != NO_HEADROOM && super.holdsBackHeadroom();
        }

        @Override
        ResourceQuantities surplusHeadroom(ResourceQuantities available, ResourceQuantities required) {
            return super.surplusHeadroom(
                    available,
                    Mistake.this == HEADROOM_WITHOUT_MEM
                            ? required.minus(ResourceQuantities.of("mem", Long.MAX_VALUE))
                            : required);
        }

        @Override
        Resources cutToLimits(Resources extra, Role role, ResourceQuantities granted, LongUnaryOperator draw) {
            return Mistake.this == IGNORES_LIMITS ? extra : super.cutToLimits(extra, role, granted, draw);
        }

        @Override
        boolean isExcludedByConstraints(ReferenceFramework framework, Role role, ReferenceAgent agent) {
            return Mistake.this != IGNORES_CONSTRAINTS && super.isExcludedByConstraints(framework, role, agent);
        }

        @Override
        boolean isCapable(ReferenceFramework framework, ReferenceAgent agent) {
            return Mistake.this == GPUS_FOR_ALL || super.isCapable(framework, agent);
        }

        @Override
        Resources strip(Resources usable, ReferenceFramework framework) {
            Resources stripped = super.strip(usable, framework);
            return Mistake.this == SHARES_WITH_ALL && !framework.info.can(FrameworkCapability.SHARED_RESOURCES)
                    ? stripped.plus(usable.shared())
                    : stripped;
        }
    }
}
