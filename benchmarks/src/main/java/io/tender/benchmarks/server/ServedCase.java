package io.tender.benchmarks.server;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** A question that is asked over and over; several bodies are sent in turn. */
public enum ServedCase {
    /** One task, one node. */
    PREDICATE("predicate, one node", "/tender/predicate", 1, 1),
    /** Nodes in the lean form; they are the same in each request, as those of a cluster mostly are. */
    BATCH("batchPredicate, lean nodes", "/tender/batchPredicate", 0, 1),
    /** Names alone, the same in each request. */
    KUBE_NAMES("kube filter, names", "/kube/filter", 0, 1),
    /** Names alone, in another order each time: then neither the list is known nor what was said of it. */
    KUBE_NAMES_TURNED("kube filter, names in another order", "/kube/filter", 0, 2),
    /** Whole nodes, the same in each request. */
    KUBE_NODES("kube filter, whole nodes", "/kube/filter", 0, 1),
    /** Whole nodes; one in a hundred has another label, version and heartbeats than usual, another one each time. */
    KUBE_HUNDREDTH("kube filter, whole nodes, 1 % changed", "/kube/filter", 0, 2),
    /** The same, one in ten. */
    KUBE_TENTH("kube filter, whole nodes, 10 % changed", "/kube/filter", 0, 2),
    /** Whole nodes; each of them has a new version and new heartbeats, which is what mostly changes of a node. */
    KUBE_HEARTBEATS("kube filter, whole nodes, new heartbeats", "/kube/filter", 0, 2),
    /** Whole nodes; a label of each of them has another value than in the request before. */
    KUBE_CHANGED("kube filter, whole nodes, all changed", "/kube/filter", 0, 2),
    /** Whole nodes; each of them has a label of another name and other amounts than in the request before. */
    KUBE_RELABELLED("kube filter, whole nodes, other labels and amounts", "/kube/filter", 0, 2),
    /** The same, and no two nodes of a request have the same labels, so that each of them is read from its beginning to its end. */
    KUBE_UNLIKE("kube filter, whole nodes, all to be read anew", "/kube/filter", 0, 2);

    private final String title;
    private final String path;
    private final int fixedNodes;
    private final int bodies;

    ServedCase(String title, String path, int fixedNodes, int bodies) {
        this.title = title;
        this.path = path;
        this.fixedNodes = fixedNodes;
        this.bodies = bodies;
    }

    public String title() {
        return title;
    }

    /** Of the dialect's verb; the bare server has the same question at a path of its own. */
    String path() {
        return path;
    }

    public int nodes(int asked) {
        return fixedNodes == 0 ? asked : fixedNodes;
    }

    /** How many bodies each caller sends in turn. */
    int bodiesOfEach() {
        return bodies;
    }

