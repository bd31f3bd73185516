/** Agents that exist only in memory, any number of them, for trying things out: tasks take time and nothing else. */
@NullMarked
package io.tender.daemon.cluster.simulated;

import org.jspecify.annotations.NullMarked;
