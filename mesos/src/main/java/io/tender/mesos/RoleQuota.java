package io.tender.mesos;

import io.tender.model.Quota;
import io.tender.model.Role;

/** A quota and the role it is for. */
public record RoleQuota(Role role, Quota quota) {}
