package io.tender.model.batch;

/** Whether a queue takes work: only an open one admits, allocates or reclaims. */
public enum QueueState {
    OPEN,
    CLOSED,
    CLOSING,
    UNKNOWN
}
