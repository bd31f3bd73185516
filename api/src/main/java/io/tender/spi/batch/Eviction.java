package io.tender.spi.batch;

/**
 * For whom tasks are to be evicted.
 *
 * @param job whose gang wants the room
 * @param reclaim whether the room is taken from other queues, or from lower jobs of the same queue
 */
public record Eviction(JobView job, boolean reclaim) {}
