package io.tender.testkit.scenario.step;

import io.tender.model.Operation;
import io.tender.model.ResourceConversion;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.Optional;

/** What is done to resources: one of the usual operations, or a conversion of one's own. */
public sealed interface Change {

    /** The conversions that carry it out on resources allocated to a role, or to nobody. */
    List<ResourceConversion> conversions(Optional<Role> holder);

    record Standard(Operation operation) implements Change {
        @Override
        public List<ResourceConversion> conversions(Optional<Role> holder) {
            return holder.map(operation::withAllocation)
                    .orElseGet(operation::withoutAllocation)
                    .conversions();
        }
    }

    record Conversion(Resources from, Resources to) implements Change {
        @Override
        public List<ResourceConversion> conversions(Optional<Role> holder) {
            return List.of(holder.map(role -> new ResourceConversion(from.allocate(role), to.allocate(role)))
                    .orElseGet(() -> new ResourceConversion(from, to)));
        }
    }
}
