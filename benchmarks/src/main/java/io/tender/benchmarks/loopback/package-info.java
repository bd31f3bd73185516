/** A server for measurements, which costs as little as a server can. */
@org.jspecify.annotations.NullMarked
package io.tender.benchmarks.loopback;
