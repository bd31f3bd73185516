package io.tender.extender.kube;

import io.tender.extender.client.RequestBody;
import io.tender.extender.json.Envelope;
import io.tender.extender.json.Json;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The requests, put together from pods and nodes that are encoded already. Members are spelled as Go spells them, and what
 * is not given is null, not left out.
 */
public final class KubeRequests {
    private static final byte[] EMPTY_OBJECT = new Json().begin().end().bytes();

    private KubeRequests() {}

    /** Asks about whole nodes: to filter them, or to rank them. */
    public static RequestBody ofNodes(byte[] pod, Collection<byte[]> nodes) {
        Envelope list = Envelope.empty().put("metadata", EMPTY_OBJECT).list("items", nodes);
        return Envelope.empty()
                .put("Pod", pod)
                .put("Nodes", list)
                .putNull("NodeNames")
                .body();
    }

    /** Asks about nodes that the extender knows by name. */
    public static RequestBody ofNames(byte[] pod, Collection<String> names) {
        return Envelope.empty()
                .put("Pod", pod)
                .putNull("Nodes")
                .texts("NodeNames", names)
                .body();
    }

    /**
     * Who would be evicted from one node.
     *
     * @param violations of disruption budgets that this would mean, as whoever chose the victims has counted
     */
    public record Victims<T>(List<T> pods, long violations) {
        public Victims {
            pods = List.copyOf(pods);
        }

        /** Where budgets are kept by whoever chooses the victims: none of those asked about violates one. */
        public static <T> Victims<T> of(List<T> pods) {
            return new Victims<>(pods, 0);
        }
    }

    /** Asks who may be evicted, with whole pods. */
    public static RequestBody ofVictims(byte[] pod, Map<String, Victims<byte[]>> podsByNode) {
        Envelope nodes = Envelope.empty();
        podsByNode.forEach((node, victims) -> nodes.putNamed(node, victims(victims.pods(), victims.violations())));
        return Envelope.empty()
                .put("Pod", pod)
                .put("NodeNameToVictims", nodes)
                .putNull("NodeNameToMetaVictims")
                .body();
    }

    /** Asks who may be evicted, by their uids. */
    public static RequestBody ofVictimUids(byte[] pod, Map<String, Victims<String>> uidsByNode) {
        Envelope nodes = Envelope.empty();
        uidsByNode.forEach((node, victims) -> nodes.putNamed(
                node,
                victims(
                        victims.pods().stream()
                                .map(uid ->
                                        new Json().begin().put("UID", uid).end().bytes())
                                .toList(),
                        victims.violations())));
        return Envelope.empty()
                .put("Pod", pod)
                .putNull("NodeNameToVictims")
                .put("NodeNameToMetaVictims", nodes)
                .body();
    }

    private static Envelope victims(List<byte[]> pods, long violations) {
        return Envelope.empty().list("Pods", pods).put("NumPDBViolations", violations);
    }

    public static RequestBody ofBinding(String namespace, String name, String uid, String node) {
        return Envelope.empty()
                .put("PodName", name)
                .put("PodNamespace", namespace)
                .put("PodUID", uid)
                .put("Node", node)
                .body();
    }
}
