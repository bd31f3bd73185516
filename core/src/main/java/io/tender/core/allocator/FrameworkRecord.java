package io.tender.core.allocator;

import io.tender.model.AgentId;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.OfferConstraints;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the allocator knows of a framework. */
final class FrameworkRecord {

    final FrameworkId id;
    FrameworkInfo info;
    OfferConstraints constraints;
    boolean active;
    final TreeSet<Role> suppressed = new TreeSet<>();

    /** One for each role it subscribes to or holds something under. */
    final TreeMap<Role, RoleClient> clients = new TreeMap<>();

    /** Until when it does not want inverse offers for an agent. */
    final Map<AgentId, Instant> inverseFilters = new HashMap<>();

    final Demand demand = new Demand();

    /** The offers of the current run, by role and agent; absent between runs. */
    @Nullable
    TreeMap<Role, Map<AgentId, Resources>> offers;

    // Looked at for every agent, so kept as plain flags.
    boolean multiRole;
    boolean gpus;
    boolean regionAware;
    boolean shared;
    boolean revocable;
    boolean refined;

    FrameworkRecord(FrameworkInfo info, OfferConstraints constraints) {
        this.id = info.id();
        this.info = info;
        this.constraints = constraints;
        describe(info, constraints);
    }

    void describe(FrameworkInfo newInfo, OfferConstraints newConstraints) {
        info = newInfo;
        constraints = newConstraints;
        multiRole = newInfo.can(FrameworkCapability.MULTI_ROLE);
        gpus = newInfo.can(FrameworkCapability.GPU_RESOURCES);
        regionAware = newInfo.can(FrameworkCapability.REGION_AWARE);
        shared = newInfo.can(FrameworkCapability.SHARED_RESOURCES);
        revocable = newInfo.can(FrameworkCapability.REVOCABLE_RESOURCES);
        refined = newInfo.can(FrameworkCapability.RESERVATION_REFINEMENT);
    }

    /** Whether it may be given offers under the role now. */
    boolean isEligible(RoleClient client) {
        return active && client.subscribed && !suppressed.contains(client.role);
    }
}
