package io.tender.core.allocator;

import io.tender.core.sorter.ShareClient;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.spi.Chance;
import java.util.ArrayList;
import java.util.List;

/** A framework under one of its roles: what is sorted, given offers and filtered. */
final class RoleClient {

    final FrameworkRecord framework;
    final Role role;
    final RoleNode node;
    final ShareClient share;
    final int number;

    /** What random choices for this client are addressed by. */
    final long key;

    /** False for a role it left, or never asked for, but holds something under. */
    boolean subscribed;

    /** The agents on which it holds something, in no particular order; kept by them. */
    final List<AgentRecord> agents = new ArrayList<>(0);

    /** The least it wants to be offered, from the framework or the cluster. */
    List<ResourceQuantities> minimum = List.of();

    boolean constrained;

    /** Its live offer filters. */
    final List<OfferFilter> filters = new ArrayList<>();

    RoleClient(FrameworkRecord framework, Role role, RoleNode node, ShareClient share, int number) {
        this.framework = framework;
        this.role = role;
        this.node = node;
        this.share = share;
        this.number = number;
        this.key = Chance.key(Chance.key(role.path()), Chance.key(framework.id.value()));
    }
}
