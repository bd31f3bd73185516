/** How costs grow with the cluster, as plots. */
@NullMarked
package io.tender.benchmarks.curves;

import org.jspecify.annotations.NullMarked;
