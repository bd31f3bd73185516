package io.tender.spi.offers;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whom the scheduler would evict so that a task of a group gets a place. One of the machines is enough.
 *
 * @param request what each task of the group takes
 * @param candidates in the order in which they would be taken
 */
public record EvictionQuery(TaskGroupKey group, ResourceBundle request, List<Candidate> candidates) {
    public EvictionQuery {
        candidates = List.copyOf(candidates);
    }

    /**
     * A machine on which evictions would make room.
     *
     * @param machine with what it offers now, which may be nothing
     * @param victims who would be evicted: no more than are needed
     * @param evictable all who could be evicted there for the group, the victims among them
     */
    public record Candidate(HostOffer machine, List<Victim> victims, List<Victim> evictable) {
        public Candidate {
            victims = List.copyOf(victims);
            evictable = List.copyOf(evictable);
        }
    }

    /** A task that runs. */
    public record Victim(TaskId id, TaskConfig config) {}

    /** The answer that changes nothing. */
    public Map<AgentId, Set<TaskId>> unchanged() {
        Map<AgentId, Set<TaskId>> all = new LinkedHashMap<>();
        for (Candidate candidate : candidates) {
            Set<TaskId> ids = new LinkedHashSet<>();
            candidate.victims().forEach(victim -> ids.add(victim.id()));
            all.put(candidate.machine().agent(), Collections.unmodifiableSet(ids));
        }
        return all;
    }
}
