package io.tender.benchmarks.offersets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Measures one number of offers after the other. */
public final class OfferSetRun {
    /** The JIT compiler counts how often a method is called; calls about thousands of offers are too few to count on. */
    private static final int PRACTICE_CALLS = 15_000;

    private static final int PRACTICE_OFFERS = 100;
    private final int calls;
    private final IntConsumer begins;

    /** @param begins told each number of offers before it is measured */
    public OfferSetRun(int calls, IntConsumer begins) {
        this.calls = calls;
        this.begins = begins;
    }

    public List<OfferSetResult> measure(List<Integer> sizes) throws IOException, InterruptedException {
        if (calls >= OfferSetCase.FEWEST_TO_WARM) {
            new OfferSetCase(PRACTICE_OFFERS, PRACTICE_CALLS).practise();
        }
        List<OfferSetResult> results = new ArrayList<>();
        for (int size : sizes) {
            begins.accept(size);
            results.add(new OfferSetCase(size, calls).measure());
        }
        return results;
    }
}
