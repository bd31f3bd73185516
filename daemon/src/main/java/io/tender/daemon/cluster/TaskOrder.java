package io.tender.daemon.cluster;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A task that an agent is to run. Given again, it changes nothing: the key says whether it runs already.
 *
 * @param name for people
 * @param resources what it may use; its ports are among them
 * @param ports the number given to each port that has a name
 * @param grace how long it has between a polite and a forced end
 * @param runsFor how long a simulated agent runs it; real agents run it until it ends
 * @param labels passed on as they were given
 */
public record TaskOrder(
        TaskKey key,
        String name,
        AgentId agent,
        Resources resources,
        Command command,
        SortedMap<String, Integer> ports,
        Duration grace,
        Optional<Duration> runsFor,
        SortedMap<String, String> labels) {
    public static final Duration USUAL_GRACE = Duration.ofSeconds(3);

    public TaskOrder {
        ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }
}
