/** A cluster that is simulated on the real allocator, so that the same options give the same offers everywhere. */
@NullMarked
package io.tender.cli.demo.simulated;

import org.jspecify.annotations.NullMarked;
