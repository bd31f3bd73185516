/** A service scheduler on a real allocator, with a simulated master and machines around them; no thread, no clock. */
@NullMarked
package io.tender.testkit.services;

import org.jspecify.annotations.NullMarked;
