package io.tender.model.service;

/**
 * Why a task may not be placed on an offer.
 *
 * @param reason what kind of objection it is
 * @param subject what it is about: a constraint's attribute or the name of a resource; blank where the reason says all
 * @param score how far the offer is from fitting; the lowest sum of scores is the nearest fit
 * @param author who objects
 */
public record Veto(Reason reason, String subject, int score, String author) {

    /** The author of the vetoes that every service scheduler has. */
    public static final String FILTER = "filter";

    /** The kinds of objection, with the words a person reads. */
    public enum Reason {
        DEDICATED("Host is dedicated", true, false),
        DRAINING("Host draining for maintenance", true, false),
        DRAINED("Host drained for maintenance", true, false),
        UNAVAILABLE("Host draining for maintenance", true, false),
        CONSTRAINT("Constraint not satisfied: ", true, false),
        LIMIT("Limit not satisfied: ", false, false),
        LIMIT_WITHOUT_ATTRIBUTE("Limit not satisfied: ", true, false),
        INSUFFICIENT("Insufficient: ", true, true),
        /** The offer holds no CPU or no memory at all. */
        EMPTY("Offer without CPU or RAM", true, true),
        /** Kept for the group that had somebody evicted there. */
        RESERVED_BY_PREEMPTION("Host reserved by preemption", false, false),
        /** Kept for an instance that is being updated. */
        RESERVED_BY_UPDATE("Host reserved by an update", false, false),
        /** The offer set left it out of its answer. */
        LEFT_OUT("Left out by the offer set", false, false),
        /** A place was found there, and the offer set would not have the task started on it. */
        NOT_BOUND("Not bound", false, false);

        private final String words;
        private final boolean lasting;
        private final boolean preemptionHelps;

        Reason(String words, boolean lasting, boolean preemptionHelps) {
            this.words = words;
            this.lasting = lasting;
            this.preemptionHelps = preemptionHelps;
        }

        /** Whether it stays true while the offer stays as it is: a static veto; otherwise it is a dynamic one. */
        public boolean isStatic() {
            return lasting;
        }

        /** Whether evicting somebody could end it. */
        public boolean preemptionHelps() {
            return preemptionHelps;
        }

        /** What a person reads. */
        public String text(String subject) {
            return words + subject;
        }
    }

    public String text() {
        return reason.text(subject);
    }

    @Override
    public String toString() {
        return text();
    }
}
