/**
 * The service scheduler: a level-2 framework that keeps the instances of jobs running.
 *
 * <p>Start reading at {@link io.tender.core.services.ServiceScheduler}, which is told of offers, statuses and commands. An
 * offer's way leads through OfferBook and HoldTimers, a task's through Lifecycle and TaskGroups; they meet in Attempt.
 */
@NullMarked
package io.tender.core.services;

import org.jspecify.annotations.NullMarked;
