/** The program that measures Tender: the workloads of the Mesos allocator, scale, growth curves, and micro benchmarks. */
@NullMarked
package io.tender.benchmarks;

import org.jspecify.annotations.NullMarked;
