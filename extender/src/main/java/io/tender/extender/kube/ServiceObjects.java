package io.tender.extender.kube;

import io.tender.extender.json.Json;
import io.tender.model.batch.ResourceList;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.spi.offers.EvictionQuery;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Services as objects of Kubernetes: a pod stands for every task of a group, since they are asked about together, and a node
 * for what is offered of a machine.
 */
final class ServiceObjects {
    private static final String HOSTNAME = "kubernetes.io/hostname";
    private static final long MIB = 1 << 20;

    /** All that a service can ask for. */
    static final List<String> NAMES =
            List.of(ResourceList.CPU, ResourceList.MEMORY, ResourceList.STORAGE, ResourceList.GPU);

    private ServiceObjects() {}

    /** The role is its namespace; its uid, the key of the job, is that of all tasks of the job. */
    static byte[] pod(TaskConfig config, ResourceBundle request) {
        return pod(config, request, config.job().toString(), Optional.empty());
    }

    /** One task that runs: it has a uid and a node of its own. */
    static byte[] running(EvictionQuery.Victim task, String node) {
        return pod(task.config(), task.config().request(), task.id().value(), Optional.of(node));
    }

    private static byte[] pod(TaskConfig config, ResourceBundle request, String uid, Optional<String> node) {
        JobKey job = config.job();
        Json json = new Json().begin();
        json.begin("metadata")
                .put("name", job.name())
                .put("namespace", job.role())
                .put("uid", uid)
                .put("labels", Map.of("environment", job.environment()))
                .putUnlessEmpty("annotations", config.metadata())
                .end();
        json.begin("spec").list("containers").begin().put("name", "main").begin("resources");
        json.quantities("requests", amounts(request)).end().end().endList();
        node.ifPresent(name -> json.put("nodeName", name));
        json.put("schedulerName", "default-scheduler")
                .put("priority", config.priority())
                .end();
        json.begin("status")
                .put("phase", node.isPresent() ? "Running" : "Pending")
                .put("qosClass", "Burstable")
                .end();
        return json.end().bytes();
    }

    /** What is offered is what it can allot; a machine's attributes are its labels. */
    static byte[] node(HostOffer offer) {
        Json json = new Json().begin();
        TreeMap<String, String> labels = new TreeMap<>();
        offer.attributes().values().forEach((name, values) -> labels.put(name, String.join(",", values)));
        labels.put(HOSTNAME, offer.hostname());
        json.begin("metadata")
                .put("name", offer.hostname())
                .put("labels", labels)
                .end()
                .begin("spec")
                .end();
        ResourceList amounts = amounts(offer.firm().plus(offer.revocable()));
        json.begin("status").quantities("capacity", amounts).quantities("allocatable", amounts);
        json.list(
                "conditions",
                List.of("Ready"),
                (out, type) -> out.begin()
                        .put("type", type)
                        .put("status", "True")
                        .putNull("lastHeartbeatTime")
                        .putNull("lastTransitionTime")
                        .end());
        return json.end().end().bytes();
    }

    /** Megabytes as bytes, and gpus under the name that Kubernetes has for them. */
    static ResourceList amounts(ResourceBundle bundle) {
        TreeMap<String, Long> amounts = new TreeMap<>();
        put(amounts, ResourceList.CPU, bundle.cpuMillis());
        put(amounts, ResourceList.MEMORY, bytes(bundle.ramMillis()));
        put(amounts, ResourceList.STORAGE, bytes(bundle.diskMillis()));
        put(amounts, ResourceList.GPU, bundle.gpuMillis());
        return ResourceList.of(amounts);
    }

    private static void put(Map<String, Long> amounts, String name, long amount) {
        if (amount > 0) {
            amounts.put(name, amount);
        }
    }

    private static long bytes(long thousandthsOfMegabytes) {
        return thousandthsOfMegabytes / 1000 * MIB + thousandthsOfMegabytes % 1000 * MIB / 1000;
    }
}
