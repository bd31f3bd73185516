/** What a scenario consists of: steps as plain data, each of which knows where it was written. */
@NullMarked
package io.tender.testkit.scenario.step;

import org.jspecify.annotations.NullMarked;
