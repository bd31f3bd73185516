/** How fast batch sessions place gangs, alone and with an extender, beside the simple way to do it and Volcano's figures. */
@NullMarked
package io.tender.benchmarks.batch;

import org.jspecify.annotations.NullMarked;
