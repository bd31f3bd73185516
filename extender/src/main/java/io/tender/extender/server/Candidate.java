package io.tender.extender.server;

import java.util.List;

/**
 * An agent on which room could be made.
 *
 * @param victims who would be evicted; can be nobody. Where only names are sent, they are known by their uid alone
 * @param violations of disruption budgets that this would mean
 */
public record Candidate(String agent, List<Task> victims, long violations) {
    public Candidate {
        victims = List.copyOf(victims);
    }
}
