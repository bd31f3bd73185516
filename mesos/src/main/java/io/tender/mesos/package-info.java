/** The wire forms of Mesos: resources and offer constraints as JSON, and regular expressions as RE2 runs them. */
@NullMarked
package io.tender.mesos;

import org.jspecify.annotations.NullMarked;
