package io.tender.benchmarks.offersets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Measures one number of offers after the other. */
public final class OfferSetRun {
    private final int calls;
    private final IntConsumer begins;

    /** @param begins told each number of offers before it is measured */
    public OfferSetRun(int calls, IntConsumer begins) {
        this.calls = calls;
        this.begins = begins;
    }

    public List<OfferSetResult> measure(List<Integer> sizes) throws IOException, InterruptedException {
        List<OfferSetResult> results = new ArrayList<>();
        for (int size : sizes) {
            begins.accept(size);
            results.add(new OfferSetCase(size, calls).measure());
        }
        return results;
    }
}
