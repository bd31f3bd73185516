package io.tender.mesos;

/** How a resource says who it is reserved for. */
public enum ReservationForm {
    /** As a stack of reservations, for those who understand reservations on top of others. */
    STACK,
    /** As one role and perhaps a reservation, as it was before; what has a stack of several keeps it. */
    ROLE
}
