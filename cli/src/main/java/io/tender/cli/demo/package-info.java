/** The demo: a simulated cluster with its frameworks on the real allocator, drawn while it runs. */
@NullMarked
package io.tender.cli.demo;

import org.jspecify.annotations.NullMarked;
