/** JMH benchmarks of the innermost operations. */
@NullMarked
package io.tender.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
