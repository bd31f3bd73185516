package io.tender.core.sorter;

import io.tender.spi.Chance;

/** Somebody who is sorted: a role among roles, or a framework within its role. */
public final class ShareClient {

    final String path;

    /** The {@link Chance#half} of the path's key. */
    final long half;

    private final Object owner;
    ShareNode node;
    boolean active;

    /** How likely it is to come first; kept by {@link RelativeWeights}. */
    double relativeWeight;

    /** Its place in an order that is given. */
    int rank;

    ShareClient(String path, Object owner, ShareNode node) {
        this.path = path;
        this.half = Chance.half(Chance.key(path));
        this.owner = owner;
        this.node = node;
    }

    public String path() {
        return path;
    }

    /** What the client stands for, as given when it was added. */
    public Object owner() {
        return owner;
    }
}
