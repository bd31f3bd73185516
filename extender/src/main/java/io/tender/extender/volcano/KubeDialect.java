package io.tender.extender.volcano;

import io.tender.extender.json.Json;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.QueueView;
import io.tender.spi.batch.TaskView;

/** Tasks and nodes as the objects of Kubernetes that kube-scheduler shows its extenders; it knows no jobs and no queues. */
final class KubeDialect implements Dialect {
    @Override
    public boolean namesSession() {
        return false;
    }

    @Override
    public byte[] task(TaskView task, JobDomains domains) {
        Json json = new Json().begin();
        KubeObjects.pod(json, task, KubeObjects.PodForm.KUBERNETES);
        return json.end().bytes();
    }

    @Override
    public byte[] node(NodeView view, JobDomains domains) {
        Json json = new Json().begin();
        KubeObjects.node(json, view.node(), KubeObjects.PodForm.KUBERNETES);
        return json.end().bytes();
    }

    /** No verb of the protocol is about jobs, so there is none to ask with. */
    @Override
    public byte[] job(JobView job) {
        throw new UnsupportedOperationException("kube-scheduler's protocol has no jobs");
    }

    @Override
    public byte[] queue(QueueView queue) {
        throw new UnsupportedOperationException("kube-scheduler's protocol has no queues");
    }
}
