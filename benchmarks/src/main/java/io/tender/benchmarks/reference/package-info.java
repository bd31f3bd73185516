/** The figures of the C++ allocator, and how this machine compares with the one they were taken on. */
@NullMarked
package io.tender.benchmarks.reference;

import org.jspecify.annotations.NullMarked;
