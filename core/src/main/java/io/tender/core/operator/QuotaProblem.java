package io.tender.core.operator;

import io.tender.model.Role;

/**
 * One thing that is wrong with an update of quotas.
 *
 * @param role the role whose new quota is wrong; for OVERCOMMITTED the first of those asked for
 * @param message what was got, what was expected and what to do
 */
public record QuotaProblem(Reason reason, Role role, String message) {

    public enum Reason {
        /** The caller may not change this role's quota. */
        NOT_AUTHORISED,
        /** The role is not on the list of permitted roles. */
        ROLE_NOT_PERMITTED,
        /** Quota on a nested role without the option that supports it. */
        NESTED_ROLE,
        /** More than any cluster will ever have: most likely the wrong unit. */
        TOO_LARGE,
        GUARANTEE_ABOVE_LIMIT,
        /** The role already consumes more than the new limit; can be forced. */
        LIMIT_BELOW_CONSUMPTION,
        /** All guarantees together exceed the cluster; can be forced. */
        OVERCOMMITTED,
        /** The old call, which only ever sets a quota for the first time, on a role that has one. */
        ALREADY_SET
    }
}
