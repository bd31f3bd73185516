package io.tender.spi.batch;

/** What sessions know beside jobs, queues and what nodes have, if somebody tells them. */
public enum SessionData {
    /** How busy nodes really are. */
    USAGE,
    HYPER_NODES,
    QUOTAS,
    BUDGETS,
    /** Which images nodes have already. */
    IMAGES
}
