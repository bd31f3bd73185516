package io.tender.core.allocator;

import io.tender.model.Applied;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.AllocatorRefusal.Reason;
import java.util.ArrayList;
import java.util.List;

/** Works out what conversions make of held resources, or why they cannot be made. */
final class Conversions {

    /** What becomes of the resources held and of the agent's total. */
    record Converted(Resources held, Resources total) {}

    private Conversions() {}

    static Converted check(
            AgentRecord agent, RoleClient client, Resources offered, List<ResourceConversion> conversions) {
        Resources before = offered.unallocate();
        Resources after = apply(offered, conversions, "what is held").unallocate();
        List<ResourceConversion> onTotal = new ArrayList<>();
        ResourceQuantities removed = ResourceQuantities.empty();
        for (ResourceConversion conversion : conversions) {
            ResourceQuantities consumed = conversion.consumed().quantities();
            if (conversion.converted().isEmpty()) {
                removed = removed.plus(consumed);
            } else if (!conversion.consumed().isEmpty()
                    && !conversion.converted().quantities().equals(consumed)) {
                throw refused("a conversion of " + conversion.consumed() + " into " + conversion.converted()
                        + " changes the amounts: keep them, or convert into nothing");
            }
            if (!conversion.consumed().isEmpty()) {
                onTotal.add(new ResourceConversion(
                        conversion.consumed().unallocate(),
                        conversion.converted().unallocate(),
                        conversion.lastCopy()));
            }
        }
        Resources total = apply(agent.total, onTotal, "the total of agent '" + agent.id + "'");
        Resources held = agent.heldBy(client);
        Resources heldAfter = held.minus(before).plus(after);
        if (!heldAfter.quantities().plus(removed).equals(held.quantities())) {
            throw refused("the conversions would turn the " + held + " that framework '" + client.framework.id
                    + "' holds into " + heldAfter + ": amounts may only change by what is removed, " + removed);
        }
        return new Converted(after, total);
    }

    private static Resources apply(Resources resources, List<ResourceConversion> conversions, String what) {
        return switch (ResourceConversion.applyAll(resources, conversions)) {
            case Applied.Ok ok -> ok.resources();
            case Applied.Refused no -> throw refused("a conversion does not apply to " + what + ": " + no.reason());
        };
    }

    private static AllocatorRefusal refused(String message) {
        return new AllocatorRefusal(Reason.CONVERSION_FAILED, message);
    }
}
