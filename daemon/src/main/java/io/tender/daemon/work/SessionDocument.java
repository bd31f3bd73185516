package io.tender.daemon.work;

import io.tender.core.batch.BatchCluster;
import io.tender.spi.batch.SessionData;

/** What batch sessions look at beside jobs and queues. Nobody has to be there for it, and it may go at any time. */
public sealed interface SessionDocument extends Document permits BudgetDocument, HyperNodeDocument, QuotaDocument {

    /** What it tells sessions of. */
    SessionData data();

    /** Lets sessions see it from now on. */
    void putInto(BatchCluster cluster);

    /** Sessions no longer see it. */
    void removeFrom(BatchCluster cluster);
}
