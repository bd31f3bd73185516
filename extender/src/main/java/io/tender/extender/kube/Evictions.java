package io.tender.extender.kube;

import io.tender.model.AgentId;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.EvictionQuery;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who would be evicted where, by the names of hosts, as kube-scheduler's extenders know machines.
 *
 * @param byHost of machines that share a name, the first: the others are left alone
 */
record Evictions(Map<String, Place> byHost) {
    /** A machine, whom of it nobody objects to so far, and who could be evicted in their place. */
    record Place(AgentId agent, List<EvictionQuery.Victim> victims, List<EvictionQuery.Victim> evictable) {
        Set<String> victimIds() {
            return ids(victims);
        }

        Set<String> evictableIds() {
            return ids(evictable);
        }

        private static Set<String> ids(List<EvictionQuery.Victim> tasks) {
            Set<String> ids = new HashSet<>();
            tasks.forEach(task -> ids.add(task.id().value()));
            return ids;
        }

        Place with(Set<String> uids) {
            return new Place(
                    agent,
                    evictable.stream()
                            .filter(task -> uids.contains(task.id().value()))
                            .toList(),
                    evictable);
        }
    }

    static Evictions of(EvictionQuery query) {
        Map<String, Place> places = new LinkedHashMap<>();
        for (EvictionQuery.Candidate candidate : query.candidates()) {
            places.putIfAbsent(
                    candidate.machine().hostname(),
                    new Place(candidate.machine().agent(), candidate.victims(), candidate.evictable()));
        }
        return new Evictions(places);
    }

    /** What an extender has left of it; hosts that it does not name are out of the question. */
    Evictions leaving(Map<String, VictimMapReader.Left> said) {
        Map<String, Place> places = new LinkedHashMap<>();
        byHost.forEach((host, place) -> {
            VictimMapReader.Left left = said.get(host);
            if (left != null) {
                places.put(host, place.with(left.uids()));
            }
        });
        return new Evictions(places);
    }

    boolean isEmpty() {
        return byHost.isEmpty();
    }

    Map<AgentId, Set<TaskId>> byAgent() {
        Map<AgentId, Set<TaskId>> all = new LinkedHashMap<>();
        byHost.values().forEach(place -> {
            Set<TaskId> ids = new LinkedHashSet<>();
            place.victims().forEach(victim -> ids.add(victim.id()));
            all.put(place.agent(), ids);
        });
        return all;
    }
}
