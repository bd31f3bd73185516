package io.tender.core.batch;

import io.tender.spi.batch.Verdict;

/**
 * A no, with its author and reason.
 *
 * @param author the plugin that said so, or {@code scheduler} for what is checked before any plugin is asked
 * @param question what was asked, by the name of the hook
 * @param code how a refused node was refused; {@code ERROR} elsewhere if the plugin failed, else {@code UNSCHEDULABLE}
 */
public record Refusal(String author, String question, Verdict.Code code, String reason) {
    /** Who refuses what no plugin was asked about. */
    public static final String SCHEDULER = "scheduler";

    @Override
    public String toString() {
        return author + ": " + reason;
    }
}
