package io.tender.cli.demo;

import io.tender.cli.DaemonClient;
import io.tender.cli.UserError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is asked of the cluster in the course of a show: what a user and an operator would type. */
final class Load {
    static final String SERVICE = "shop/demo/front";
    static final int REAL_TASKS = 2;

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration BETWEEN_GANGS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_REAL_JOBS = Duration.ofMillis(1_500);
    private static final int LEAST_IN_A_GANG = 3;
    private static final int GANG_SIZES = 6;

    private final DaemonClient client;
    private final ShowPlan plan;
    private final Consumer<String> news;
    private final List<String> problems = new ArrayList<>();
    private final SortedMap<String, Integer> gangs = new TreeMap<>();
    private final List<Turn> turns;
    private int realJobs;

    /** Something that happens once, when so much of the show is over. */
    private record Turn(double part, Runnable what) {}

    Load(DaemonClient client, ShowPlan plan, Consumer<String> news) {
        this.client = client;
        this.plan = plan;
        this.news = news;
        this.turns = new ArrayList<>(List.of(
                new Turn(0.35, () -> scale(14)),
                new Turn(0.45, () -> drain(true)),
                new Turn(0.7, () -> scale(8)),
                new Turn(0.75, () -> drain(false))));
    }

    /** What there is from the beginning. */
    void begin() {
        weights();
        apply(service());
    }

    /** Asks for what is due. */
    void pass(Duration elapsed) {
        if (elapsed.compareTo(BETWEEN_GANGS.multipliedBy(gangs.size())) >= 0) {
            int size = LEAST_IN_A_GANG + gangs.size() % GANG_SIZES;
            String name = "gang-" + (gangs.size() + 1);
            gangs.put(name, size);
            apply(gang(name, size));
        }
        if (plan.real() && elapsed.compareTo(BETWEEN_REAL_JOBS.multipliedBy(realJobs)) >= 0) {
            apply(real("hello-" + ++realJobs));
        }
        List<Turn> due =
                turns.stream().filter(turn -> plan.part(elapsed) >= turn.part()).toList();
        turns.removeAll(due);
        due.forEach(turn -> carefully(turn.what()));
    }

    private void carefully(Runnable call) {
        try {
            call.run();
        } catch (UserError refused) {
            problems.add(refused.text());
        }
    }

    private void apply(String document) {
        carefully(() -> client.post("/v1/apply?name=demo", "application/yaml", document));
    }

    private void scale(int instances) {
        client.post("/v1/services/" + SERVICE + "/scale?instances=" + instances, "", "");
        news.accept("service " + SERVICE + " is scaled to " + instances + " instances");
    }

    /** The first agent that is simulated leaves for a while, and what runs there is started elsewhere. */
    private void drain(boolean begins) {
        String agent = "agent-1";
        for (JsonNode one : client.get("/v1/agents?limit=10000").path("items")) {
            if (one.path("hostname").asString().equals("agent-1")) {
                agent = one.path("id").asString();
            }
        }
        ObjectNode call = JSON.createObjectNode().put("type", begins ? "DRAIN_AGENT" : "REACTIVATE_AGENT");
        call.putObject(begins ? "drain_agent" : "reactivate_agent")
                .putObject("agent_id")
                .put("value", agent);
        client.call(call);
        news.accept("agent-1 " + (begins ? "is drained: what runs there ends, and starts elsewhere" : "is back"));
    }

    private void weights() {
        ObjectNode call = JSON.createObjectNode().put("type", "UPDATE_WEIGHTS");
        var weights = call.putObject("update_weights").putArray("weight_infos");
        ShowRole.ALL.forEach(
                role -> weights.addObject().put("role", role.role()).put("weight", role.weight()));
        carefully(() -> client.call(call));
    }

    private static String gang(String name, int size) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %1$s}
                spec:
                  minAvailable: %2$d
                  ttlSecondsAfterFinished: 120
                  tasks:
                  - name: worker
                    replicas: %2$d
                    template:
                      metadata:
                        labels: {spread: %1$s}
                        annotations: {tender.io/runs-for: 4s}
                      spec:
                        nodeSelector: {kind: simulated}
                        containers:
                        - {name: main, command: [train], resources: {requests: {cpu: 2, memory: 1Gi}}}
                """.formatted(name, size);
    }

    private static String real(String name) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec:
                  minAvailable: %2$d
                  ttlSecondsAfterFinished: 120
                  tasks:
                  - name: greeter
                    replicas: %2$d
                    template:
                      spec:
                        nodeSelector: {kind: real}
                        containers:
                        - name: main
                          command: [sh, -c, 'echo "hello from process $$"; exec sleep 0.5']
                          resources: {requests: {cpu: 500m, memory: 64Mi}}
                """.formatted(name, REAL_TASKS);
    }

    private static String service() {
        return """
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: front}
                spec:
                  role: shop
                  environment: demo
                  instances: 6
                  tier: preferred
                  resources: {cpu: 1, memory: 512Mi, disk: 64Mi}
                  constraints: {kind: "simulated", rack: "limit:4"}
                  command: serve
                  runsFor: 10h
                  update: {batchSize: 4, watch: 1s}
                """;
    }

    /** How many tasks each gang has, by name. */
    SortedMap<String, Integer> gangs() {
        return gangs;
    }

    int realJobs() {
        return realJobs;
    }

    /** What was refused, though it should not have been. */
    List<String> problems() {
        return problems;
    }

    /** Takes everything back, so that nothing runs on. */
    void end() {
        for (String kind : List.of("jobs", "services")) {
            for (JsonNode one : client.get("/v1/" + kind + "?limit=10000").path("items")) {
                try {
                    client.delete("/v1/" + kind + "/" + one.path("id").asString());
                } catch (UserError gone) {
                    news.accept(kind + " " + one.path("id").asString() + " has ended by itself");
                }
            }
        }
    }
}
