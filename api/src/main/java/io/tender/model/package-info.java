/** The words of the domain as immutable values: agents, roles, resources, and what may be done with them. */
@NullMarked
package io.tender.model;

import org.jspecify.annotations.NullMarked;
