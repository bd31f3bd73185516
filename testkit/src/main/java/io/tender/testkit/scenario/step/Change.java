package io.tender.testkit.scenario.step;

import io.tender.model.Operation;
import io.tender.model.ResourceConversion;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What is done to resources: one of the usual operations, one with its answer, or a conversion of one's own. */
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

    /**
     * CREATE_DISK or DESTROY_DISK, together with what the resource provider made of it: nobody else can tell.
     *
     * @param result what the provider answered
     */
    record Answered(Operation operation, Resources result) implements Change {
        @Override
        public List<ResourceConversion> conversions(Optional<Role> holder) {
            UnaryOperator<Resources> stated =
                    resources -> holder.map(resources::allocate).orElseGet(resources::unallocate);
            return switch (operation.restated(stated)) {
                case Operation.CreateDisk create -> List.of(create.conversion(stated.apply(result)));
                case Operation.DestroyDisk destroy -> List.of(destroy.conversion(stated.apply(result)));
                default -> throw new IllegalStateException("no provider answers " + operation);
            };
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
