package io.tender.core.services;

import io.tender.model.BrokenRule;

/**
 * How an update goes on.
 *
 * @param strategy how many instances at a time
 * @param watchMillis how long a new task must run before its instance counts as updated
 * @param maxPerInstanceFailures how often the new task of an instance may end before the instance counts as failed
 * @param maxFailedInstances how many instances may fail before the update does
 * @param rollbackOnFailure whether a failed update goes back; otherwise it stops where it is
 */
public record UpdateSettings(
        UpdateStrategy strategy,
        long watchMillis,
        int maxPerInstanceFailures,
        int maxFailedInstances,
        boolean rollbackOnFailure) {

    public UpdateSettings {
        if (watchMillis < 0 || maxPerInstanceFailures < 0 || maxFailedInstances < 0) {
            throw BrokenRule.of(
                    "The settings of an update are negative.",
                    "watch " + watchMillis + " ms, failures per instance " + maxPerInstanceFailures
                            + ", failed instances " + maxFailedInstances,
                    "numbers from 0 on",
                    "correct them");
        }
    }

    /** One instance after the other, watched for 45 seconds, no failure allowed, going back on failure. */
    public static UpdateSettings defaults() {
        return new UpdateSettings(new UpdateStrategy.Queue(1), 45_000, 0, 0, true);
    }

    public UpdateSettings with(UpdateStrategy changed) {
        return new UpdateSettings(changed, watchMillis, maxPerInstanceFailures, maxFailedInstances, rollbackOnFailure);
    }

    public UpdateSettings watching(long millis) {
        return new UpdateSettings(strategy, millis, maxPerInstanceFailures, maxFailedInstances, rollbackOnFailure);
    }

    public UpdateSettings tolerating(int perInstance, int instances) {
        return new UpdateSettings(strategy, watchMillis, perInstance, instances, rollbackOnFailure);
    }

    public UpdateSettings rollingBack(boolean onFailure) {
        return new UpdateSettings(strategy, watchMillis, maxPerInstanceFailures, maxFailedInstances, onFailure);
    }
}
