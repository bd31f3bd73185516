package io.tender.benchmarks.server;

import io.tender.benchmarks.measure.Environment;
import java.util.List;

/** What one start of {@code benchmarks/run server} measured. */
public record ServerReport(Environment environment, int callers, List<ServerResult> results) {}
