/** The demo: a simulated cluster with three frameworks on the real allocator, drawn while it runs. */
@NullMarked
package io.tender.cli.demo;

import org.jspecify.annotations.NullMarked;
