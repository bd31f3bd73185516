/**
 * This machine as an agent: tasks are real processes, which outlive the daemon and are found again.
 *
 * <p>A task's folder is the truth about it. {@code record} is written before anything starts; {@code started} is made with
 * a hard link, so that of all who try exactly one starts the task (or decides that it never will); {@code exit} is put in
 * place by a small shell script that outlives the daemon. Whoever reads the three knows where the task stands, and that is
 * all a daemon does after a restart.
 */
@NullMarked
package io.tender.daemon.cluster.local;

import org.jspecify.annotations.NullMarked;
