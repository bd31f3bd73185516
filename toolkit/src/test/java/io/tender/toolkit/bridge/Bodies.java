package io.tender.toolkit.bridge;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What schedulers send: a task p1 of 2 cores and 4 GiB, and the nodes n1 to n3. */
final class Bodies {
    private static final String POD = """
            {"metadata":{"name":"p1","namespace":"default","uid":"u1","annotations":{"scheduling.k8s.io/group-name":"train"}},\
            "spec":{"containers":[{"name":"main","image":"busybox","resources":{"requests":{"cpu":"2","memory":"4Gi"}}}],\
            "schedulerName":"default-scheduler","priority":0},"status":{"phase":"Pending"}}""";

    static final String KUBE_NODES = "{\"Pod\":" + POD + ",\"Nodes\":{\"metadata\":{},\"items\":[" + all(Bodies::node)
            + "]},\"NodeNames\":null}";

    static final String KUBE_NAMES = "{\"Pod\":" + POD + ",\"Nodes\":null,\"NodeNames\":[\"n1\",\"n2\",\"n3\"]}";

    /** v1 on n1, which would violate a budget, and v2 on n2. */
    static final String KUBE_VICTIMS = "{\"Pod\":" + POD + ",\"NodeNameToVictims\":{\"n1\":" + victims("v1", "n1", 1)
            + ",\"n2\":" + victims("v2", "n2", 0) + "},\"NodeNameToMetaVictims\":null}";

    /** The same by uid. */
    static final String KUBE_VICTIM_UIDS = "{\"Pod\":" + POD + ",\"NodeNameToVictims\":null,\"NodeNameToMetaVictims\":{"
            + "\"n1\":{\"Pods\":[{\"UID\":\"v1\"}],\"NumPDBViolations\":1},"
            + "\"n2\":{\"Pods\":[{\"UID\":\"v2\"}],\"NumPDBViolations\":0}}}";

    static final String KUBE_BIND =
            "{\"PodName\":\"p1\",\"PodNamespace\":\"default\",\"PodUID\":\"u1\",\"Node\":\"n1\"}";

    static final String AURORA = "{\"jobKey\":\"www-prod-hello\",\"request\":{\"cpu\":2,\"memory\":4096,\"disk\":64},"
            + "\"hosts\":["
            + all(name -> "{\"name\":\"" + name + "\",\"offer\":{\"cpu\":8,\"memory\":16384,\"disk\":100000}}") + "]}";

    private Bodies() {}

    /** Nodes n1 to the last. */
    static String kubeNodes(int count) {
        return "{\"Pod\":" + POD + ",\"Nodes\":{\"metadata\":{},\"items\":["
                + IntStream.rangeClosed(1, count).mapToObj(i -> node("n" + i)).collect(Collectors.joining(","))
                + "]},\"NodeNames\":null}";
    }

    private static String all(Function<String, String> each) {
        return List.of("n1", "n2", "n3").stream().map(each).collect(Collectors.joining(","));
    }

    private static String node(String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"zone\":\"a\"}},\"spec\":{},\"status\":{"
                + "\"capacity\":{\"cpu\":\"8\",\"memory\":\"16Gi\",\"pods\":\"110\"},"
                + "\"allocatable\":{\"cpu\":\"8\",\"memory\":\"16Gi\",\"pods\":\"110\"},"
                + "\"nodeInfo\":{\"kernelVersion\":\"6.12\"}}}";
    }

    private static String victims(String uid, String node, int violations) {
        return "{\"Pods\":[" + victim(uid, node) + "],\"NumPDBViolations\":" + violations + "}";
    }

    private static String victim(String uid, String node) {
        return "{\"metadata\":{\"name\":\"pod-" + uid + "\",\"namespace\":\"default\",\"uid\":\"" + uid
                + "\"},\"spec\":{\"containers\":[],\"nodeName\":\"" + node + "\"},\"status\":{\"phase\":\"Running\"}}";
    }

    private static String amounts(long cores, long mebibytes) {
        return "{\"cpu\":" + cores + ",\"memory\":" + mebibytes + "}";
    }

    private static String resource(long cores, long mebibytes) {
        return "{\"MilliCPU\":" + 1000 * cores + ",\"Memory\":" + (mebibytes << 20)
                + ",\"ScalarResources\":null,\"MaxTaskNum\":0}";
    }

    private static String task(boolean lean, String uid, String name, String node) {
        return lean
                ? "{\"namespace\":\"default\",\"name\":\"" + name + "\",\"uid\":\"" + uid
                        + "\",\"job\":\"default/train\",\"resources\":" + amounts(2, 4096) + ",\"node\":\"" + node
                        + "\"}"
                : "{\"UID\":\"" + uid + "\",\"Job\":\"default/train\",\"Name\":\"" + name
                        + "\",\"Namespace\":\"default\",\"TaskRole\":\"worker\",\"Resreq\":" + resource(2, 4096)
                        + ",\"NodeName\":\"" + node + "\",\"Status\":1,\"Pod\":"
                        + (node.isEmpty() ? POD : victim(uid, node)) + "}";
    }

    private static String agent(boolean lean, String name) {
        return lean
                ? "{\"name\":\"" + name + "\",\"allocatable\":" + amounts(8, 16384) + ",\"idle\":" + amounts(8, 16384)
                        + ",\"used\":" + amounts(0, 0) + ",\"labels\":{\"zone\":\"a\"},\"tasks\":[]}"
                : "{\"Name\":\"" + name + "\",\"Node\":" + node(name) + ",\"Idle\":" + resource(8, 16384) + ",\"Used\":"
                        + resource(0, 0) + ",\"Allocatable\":" + resource(8, 16384) + ",\"Tasks\":{}}";
    }

    static String predicate(boolean lean, String node) {
        return "{\"task\":" + task(lean, "u1", "p1", "") + ",\"node\":" + agent(lean, node) + "}";
    }

    static String prioritize(boolean lean) {
        return "{\"task\":" + task(lean, "u1", "p1", "") + ",\"nodes\":[" + all(name -> agent(lean, name)) + "]}";
    }

    static String evict(boolean lean, String victim) {
        return "{\"evictor\":" + task(lean, "u1", "p1", "") + ",\"evictees\":["
                + task(lean, victim, "pod-" + victim, "n1") + "]}";
    }

    static String placed(boolean lean, String node) {
        return "{\"task\":" + task(lean, "u1", "p1", node) + "}";
    }

    static String job(boolean lean, String name, int minAvailable) {
        return lean
                ? "{\"job\":{\"namespace\":\"default\",\"name\":\"" + name
                        + "\",\"uid\":\"j\",\"queue\":\"q\",\"minAvailable\":" + minAvailable + ",\"tasks\":[]}}"
                : "{\"job\":{\"UID\":\"default/" + name + "\",\"Name\":\"" + name
                        + "\",\"Namespace\":\"default\",\"Queue\":\"q\",\"MinAvailable\":" + minAvailable
                        + ",\"Tasks\":{}}}";
    }

    static String queue(boolean lean, String name) {
        return lean
                ? "{\"queue\":{\"name\":\"" + name + "\",\"weight\":1}}"
                : "{\"queue\":{\"UID\":\"" + name + "\",\"Name\":\"" + name
                        + "\",\"Weight\":1,\"Queue\":{\"metadata\":{\"name\":\"" + name
                        + "\"},\"spec\":{\"weight\":1},\"status\":{\"state\":\"Open\"}}}}";
    }
}
