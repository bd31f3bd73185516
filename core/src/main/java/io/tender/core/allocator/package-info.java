/** Level 1: the hierarchical allocator, which decides who is offered which agent's resources. */
@NullMarked
package io.tender.core.allocator;

import org.jspecify.annotations.NullMarked;
