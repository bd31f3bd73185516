package io.tender.daemon.work;

import io.tender.core.batch.BatchCluster;
import io.tender.model.batch.NamespaceQuota;
import io.tender.spi.batch.SessionData;

/** A ResourceQuota of {@code v1}. */
public record QuotaDocument(NamespaceQuota quota) implements SessionDocument {
    static final String KIND = "ResourceQuota";

    @Override
    public DocumentId id() {
        return new DocumentId(KIND, quota.namespace() + "/" + quota.name());
    }

    @Override
    public SessionData data() {
        return SessionData.QUOTAS;
    }

    @Override
    public void putInto(BatchCluster cluster) {
        cluster.putQuota(quota);
    }

    @Override
    public void removeFrom(BatchCluster cluster) {
        cluster.removeQuota(quota.namespace(), quota.name());
    }
}
