package io.tender.model.batch;

/** What keeps tasks off a node unless they tolerate it. */
public record Taint(String key, String value, Effect effect) {

    /** How strongly. */
    public enum Effect {
        NO_SCHEDULE,
        PREFER_NO_SCHEDULE,
        NO_EXECUTE
    }
}
