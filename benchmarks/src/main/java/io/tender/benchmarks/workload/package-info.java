/** The workloads, one class each, as the benchmarks of the Mesos allocator state them. */
@NullMarked
package io.tender.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
