package io.tender.daemon.master;

import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import java.time.Instant;
import java.util.Optional;

/**
 * A framework as it is now, or as it was when it ended.
 *
 * @param connected whether its scheduler is there
 * @param active whether it gets offers
 * @param used what its tasks use, with roles
 * @param gone when it ended
 */
public record FrameworkView(
        FrameworkId id,
        Subscription subscription,
        boolean connected,
        boolean active,
        Instant registeredAt,
        Instant reregisteredAt,
        Resources used,
        Resources offered,
        Optional<Instant> gone) {}
