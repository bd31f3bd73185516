package io.tender.benchmarks.scale;

import java.util.List;

/**
 * What a large cluster costs.
 *
 * @param bytesPerAgent heap kept for one agent, its resource objects and its used slice included
 * @param bytesPerFramework heap kept for one framework, its part of the roles included
 * @param bytesPerOffer heap kept for one offer nobody has answered, the receiver's list entry included
 * @param bytesPerFilter heap kept for one filter, when all were set at the same instant and end together
 * @param bytesPerLoneFilter heap kept for one filter that was set at an instant of its own and ends by itself
 * @param usedHeapMb heap in use at the end, all of the above and the inputs
 * @param maxHeapMb heap the JVM may use
 */
public record ScaleResult(
        int agents,
        int frameworks,
        int roles,
        List<Step> steps,
        long bytesPerAgent,
        long bytesPerFramework,
        long bytesPerOffer,
        long bytesPerFilter,
        long bytesPerLoneFilter,
        long usedHeapMb,
        long maxHeapMb) {

    /**
     * One timed step.
     *
     * @param offers how many offers it made or gave back
     * @param allocatedBytes what the thread allocated meanwhile, garbage included
     */
    public record Step(String name, double ms, long offers, long allocatedBytes) {
        public double allocatedPerOffer() {
            return offers == 0 ? 0 : (double) allocatedBytes / offers;
        }
    }
}
