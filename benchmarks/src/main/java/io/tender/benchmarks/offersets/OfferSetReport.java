package io.tender.benchmarks.offersets;

import io.tender.benchmarks.measure.Environment;
import java.util.List;

/** All that one start of {@code benchmarks/run offersets} measured. */
public record OfferSetReport(Environment environment, List<OfferSetResult> results) {}
