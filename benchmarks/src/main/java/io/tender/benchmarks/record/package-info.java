/** What a recording proxy adds to each call. */
@NullMarked
package io.tender.benchmarks.record;

import org.jspecify.annotations.NullMarked;
