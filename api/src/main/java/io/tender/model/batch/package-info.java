/** What batch scheduling talks about: jobs with their tasks, queues, nodes and their domains, in Volcano's words. */
@NullMarked
package io.tender.model.batch;

import org.jspecify.annotations.NullMarked;
