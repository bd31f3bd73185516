package io.tender.model.service;

import io.tender.model.BrokenRule;

/**
 * How safe a task's place is.
 *
 * @param preemptible whether it may be evicted for a task whose tier is not, or for a more important one of its role
 * @param revocable whether it runs on CPUs that may be taken back at any time
 */
public record Tier(String name, boolean preemptible, boolean revocable) {

    /** Stays where it is. */
    public static final Tier PREFERRED = new Tier("preferred", false, false);

    /** Gives way; what a task has that names no tier. */
    public static final Tier PREEMPTIBLE = new Tier("preemptible", true, false);

    /** Gives way, and lives on spare CPUs. */
    public static final Tier REVOCABLE = new Tier("revocable", true, true);

    public Tier {
        if (name.isBlank() || (revocable && !preemptible)) {
            throw BrokenRule.of(
                    "A tier cannot be used.",
                    "'" + name + "', preemptible=" + preemptible + ", revocable=" + revocable,
                    "a name, and revocable only together with preemptible",
                    "make it preemptible, or not revocable");
        }
    }

    /** One of the three that are always known. */
    public static Tier of(String name) {
        return switch (name) {
            case "preferred" -> PREFERRED;
            case "preemptible" -> PREEMPTIBLE;
            case "revocable" -> REVOCABLE;
            default ->
                throw BrokenRule.of(
                        "There is no such tier.",
                        "'" + name + "'",
                        "preferred, preemptible or revocable",
                        "name one of the three");
        };
    }

    /** Whether its tasks count as production. */
    public boolean production() {
        return !preemptible && !revocable;
    }

    @Override
    public String toString() {
        return name;
    }
}
