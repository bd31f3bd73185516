/**
 * The sorter named {@code http}: a service says which roles and frameworks are served first. {@link
 * io.tender.extender.sorter.HttpServingOrder} asks it beside the allocator, whose runs follow the last order that was heard.
 */
@NullMarked
package io.tender.extender.sorter;

import org.jspecify.annotations.NullMarked;
