package io.tender.model;

/**
 * Yes-or-no properties of resources as bits, each with its opposite.
 *
 * <p>Or-ed over a collection they answer "is there any?" and, by the opposite bit, "is there any that is not?" without
 * looking at an object.
 */
final class Traits {
    static final int RESERVED = 1;
    static final int UNRESERVED = 1 << 1;
    static final int REVOCABLE = 1 << 2;
    static final int NON_REVOCABLE = 1 << 3;
    static final int SHARED = 1 << 4;
    static final int NON_SHARED = 1 << 5;
    static final int SCALAR = 1 << 6;
    static final int NON_SCALAR = 1 << 7;
    static final int PERSISTENT = 1 << 8;
    static final int NON_PERSISTENT = 1 << 9;
    static final int REFINED = 1 << 10;
    static final int NON_REFINED = 1 << 11;
    static final int DIVISIBLE = 1 << 12;
    static final int INDIVISIBLE = 1 << 13;
    static final int PLAIN = 1 << 14;

    /** More than any collection can have. */
    static final int ANY = -1;

    /** The traits of a plain scalar. */
    static final int OF_PLAIN =
            UNRESERVED | NON_REVOCABLE | NON_SHARED | SCALAR | NON_PERSISTENT | NON_REFINED | DIVISIBLE | PLAIN;

    private Traits() {}

    static int of(ResourceKey key) {
        boolean persistent = key.disk != null && key.disk.persistence().isPresent();
        boolean scalar = key.kind == ResourceKey.Kind.SCALAR;
        boolean plain = scalar
                && key.reservations.isEmpty()
                && key.disk == null
                && key.providerId == null
                && !key.revocable
                && !key.shared;
        return (key.reservations.isEmpty() ? UNRESERVED : RESERVED)
                | (key.revocable ? REVOCABLE : NON_REVOCABLE)
                | (key.shared ? SHARED : NON_SHARED)
                | (scalar ? SCALAR : NON_SCALAR)
                | (persistent ? PERSISTENT : NON_PERSISTENT)
                | (key.reservations.size() > 1 ? REFINED : NON_REFINED)
                | (key.disk != null && key.disk.isIndivisible() ? INDIVISIBLE : DIVISIBLE)
                | (plain ? PLAIN : 0);
    }

    /** The bit that is set where the given one is not. */
    static int opposite(int trait) {
        int bit = Integer.numberOfTrailingZeros(trait);
        return 1 << (bit ^ 1);
    }
}
