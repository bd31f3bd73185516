package io.tender.daemon.work;

import java.util.List;
import java.util.Optional;

/**
 * Where a job or task is and why; or who refused it a place and for what reason, and what would have to change. Made of plain
 * values, so that it can be given out as JSON as it is.
 *
 * @param subject what it is about
 * @param state its phase or state, in one word
 * @param summary the answer in a sentence
 * @param places where its tasks are
 * @param refusals who said no, and to what
 * @param shares what shares and quotas say of those it belongs to
 * @param advice what would have to change for it to go on
 */
public record Explanation(
        String subject,
        String state,
        String summary,
        List<Place> places,
        List<No> refusals,
        List<Share> shares,
        List<String> advice) {
    public Explanation {
        places = List.copyOf(places);
        refusals = List.copyOf(refusals);
        shares = List.copyOf(shares);
        advice = List.copyOf(advice);
    }

    /** The same with more to say in its summary. */
    Explanation saying(Optional<String> more) {
        return more.map(said -> new Explanation(subject, state, summary + " " + said, places, refusals, shares, advice))
                .orElse(this);
    }

    /**
     * One task.
     *
     * @param agent where it is; blank while it has no place
     * @param said what was said when its last run broke off; blank if nothing was, or if it did not
     */
    public record Place(String task, String state, String agent, String said) {}

    /**
     * One reason, and all the agents it is true of.
     *
     * @param author the plugin, extender or part that said so
     * @param agents how many agents were refused for it; 0 if it was said of the job or task as a whole
     * @param among how many agents were looked at
     * @param examples some of those agents by name
     * @param hope whether it may change while all agents stay as they are: others leave room, or an extender answers again
     */
    public record No(
            String task, String author, String reason, int agents, int among, List<String> examples, boolean hope) {
        public No {
            examples = List.copyOf(examples);
        }
    }

    /**
     * What a role or queue has and may have.
     *
     * @param whose such as {@code role analytics} or {@code queue default}
     * @param share its dominant share, from 0 to 1, divided by its weight where shares are compared
     * @param used what it holds
     * @param guarantee what is kept for it; blank for nothing
     * @param limit what it may not exceed; blank for no limit
     */
    public record Share(String whose, double share, double weight, String used, String guarantee, String limit) {}
}
