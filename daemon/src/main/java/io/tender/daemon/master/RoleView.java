package io.tender.daemon.master;

import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;

/** A role that somebody subscribes to, holds something under, reserved for, or gave a quota or weight. */
public record RoleView(
        Role role,
        double weight,
        Quota quota,
        List<FrameworkId> frameworks,
        Resources allocated,
        Resources offered,
        Resources reserved) {}
