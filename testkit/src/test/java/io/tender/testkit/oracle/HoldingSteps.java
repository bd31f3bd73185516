package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Operation;
import io.tender.model.ResourceConversion;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Steps about what somebody holds: declining it, using it, ending that, and making something else of it. */
final class HoldingSteps {
    private final World world;
    private final Ledger ledger;
    private final Dice dice;
    private final Goods goods;
    private final People people;
    private final Whom whom;

    HoldingSteps(World world, Ledger ledger, Dice dice, Goods goods, People people, Whom whom) {
        this.world = world;
        this.ledger = ledger;
        this.dice = dice;
        this.goods = goods;
        this.people = people;
        this.whom = whom;
    }

    /** Some of what somebody holds, with its role. */
    private record Taken(Ledger.Claim claim, Resources resources) {}

    private Optional<Taken> take() {
        if (ledger.held.isEmpty()) {
            return Optional.empty();
        }
        Ledger.Claim claim = dice.in(ledger.held.keySet());
        return Optional.of(new Taken(claim, goods.part(ledger.held.get(claim)).allocate(claim.role())));
    }

    Optional<Step> decline() {
        return take().map(taken -> {
            Resources resources = spoilt(taken.resources());
            FrameworkId framework = dice.chance(world.strangers)
                    ? whom.framework()
                    : taken.claim().framework();
            AgentId agent =
                    dice.chance(world.strangers) ? whom.agent() : taken.claim().agent();
            return new Step.GiveBack(framework, agent, resources, people.filters(), whom.errs());
        });
    }

    private Resources spoilt(Resources resources) {
        if (!whom.errs()) {
            return resources;
        }
        return switch (dice.between(0, 5)) {
            case 0 -> resources.unallocate();
            case 1 -> resources.plus(resources.allocate(dice.in(world.roles)));
            case 2 -> resources.plus(resources);
            case 3 -> Resources.empty();
            case 4 -> Histories.TOO_MUCH.allocate(dice.in(world.roles));
            default -> resources.plus(Resources.parse("cpus:1"));
        };
    }

    /** The end of something that was marked as used, by who holds it or by somebody who is long gone. */
    Optional<Step> finish() {
        List<Step> possible = new ArrayList<>();
        ledger.held.forEach((claim, resources) -> {
            Resources part = goods.part(resources).allocate(claim.role());
            if (ledger.agents.get(claim.agent()).used.contains(part)) {
                possible.add(finish(claim.framework(), claim.agent(), part));
            }
        });
        ledger.agents.forEach((id, agent) -> {
            if (!agent.used.isEmpty() && dice.chance(0.1)) {
                Resources part =
                        agent.used.allocations().get(agent.used.allocations().firstKey());
                possible.add(finish(dice.in(world.frameworks), id, goods.part(part)));
            }
        });
        return possible.isEmpty() ? Optional.empty() : Optional.of(dice.in(possible));
    }

    private Step finish(FrameworkId framework, AgentId agent, Resources resources) {
        Optional<Filters> filters = dice.chance(0.8) ? Optional.empty() : people.filters();
        return new Step.GiveBack(framework, agent, spoilt(resources), filters, true);
    }

    Optional<Step> markUsed() {
        return take().map(taken -> new Step.MarkUsed(
                dice.chance(world.strangers) ? whom.agent() : taken.claim().agent(), spoilt(taken.resources())));
    }

    Optional<Step> updateAllocation() {
        return take().map(taken -> {
            Resources offered = taken.resources();
            Role role = taken.claim().role();
            List<ResourceConversion> conversions = new ArrayList<>();
            if (dice.chance(0.85)) {
                goods.operation(offered.unallocate(), role)
                        .map(operation -> operation.withAllocation(role).conversions())
                        .ifPresent(conversions::addAll);
            }
            if (conversions.isEmpty() || dice.chance(0.1)) {
                goods.conversion(offered).ifPresent(conversions::add);
            }
            return new Step.UpdateAllocation(
                    dice.chance(world.strangers)
                            ? whom.framework()
                            : taken.claim().framework(),
                    dice.chance(world.strangers) ? whom.agent() : taken.claim().agent(),
                    spoilt(offered),
                    conversions);
        });
    }

    Optional<Step> updateAvailable() {
        AgentId id = whom.agent();
        if (!ledger.agents.containsKey(id)) {
            return Optional.of(new Step.UpdateAvailable(id, List.of()));
        }
        Resources on = dice.chance(0.8) ? ledger.freeOn(id) : ledger.agents.get(id).total;
        List<Operation> operations = new ArrayList<>();
        Role role = dice.in(world.roles);
        goods.operation(on, role).ifPresent(operations::add);
        if (dice.chance(0.2)) {
            goods.operation(on, role).ifPresent(operations::add);
        }
        if (operations.isEmpty() || dice.chance(0.1)) {
            goods.providerOperation(on).ifPresent(operations::add);
        }
        if (dice.chance(0.1)) {
            operations.replaceAll(operation -> operation.withAllocation(role));
        }
        return operations.isEmpty() ? Optional.empty() : Optional.of(new Step.UpdateAvailable(id, operations));
    }
}
