/** A batch scheduler beside a service scheduler on one real allocator, with simulated masters and machines around them. */
@NullMarked
package io.tender.testkit.batch;

import org.jspecify.annotations.NullMarked;
