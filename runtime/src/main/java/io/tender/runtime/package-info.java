/** Gives the deciding code what it may not have itself: a thread, a clock, a timer and the loading of modules. */
@NullMarked
package io.tender.runtime;

import org.jspecify.annotations.NullMarked;
