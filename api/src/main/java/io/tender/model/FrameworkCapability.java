package io.tender.model;

/** What a framework has declared it can cope with; without the declaration the thing in question is kept from it. */
public enum FrameworkCapability {
    /** Takes part in several roles; agents that do not know of multiple roles are kept from it. */
    MULTI_ROLE,
    /** Wants agents that have GPUs, and promises not to waste them. */
    GPU_RESOURCES,
    /** Can use agents of another region than the master's. */
    REGION_AWARE,
    /** Understands resources that several tasks use at once. */
    SHARED_RESOURCES,
    /** Understands resources that may be taken back at any time. */
    REVOCABLE_RESOURCES,
    /** Understands reservations made on top of other reservations. */
    RESERVATION_REFINEMENT
}
