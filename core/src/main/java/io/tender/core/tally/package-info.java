/** Running sums of quantities, the arithmetic under sorters and quota. */
@NullMarked
package io.tender.core.tally;

import org.jspecify.annotations.NullMarked;
