/** Who comes first: dominant resource fairness and weighted chance over trees of roles and lists of frameworks. */
@NullMarked
package io.tender.core.sorter;

import org.jspecify.annotations.NullMarked;
