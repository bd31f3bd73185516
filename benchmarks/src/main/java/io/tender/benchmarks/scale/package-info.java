/** One large cluster: how long, how much memory, and how much garbage for each offer. */
@NullMarked
package io.tender.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
