package io.tender.daemon.work;

import io.tender.daemon.cluster.Command;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the tasks of a role or service run.
 *
 * @param image what a container would be made of; processes are not, so it is kept for people
 * @param ports the number of each port of the agent that has a name
 * @param grace how long a task has between a polite and a forced end
 * @param runsFor how long a simulated agent runs it
 */
public record TaskProgram(
        Command command, String image, SortedMap<String, Integer> ports, Duration grace, Optional<Duration> runsFor) {
    public TaskProgram {
        ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
    }
}
