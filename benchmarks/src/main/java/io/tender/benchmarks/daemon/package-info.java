/** The whole daemon in a process of its own, under the load of many frameworks over real sockets. */
@NullMarked
package io.tender.benchmarks.daemon;

import org.jspecify.annotations.NullMarked;
