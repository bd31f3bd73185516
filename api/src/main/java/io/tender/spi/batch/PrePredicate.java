package io.tender.spi.batch;

/**
 * Whether it is worth looking for a node at all. Asked once per task, before its nodes. Combined: the first refusal.
 */
@FunctionalInterface
public interface PrePredicate {
    Verdict check(TaskView task);
}
