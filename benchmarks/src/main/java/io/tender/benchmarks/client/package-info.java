/** How many calls per second the client of extenders makes, beside a load generator written in C. */
@NullMarked
package io.tender.benchmarks.client;

import org.jspecify.annotations.NullMarked;
