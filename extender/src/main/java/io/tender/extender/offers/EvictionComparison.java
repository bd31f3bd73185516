package io.tender.extender.offers;

import io.tender.extender.shadow.Comparison;
import io.tender.extender.shadow.Example;
import io.tender.model.AgentId;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.EvictionQuery;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Compares who may be evicted for a group with whom a service on trial would have let go.
 *
 * @param decided who may be, by machine
 */
record EvictionComparison(Instant time, EvictionQuery query, Map<AgentId, Set<TaskId>> decided) {
    private static final String VERB = "preempt";

    /** About what a victim takes in memory. */
    private static final long BYTES_OF_VICTIM = 500;

    long bytes() {
        return query.candidates().stream()
                        .mapToLong(candidate -> 1 + candidate.evictable().size())
                        .sum()
                * BYTES_OF_VICTIM;
    }

    Comparison with(Map<AgentId, Set<TaskId>> own) {
        long agreed = 0;
        long stricter = 0;
        long laxer = 0;
        for (EvictionQuery.Candidate candidate : query.candidates()) {
            for (EvictionQuery.Victim task : candidate.evictable()) {
                boolean theirs = mayGo(decided, candidate, task);
                boolean ours = mayGo(own, candidate, task);
                // Whom nobody thinks of is nothing to agree about.
                boolean asked = candidate.victims().contains(task);
                agreed += theirs == ours && (theirs || asked) ? 1 : 0;
                stricter += theirs && !ours ? 1 : 0;
                laxer += !theirs && ours ? 1 : 0;
            }
        }
        Optional<AgentId> winner = first(decided);
        return new Comparison(
                VERB,
                true,
                agreed,
                stricter,
                laxer,
                OptionalDouble.empty(),
                winner.map(machine -> first(own).equals(Optional.of(machine))),
                () -> example(own));
    }

    private static boolean mayGo(
            Map<AgentId, Set<TaskId>> left, EvictionQuery.Candidate candidate, EvictionQuery.Victim task) {
        return left.getOrDefault(candidate.machine().agent(), Set.of()).contains(task.id());
    }

    /** The machine that is emptied. */
    private Optional<AgentId> first(Map<AgentId, Set<TaskId>> left) {
        return query.candidates().stream()
                .map(candidate -> candidate.machine().agent())
                .filter(agent -> !left.getOrDefault(agent, Set.of()).isEmpty())
                .findFirst();
    }

    private Example example(Map<AgentId, Set<TaskId>> own) {
        Map<String, Example.Line> lines = new LinkedHashMap<>();
        for (EvictionQuery.Candidate candidate : query.candidates()) {
            for (EvictionQuery.Victim task : candidate.evictable()) {
                boolean theirs = mayGo(decided, candidate, task);
                boolean ours = mayGo(own, candidate, task);
                if (theirs != ours && lines.size() < Example.MOST_LINES) {
                    String name = task.id() + " on " + candidate.machine().hostname();
                    lines.put(name, new Example.Line(name, words(theirs), words(ours)));
                }
            }
        }
        return new Example(
                time,
                VERB,
                query.group().job().toString(),
                counted(decided),
                counted(own),
                List.copyOf(lines.values()));
    }

    private static String words(boolean mayGo) {
        return mayGo ? "may go" : "stays";
    }

    private static String counted(Map<AgentId, Set<TaskId>> left) {
        return left.values().stream().mapToInt(Set::size).sum() + " may go";
    }
}