    /** Each caller has its own where they change: what another has just sent would be recognised. */
    List<byte[]> bodies(int asked, int callers) {
        return IntStream.range(0, bodies == 1 ? 1 : bodies * callers)
                .mapToObj(version -> body(nodes(asked), version).getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private String body(int nodes, int version) {
        StringBuilder json = new StringBuilder();
        switch (this) {
            case PREDICATE ->
                json.append("{\"sessionId\":\"s1\",\"task\":")
                        .append(LEAN_TASK)
                        .append(",\"node\":")
                        .append(leanNode(0))
                        .append('}');
            case BATCH -> {
                json.append("{\"sessionId\":\"s1\",\"task\":").append(LEAN_TASK).append(",\"nodes\":[");
                for (int i = 0; i < nodes; i++) {
                    json.append(i == 0 ? "" : ",").append(leanNode(i));
                }
                json.append("],\"enough\":").append(nodes).append('}');
            }
            case KUBE_NAMES, KUBE_NAMES_TURNED -> {
                json.append("{\"Pod\":").append(POD).append(",\"Nodes\":null,\"NodeNames\":[");
                for (int i = 0; i < nodes; i++) {
                    json.append(i == 0 ? "\"" : ",\"")
                            .append(name((i + version) % nodes))
                            .append('"');
                }
                json.append("]}");
            }
            case KUBE_NODES,
                    KUBE_HUNDREDTH,
                    KUBE_TENTH,
                    KUBE_HEARTBEATS,
                    KUBE_CHANGED,
                    KUBE_RELABELLED,
                    KUBE_UNLIKE -> {
                json.append("{\"Pod\":").append(POD).append(",\"Nodes\":{\"metadata\":{},\"items\":[");
                for (int i = 0; i < nodes; i++) {
                    json.append(i == 0 ? "" : ",").append(kubeNode(i, version));
                }
                json.append("]},\"NodeNames\":null}");
            }
        }
        return json.toString();
    }

    private static String name(int i) {
        return "node-%05d".formatted(i);
    }

    private static String disk(int i) {
        return i % 4 == 0 ? "hdd" : "ssd";
    }

    private static String leanNode(int i) {
        return """
                {"name":"%s","allocatable":{"cpu":64,"memory":262144,"pods":110},\
                "idle":{"cpu":%d,"memory":200000,"pods":90},"used":{"cpu":%d,"memory":62144,"pods":20},\
                "releasing":{"cpu":0,"memory":0},"pipelined":{"cpu":0,"memory":0},\
                "labels":{"kubernetes.io/hostname":"%s","zone":"z%d","%s":"true"},"annotations":{},"taints":[],\
                "unschedulable":false,"tasks":[]}""".formatted(name(i), 64 - i % 32, i % 32, name(i), i % 3, disk(i));
    }

    private String kubeNode(int i, int version) {
        return switch (this) {
            case KUBE_HUNDREDTH -> i % 100 == version % 100 ? changed(i, version) : kubeNode(i, 0, i % 3, 63_500, "");
            case KUBE_TENTH -> i % 10 == version % 10 ? changed(i, version) : kubeNode(i, 0, i % 3, 63_500, "");
            case KUBE_CHANGED -> changed(i, version);
            case KUBE_RELABELLED -> unlike(i, version, "v" + version);
            case KUBE_UNLIKE -> unlike(i, version, "v" + version + "-" + i);
            default -> kubeNode(i, version, i % 3, 63_500, "");
        };
    }

    private static String changed(int i, int version) {
        return kubeNode(i, version + 1, (version + 1) % 10, 63_500, "");
    }

    private static String unlike(int i, int version, String label) {
        return kubeNode(i, version, i % 3, 63_500 - version, "\"%s\":\"true\",".formatted(label));
    }

    /** About as large as the node of a small cluster: 1.3 kB. */
    private static String kubeNode(int i, int version, int zone, int millis, String label) {
        return """
                {"metadata":{"name":"%s","uid":"3f0c3c1e-0000-4000-8000-0000000%05d","resourceVersion":"%d",\
                "creationTimestamp":"2026-01-02T03:04:05Z","labels":{%s"beta.kubernetes.io/arch":"amd64",\
                "kubernetes.io/hostname":"%s","kubernetes.io/os":"linux","topology.kubernetes.io/zone":"z%d",\
                "%s":"true"},"annotations":{"node.alpha.kubernetes.io/ttl":"0"}},"spec":{"podCIDR":"10.0.0.0/24",\
                "providerID":"cloud:///z1/i-%05d"},"status":{"capacity":{"cpu":"64","ephemeral-storage":"500Gi",\
                "memory":"256Gi","pods":"110"},"allocatable":{"cpu":"%dm","ephemeral-storage":"450Gi",\
                "memory":"250Gi","pods":"110"},"conditions":[{"type":"MemoryPressure","status":"False",\
                "lastHeartbeatTime":"2026-01-02T03:%02d:05Z","lastTransitionTime":"2026-01-02T03:04:05Z",\
                "reason":"KubeletHasSufficientMemory","message":"kubelet has sufficient memory available"},\
                {"type":"Ready","status":"True","lastHeartbeatTime":"2026-01-02T03:%02d:05Z",\
                "lastTransitionTime":"2026-01-02T03:04:05Z","reason":"KubeletReady","message":"kubelet is posting"}],\
                "daemonEndpoints":{"kubeletEndpoint":{"Port":10250}},"nodeInfo":{"machineID":"ec2a1",\
                "kernelVersion":"6.1.0","osImage":"Debian 12","containerRuntimeVersion":"containerd://1.7.2",\
                "kubeletVersion":"v1.30.1","operatingSystem":"linux","architecture":"amd64"}}}""".formatted(
                name(i), i, 1000 + version, label, name(i), zone, disk(i), i, millis, version % 60, version % 60);
    }

    private static final String LEAN_TASK = """
            {"namespace":"default","name":"train-worker-0","uid":"11111111-1111-1111-1111-111111111111",\
            "job":"default/train","queue":"default","role":"worker","phase":"Pending","priority":1,"preemptable":true,\
            "resources":{"cpu":2,"memory":4096},"labels":{},"annotations":{},"nodeSelector":{},"node":""}""";

    private static final String POD = """
            {"metadata":{"name":"train-worker-0","namespace":"default","uid":"11111111-1111-1111-1111-111111111111",\
            "creationTimestamp":"2026-01-02T03:04:05Z"},"spec":{"containers":[{"name":"main","image":"busybox",\
            "resources":{"requests":{"cpu":"2","memory":"4Gi"}}}],"schedulerName":"default-scheduler","priority":1},\
            "status":{"phase":"Pending","qosClass":"Burstable"}}""";
}
