package io.tender.daemon.master;

import io.tender.core.operator.RescindRules;
import io.tender.model.AgentId;
import io.tender.model.Applied;
import io.tender.model.BrokenRule;
import io.tender.model.Operation;
import io.tender.model.Resources;
import io.tender.spi.AllocatorRefusal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What operators do to resources nobody uses: reserving them, making volumes of them, and undoing it. */
final class FreeResources {
    private final Desk desk;
    private final Offers offers;

    FreeResources(Desk desk, Offers offers) {
        this.desk = desk;
        this.offers = offers;
    }

    /** All of the operations or none; offers that stand in their way are taken back first. */
    CompletableFuture<Void> operate(AgentId id, List<Operation> asked) {
        AgentRecord agent = desk.agent(id);
        if (!desk.isPresent(id)) {
            throw MasterRefusal.conflict(BrokenRule.of(
                    "Agent '" + id + "' cannot be reached.",
                    "an agent that is away",
                    "one that is there",
                    "try again once it is back; 'tender agents' shows it"));
        }
        List<Operation> operations =
                asked.stream().map(Operation::withoutAllocation).toList();
        for (Operation operation : operations) {
            Optional<String> problem = OperationChecks.onAgent(operation, agent);
            if (problem.isPresent()) {
                throw MasterRefusal.invalid(problem.get());
            }
        }
        if (Operation.applyAll(agent.total(), operations) instanceof Applied.Ok possible) {
            OperationChecks.keepable(possible.resources()).ifPresent(tooLong -> {
                throw MasterRefusal.invalid(tooLong);
            });
        }
        offers.rescind(RescindRules.forOperations(id, free(agent), operations, Offers.outstanding(offers.ofAgent(id))));
        for (Operation operation : operations) {
            if (operation instanceof Operation.Destroy destroy) {
                offers.rescind(
                        RescindRules.forDestroyedVolumes(destroy.volumes(), Offers.outstanding(offers.ofAgent(id))));
            }
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture<Void> applied = desk.allocator.updateAvailable(id, operations);
        if (applied.isDone()) {
            conclude(agent, operations, applied, done);
        } else {
            whenDone(applied, () -> conclude(agent, operations, applied, done));
        }
        return done;
    }

    /** An allocator that answers later does so on any thread; the turn it leads to is ours. */
    @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to be done with it: the turn looks at the answer
    private void whenDone(CompletableFuture<Void> applied, Runnable turn) {
        applied.whenComplete((nothing, failure) -> desk.host.enqueue(turn));
    }

    private void conclude(
            AgentRecord agent,
            List<Operation> operations,
            CompletableFuture<Void> applied,
            CompletableFuture<Void> done) {
        if (applied.isCompletedExceptionally()) {
            Throwable failure = applied.exceptionNow();
            done.completeExceptionally(
                    failure instanceof AllocatorRefusal refusal
                            ? MasterRefusal.conflict(String.valueOf(refusal.getMessage()))
                            : failure);
            return;
        }
        switch (Operation.applyAll(agent.total(), operations)) {
            case Applied.Ok ok -> {
                desk.apply(new Change.ResourcesChanged(agent.id(), ok.resources()));
                desk.orderVolumes(agent.id(), operations);
                desk.afterwards(() -> done.complete(null));
            }
            case Applied.Refused refused ->
                throw new IllegalStateException("The allocator changed agent '" + agent.id()
                        + "', but the same does not apply to what the master knows of it: " + refused.reason());
        }
    }

    Resources free(AgentRecord agent) {
        Resources held = Offers.sum(offers.ofAgent(agent.id())).unallocate();
        for (Resources used : agent.used().values()) {
            held = held.plus(used.unallocate());
        }
        return agent.total().minus(held);
    }
}
