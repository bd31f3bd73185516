/**
 * The demo: a daemon with simulated agents and real processes, and everybody who has a say in it as programs of their own;
 * in {@code simulated}, a cluster on a clock of its own instead.
 */
@NullMarked
package io.tender.cli.demo;

import org.jspecify.annotations.NullMarked;
