/** What the master demands of operators, frameworks and agents, and which offers their wishes cost: pure rules. */
@NullMarked
package io.tender.core.operator;

import org.jspecify.annotations.NullMarked;
