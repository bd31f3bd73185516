package io.tender.model.batch;

import io.tender.model.BrokenRule;
import java.util.List;
import java.util.Optional;

/**
 * Divides tasks of a job into groups that are placed together.
 *
 * @param selector which tasks
 * @param matchLabelKeys tasks with the same values of these labels are one group
 * @param size how many tasks make a group whole; 0 stands for all it has
 * @param minGroups how many whole groups the job needs
 * @param topology how close together a group has to be
 */
public record SubGroupPolicy(
        String name,
        Selector selector,
        List<String> matchLabelKeys,
        int size,
        int minGroups,
        Optional<NetworkTopology> topology) {
    public SubGroupPolicy {
        matchLabelKeys = List.copyOf(matchLabelKeys);
        if (size < 0 || minGroups < 0) {
            throw BrokenRule.of(
                    "Sub-group policy '" + name + "' asks for fewer than none.",
                    "size " + size + ", minGroups " + minGroups,
                    "numbers from 0",
                    "correct the policy");
        }
    }
}
