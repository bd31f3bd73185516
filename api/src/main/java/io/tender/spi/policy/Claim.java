package io.tender.spi.policy;

import io.tender.model.FrameworkId;
import io.tender.model.Role;
import java.util.Comparator;

/** A framework under one of its roles: what an offer is made to. */
public record Claim(FrameworkId framework, Role role) implements Comparable<Claim> {

    private static final Comparator<Claim> ORDER =
            Comparator.comparing(Claim::framework).thenComparing(Claim::role);

    @Override
    public int compareTo(Claim other) {
        return ORDER.compare(this, other);
    }
}
