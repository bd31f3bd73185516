/**
 * One client for every decision that leaves the process: deadline, budget, retries, breaker, bulkhead, caps, TLS,
 * metrics and recording. It says what happened; what a failure means is decided by its caller.
 */
@NullMarked
package io.tender.extender.client;

import org.jspecify.annotations.NullMarked;
