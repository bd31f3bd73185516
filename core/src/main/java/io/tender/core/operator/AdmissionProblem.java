package io.tender.core.operator;

/**
 * Why a framework or an agent is not let in.
 *
 * @param message what was got, what was expected and what to do
 */
public record AdmissionProblem(Reason reason, String message) {

    public enum Reason {
        /** A role that is not on the list of permitted roles. */
        ROLE_NOT_PERMITTED,
        /** A role that is to be suppressed and is not subscribed. */
        SUPPRESSED_ROLE_NOT_SUBSCRIBED,
        /** Offer constraints for a role that is not subscribed. */
        CONSTRAINED_ROLE_NOT_SUBSCRIBED,
        /** An agent that says where it stands, while the master does not. */
        DOMAIN_WITHOUT_MASTER_DOMAIN,
        /** An agent that does not say where it stands, although all must. */
        DOMAIN_REQUIRED
    }
}
