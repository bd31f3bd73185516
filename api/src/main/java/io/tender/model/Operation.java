package io.tender.model;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What a framework or operator may do to resources, apart from running tasks on them. */
public sealed interface Operation {
    /** The conversions that carry it out, one by one. */
    List<ResourceConversion> conversions();

    /** The same on resources re-stated one by one. */
    Operation restated(UnaryOperator<Resources> change);

    /** The same on resources allocated to that role. */
    default Operation withAllocation(Role role) {
        return restated(resources -> resources.allocate(role));
    }

    /** The same on resources allocated to nobody. */
    default Operation withoutAllocation() {
        return restated(Resources::unallocate);
    }

    /** Carries them out in order, all or none; the amounts of the first-class resources must stay what they were. */
    static Applied applyAll(Resources resources, List<Operation> operations) {
        Resources current = resources;
        for (Operation operation : operations) {
            switch (ResourceConversion.applyAll(current, operation.conversions())) {
                case Applied.Ok ok -> {
                    Optional<String> drift = OperationRules.drift(current, ok.resources());
                    if (drift.isPresent()) {
                        return new Applied.Refused(drift.get());
                    }
                    current = ok.resources();
                }
                case Applied.Refused refused -> {
                    return refused;
                }
            }
        }
        return new Applied.Ok(current);
    }

    /**
     * Reserves: the given resources, without their innermost reservation, become what is given.
     *
     * @param source what to take instead, to move a reservation in one step
     */
    record Reserve(Resources resources, Optional<Resources> source) implements Operation {
        public Reserve {
            OperationRules.checkReserve(resources, source);
        }

        public Reserve(Resources resources) {
            this(resources, Optional.empty());
        }

        @Override
        public List<ResourceConversion> conversions() {
            return List.of(new ResourceConversion(source.orElseGet(resources::popReservation), resources));
        }

        @Override
        public Operation restated(UnaryOperator<Resources> change) {
            return new Reserve(change.apply(resources), source.map(change));
        }
    }

    /** Takes the innermost reservation away. */
    record Unreserve(Resources resources) implements Operation {
        public Unreserve {
            OperationRules.checkUnreserve(resources);
        }

        @Override
        public List<ResourceConversion> conversions() {
            return OperationRules.each(resources, one -> new ResourceConversion(one, one.popReservation()));
        }

        @Override
        public Operation restated(UnaryOperator<Resources> change) {
            return new Unreserve(change.apply(resources));
        }
    }

    /** Makes persistent volumes of disk space. */
    record Create(Resources volumes) implements Operation {
        public Create {
            OperationRules.checkVolumes("CREATE", volumes);
        }

        @Override
        public List<ResourceConversion> conversions() {
            return OperationRules.each(volumes, one -> new ResourceConversion(OperationRules.withoutVolume(one), one));
        }

        @Override
        public Operation restated(UnaryOperator<Resources> change) {
            return new Create(change.apply(volumes));
        }
    }

    /** Makes disk space of persistent volumes; of a shared one, this must be the last copy. */
    record Destroy(Resources volumes) implements Operation {
        public Destroy {
            OperationRules.checkVolumes("DESTROY", volumes);
        }

        @Override
        public List<ResourceConversion> conversions() {
            return OperationRules.each(
                    volumes, one -> new ResourceConversion(one, OperationRules.withoutVolume(one), one.hasShared()));
        }

        @Override
        public Operation restated(UnaryOperator<Resources> change) {
            return new Destroy(change.apply(volumes));
        }
    }

    /** Adds disk space to a volume. */
    record GrowVolume(Resource volume, Resource addition) implements Operation {
        public GrowVolume {
            OperationRules.checkGrow(volume, addition);
        }

        @Override
        public List<ResourceConversion> conversions() {
            Resource grown = volume.withMillis(Math.addExact(volume.millis(), addition.millis()));
            return List.of(new ResourceConversion(Resources.of(volume, addition), Resources.of(grown)));
        }

        @Override
        public Operation restated(UnaryOperator<Resources> change) {
            return new GrowVolume(OperationRules.one(volume, change), OperationRules.one(addition, change));
        }
    }

    /** Gives disk space of a volume back. */
    record ShrinkVolume(Resource volume, long subtractMillis) implements Operation {
        public ShrinkVolume {
            OperationRules.checkShrink(volume, subtractMillis);
        }

        @Override
        public List<ResourceConversion> conversions() {
            Resource smaller = volume.withMillis(volume.millis() - subtractMillis);
            Resource freed = volume.withoutVolume().withMillis(subtractMillis);
            return List.of(new ResourceConversion(Resources.of(volume), Resources.of(smaller, freed)));
        }

        @Override
        public Operation restated(UnaryOperator<Resources> change) {
            return new ShrinkVolume(OperationRules.one(volume, change), subtractMillis);
        }
    }

    /** Asks a provider to make a MOUNT or BLOCK disk of a RAW one; only its answer tells what became of it. */
    record CreateDisk(Resource source, Disk.Source.Type target, Optional<String> targetProfile) implements Operation {
        public CreateDisk {
            OperationRules.checkCreateDisk(source, target, targetProfile);
        }

        public ResourceConversion conversion(Resources result) {
            return new ResourceConversion(Resources.of(source), result);
        }

        @Override
        public List<ResourceConversion> conversions() {
            throw OperationRules.onlyFromFeedback("CREATE_DISK");
        }

        @Override
        public Operation restated(UnaryOperator<Resources> change) {
            return new CreateDisk(OperationRules.one(source, change), target, targetProfile);
        }
    }

    /** Asks a provider to turn a MOUNT or BLOCK disk back into a RAW one, or nothing. */
    record DestroyDisk(Resource source) implements Operation {
        public DestroyDisk {
            OperationRules.checkDestroyDisk(source);
        }

        public ResourceConversion conversion(Resources result) {
            return new ResourceConversion(Resources.of(source), result);
        }

        @Override
        public List<ResourceConversion> conversions() {
            throw OperationRules.onlyFromFeedback("DESTROY_DISK");
        }

        @Override
        public Operation restated(UnaryOperator<Resources> change) {
            return new DestroyDisk(OperationRules.one(source, change));
        }
    }
}
