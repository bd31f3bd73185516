/** What people ask for: jobs, queues, pod groups and services as documents, what may change in them, and why they wait. */
@NullMarked
package io.tender.daemon.work;

import org.jspecify.annotations.NullMarked;
