package io.tender.testkit.oracle;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** One thing that happens to an allocator, as data, so that a history can be printed, cut short and played again. */
sealed interface Step {

    /** The name under which steps of this kind are counted. */
    default String kind() {
        return getClass().getSimpleName();
    }

    /** Drains the queue; the clock stands still. */
    record Settle() implements Step {}

    /** Moves the clock. */
    record Advance(Duration by) implements Step {}

    /** A call that waits in the queue, or for a timer and then in the queue, so that runs and ticks may come between. */
    record Later(Duration delay, Call call) implements Step {}

    /** The first call, usually. */
    record Initialize(AllocatorOptions options) implements Step {}

    /** A call of the allocator that returns nothing. */
    sealed interface Call extends Step {
        void on(Allocator allocator);
    }

    /** A call of the allocator that is answered by a future. */
    sealed interface Question extends Step {
        CompletableFuture<?> on(Allocator allocator);
    }

    record Recover(int expectedAgents, Map<Role, Quota> quotas) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.recover(expectedAgents, quotas);
        }
    }

    record AddFramework(FrameworkInfo info, Map<AgentId, Resources> used, boolean active, FrameworkOptions options)
            implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.addFramework(info, used, active, options);
        }
    }

    record RemoveFramework(FrameworkId framework) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.removeFramework(framework);
        }
    }

    record ActivateFramework(FrameworkId framework) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.activateFramework(framework);
        }
    }

    record DeactivateFramework(FrameworkId framework) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.deactivateFramework(framework);
        }
    }

    record UpdateFramework(FrameworkInfo info, FrameworkOptions options) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.updateFramework(info, options);
        }
    }

    record AddAgent(
            AgentInfo info,
            Set<AgentCapability> capabilities,
            Optional<Unavailability> unavailability,
            Resources total,
            Map<FrameworkId, Resources> used)
            implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.addAgent(info, capabilities, unavailability, total, used);
        }
    }

    record RemoveAgent(AgentId agent) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.removeAgent(agent);
        }
    }

    record UpdateAgent(AgentInfo info, Optional<Resources> total, Optional<Set<AgentCapability>> capabilities)
            implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.updateAgent(info, total, capabilities);
        }
    }

    record AddResourceProvider(AgentId agent, Resources total, Map<FrameworkId, Resources> used) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.addResourceProvider(agent, total, used);
        }
    }

    record ActivateAgent(AgentId agent) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.activateAgent(agent);
        }
    }

    record DeactivateAgent(AgentId agent) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.deactivateAgent(agent);
        }
    }

    record UpdateWhitelist(Optional<Set<String>> hostnames) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.updateWhitelist(hostnames);
        }
    }

    record RequestResources(FrameworkId framework, List<ResourceRequest> requests) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.requestResources(framework, requests);
        }
    }

    record UpdateAllocation(
            FrameworkId framework, AgentId agent, Resources offered, List<ResourceConversion> conversions)
            implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.updateAllocation(framework, agent, offered, conversions);
        }
    }

    record UpdateAvailable(AgentId agent, List<Operation> operations) implements Question {
        @Override
        public CompletableFuture<?> on(Allocator allocator) {
            return allocator.updateAvailable(agent, operations);
        }
    }

    record UpdateUnavailability(AgentId agent, Optional<Unavailability> unavailability) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.updateUnavailability(agent, unavailability);
        }
    }

    record UpdateInverseOffer(
            AgentId agent, FrameworkId framework, Optional<InverseOfferStatus> status, Optional<Filters> filters)
            implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.updateInverseOffer(agent, framework, Optional.empty(), status, filters);
        }
    }

    record AskInverseOfferStatuses() implements Question {
        @Override
        public CompletableFuture<?> on(Allocator allocator) {
            return allocator.inverseOfferStatuses();
        }
    }

    record MarkUsed(AgentId agent, Resources resources) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.transitionOfferedToAllocated(agent, resources);
        }
    }

    record GiveBack(FrameworkId framework, AgentId agent, Resources resources, Optional<Filters> filters, boolean used)
            implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.recoverResources(framework, agent, resources, filters, used);
        }
    }

    record Suppress(FrameworkId framework, Set<Role> roles) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.suppressOffers(framework, roles);
        }
    }

    record Revive(FrameworkId framework, Set<Role> roles) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.reviveOffers(framework, roles);
        }
    }

    record UpdateQuota(Role role, Quota quota) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.updateQuota(role, quota);
        }
    }

    record UpdateWeights(Map<Role, Double> weights) implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.updateWeights(weights);
        }
    }

    record Pause() implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.pause();
        }
    }

    record Resume() implements Call {
        @Override
        public void on(Allocator allocator) {
            allocator.resume();
        }
    }

    record AskMetrics() implements Question {
        @Override
        public CompletableFuture<?> on(Allocator allocator) {
            return allocator.metrics();
        }
    }

    record AskConstraints() implements Question {
        @Override
        public CompletableFuture<?> on(Allocator allocator) {
            return allocator.offerConstraintsDebug();
        }
    }
}
