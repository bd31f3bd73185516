package io.tender.daemon.work;

import io.tender.core.batch.BatchCluster;
import io.tender.model.batch.DisruptionBudget;
import io.tender.spi.batch.SessionData;

/** A PodDisruptionBudget of {@code policy/v1}. */
public record BudgetDocument(DisruptionBudget budget) implements SessionDocument {
    static final String KIND = "PodDisruptionBudget";

    @Override
    public DocumentId id() {
        return new DocumentId(KIND, budget.namespace() + "/" + budget.name());
    }

    @Override
    public SessionData data() {
        return SessionData.BUDGETS;
    }

    @Override
    public void putInto(BatchCluster cluster) {
        cluster.putBudget(budget);
    }

    @Override
    public void removeFrom(BatchCluster cluster) {
        cluster.removeBudget(budget.namespace(), budget.name());
    }
}
