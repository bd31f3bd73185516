package io.tender.core.services;

import io.tender.model.BrokenRule;
import java.util.List;

/** How many instances of an update are worked on at a time. */
public sealed interface UpdateStrategy {

    /**
     * How many more may begin now.
     *
     * @param working how many are being worked on
     * @param begun how many were begun so far, those included
     */
    int next(int working, int begun);

    /** Always up to so many: the next begins as soon as one is done. */
    record Queue(int groupSize) implements UpdateStrategy {
        public Queue {
            check(groupSize);
        }

        @Override
        public int next(int working, int begun) {
            return Math.max(0, groupSize - working);
        }
    }

    /** So many together, and the next ones when all of them are done. */
    record Batch(int groupSize) implements UpdateStrategy {
        public Batch {
            check(groupSize);
        }

        @Override
        public int next(int working, int begun) {
            return working == 0 ? groupSize : 0;
        }
    }

    /** Batches of these sizes, one after the other; the last size is used for all that follow. */
    record VariableBatch(List<Integer> groupSizes) implements UpdateStrategy {
        public VariableBatch {
            groupSizes = List.copyOf(groupSizes);
            if (groupSizes.isEmpty()) {
                throw BrokenRule.of(
                        "A variable batch has no sizes.", "none", "at least one size", "name the sizes of the batches");
            }
            groupSizes.forEach(UpdateStrategy::check);
        }

        @Override
        public int next(int working, int begun) {
            if (working > 0) {
                return 0;
            }
            int past = 0;
            for (int size : groupSizes) {
                if (past >= begun) {
                    return size;
                }
                past += size;
            }
            return groupSizes.getLast();
        }
    }

    private static void check(int groupSize) {
        if (groupSize < 1) {
            throw BrokenRule.of(
                    "An update would never begin.", groupSize, "a size from 1 on", "correct the group size");
        }
    }
}
