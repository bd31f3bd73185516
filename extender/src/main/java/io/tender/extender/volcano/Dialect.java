package io.tender.extender.volcano;

import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.TaskView;
import java.util.List;

/** How things are written for an extender, each as one JSON value. */
sealed interface Dialect permits DocumentedDialect, KubeDialect, VolcanoDialect {

    /** @param everyJob whether a job that does not say what admission reserves for it is shown as if it did */
    static Dialect of(DialectName name, boolean everyJob) {
        return switch (name) {
            case DOCUMENTED -> new DocumentedDialect(everyJob);
            case VOLCANO -> new VolcanoDialect(everyJob);
            case KUBE -> new KubeDialect();
        };
    }

    /** Whether requests say in their body to which session they belong. */
    boolean namesSession();

    /** @param domains shared by all that is encoded together */
    byte[] task(TaskView task, JobDomains domains);

    /** @param domains shared by all that is encoded together */
    byte[] node(NodeView node, JobDomains domains);

    byte[] job(JobView job);

    byte[] queue(QueueView queue);

    default byte[] task(TaskView task) {
        return task(task, new JobDomains());
    }

    default List<byte[]> tasks(List<? extends TaskView> tasks) {
        JobDomains domains = new JobDomains();
        return tasks.stream().map(task -> task(task, domains)).toList();
    }
}
