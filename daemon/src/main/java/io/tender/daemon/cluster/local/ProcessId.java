package io.tender.daemon.cluster.local;

/**
 * One process, never mistaken for a later one of the same number.
 *
 * @param start when it started, in clock ticks since the machine did: field 22 of {@code /proc/<pid>/stat}
 */
record ProcessId(long pid, long start) {}
