/** How many questions per second the server SDK answers, beside the bare HTTP server with the same bodies. */
@NullMarked
package io.tender.benchmarks.server;

import org.jspecify.annotations.NullMarked;
