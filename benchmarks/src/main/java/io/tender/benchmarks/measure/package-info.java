/** Running a workload often enough, and what came out of it. */
@NullMarked
package io.tender.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
