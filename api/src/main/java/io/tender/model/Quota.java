package io.tender.model;

/** What a role is promised at least, and what it may use at most. */
public record Quota(ResourceQuantities guarantees, ResourceLimits limits) {
    /** No promise and no bound, as every role starts. */
    public static final Quota NONE = new Quota(ResourceQuantities.empty(), ResourceLimits.none());

    /** The older kind of quota, where the guarantee is the limit as well. */
    public static Quota both(ResourceQuantities quantities) {
        return new Quota(quantities, ResourceLimits.of(quantities));
    }

    public boolean isDefault() {
        return guarantees.isEmpty() && limits.isEmpty();
    }
}
