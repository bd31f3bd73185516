/** The slow, obvious allocator, and the simulation that compares the fast one with it. */
@NullMarked
package io.tender.testkit.oracle;

import org.jspecify.annotations.NullMarked;
