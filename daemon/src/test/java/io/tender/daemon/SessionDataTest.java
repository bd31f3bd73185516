package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.http.Answers;
import io.tender.model.AgentId;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What feeds the plugins of batch sessions in a real daemon: documents, taints and how busy agents are. */
class SessionDataTest {
    private static final String CONF = """
            listen: 127.0.0.1:0
            store: store
            priorityClasses: [{name: settled, value: 7}]
            batch:
              schedulePeriod: 50ms
              offerRefusal: 50ms
              conf:
                actions: "enqueue, allocate, preempt, backfill"
                tiers:
                - plugins: [{name: priority}, {name: gang}, {name: conformance}, {name: pdb}]
                - plugins:
                  - {name: predicates}
                  - {name: nodeorder}
                  - {name: resourcequota}
                  - {name: network-topology-aware}
                  - {name: usage}
            agents:
              local: {enabled: false}
              simulated:
                tasks: {runsFor: 10hrs, startTakes: 1ms, killTakes: 1ms, uses: 0.1}
            """;

    @TempDir
    private Path folder;

    private RunningDaemon start(String... agents) throws Exception {
        return new RunningDaemon(folder, CONF + "    agents: [" + String.join(", ", agents) + "]\n");
    }

    private static String job(String name, int tasks, int least, String more, String pod) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec:
                  minAvailable: %d
                %s
                  tasks:
                  - name: main
                    replicas: %d
                    template:
                      metadata: {labels: {app: %s}}
                      spec:
                %s
                        containers:
                        - {name: main, command: [work], resources: {requests: {cpu: 1, memory: 64Mi}}}
                """.formatted(name, least, more.indent(2), tasks, name, pod.indent(8));
    }

    private static JsonNode awaitReason(RunningDaemon running, String job, String words) throws Exception {
        return running.await(
                "/v1/jobs/default/" + job + "/explain",
                answer -> answer.path("text").asString("").contains(words));
    }

    private static void delete(RunningDaemon running, String path) throws Exception {
        HttpResponse<String> answer = running.ask("DELETE", path, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static List<String> agentsOf(RunningDaemon running, String job) throws Exception {
        JsonNode explained = running.get("/v1/jobs/default/" + job + "/explain");
        return StreamSupport.stream(explained.path("places").spliterator(), false)
                .map(place -> place.path("agent").asString())
                .sorted()
                .toList();
    }

    private static int runningTasks(RunningDaemon running, String job) throws Exception {
        return running.get("/v1/jobs/default/" + job).at("/status/running").asInt();
    }

    @Test
    void a_disruption_budget_protects_tasks_from_more_important_ones() throws Exception {
        String agent = "{name: only, resources: 'cpus:4;mem:4096'}";
        try (RunningDaemon running = start(agent)) {
            running.apply("""
                    apiVersion: policy/v1
                    kind: PodDisruptionBudget
                    metadata: {name: whole}
                    spec: {minAvailable: 100%, selector: {matchLabels: {app: low}}}
                    ---
                    apiVersion: scheduling.k8s.io/v1
                    kind: PriorityClass
                    metadata: {name: urgent}
                    value: 1000
                    ---
                    """ + job("low", 4, 1, "", ""));
            running.await(
                    "/v1/jobs/default/low", low -> low.at("/status/running").asInt() == 4);
            running.apply(job("high", 1, 1, "priorityClassName: urgent", ""));
            awaitReason(running, "high", "insufficient cpu");
            assertThat(runningTasks(running, "low")).isEqualTo(4);
        }
        try (RunningDaemon running = start(agent)) {
            running.await(
                    "/v1/jobs/default/low", low -> low.at("/status/running").asInt() == 4);
            awaitReason(running, "high", "insufficient cpu");
            assertThat(runningTasks(running, "low")).isEqualTo(4);
            HttpResponse<String> named = running.ask("DELETE", "/v1/priorityclasses/urgent", "");
            assertThat(named.statusCode()).isEqualTo(409);
            assertThat(named.body()).contains("Job 'default/high'", "delete them first");

            delete(running, "/v1/poddisruptionbudgets/default/whole");

            running.awaitPhase("high", "Running");
            assertThat(runningTasks(running, "low")).isEqualTo(3);
        }
    }

    @Test
    void a_resource_quota_keeps_a_job_from_being_admitted_and_says_so() throws Exception {
        String agent = "{name: only, resources: 'cpus:8;mem:4096'}";
        try (RunningDaemon running = start(agent)) {
            running.apply("""
                    apiVersion: v1
                    kind: ResourceQuota
                    metadata: {name: small}
                    spec: {hard: {requests.cpu: 3, pods: 10}}
                    ---
                    """ + job("first", 2, 2, "", ""));
            running.awaitPhase("first", "Running");
            running.apply(job("second", 2, 2, "", ""));
            awaitReason(
                    running, "second", "quota 'small' of namespace 'default' would be exceeded: requests.cpu 4 of 3");
        }
        try (RunningDaemon running = start(agent)) {
            awaitReason(running, "second", "quota 'small'");
            running.apply(job("third", 1, 1, "", ""));
            running.awaitPhase("third", "Running");
            assertThat(runningTasks(running, "second")).isZero();

            delete(running, "/v1/resourcequotas/default/small");

            running.awaitPhase("second", "Running");
        }
    }

    @Test
    void hyper_nodes_keep_a_gang_together() throws Exception {
        String agents = "{count: 4, name: 'sim-{n}', racks: 2, resources: 'cpus:1;mem:4096'}";
        String domains = """
                apiVersion: topology.volcano.sh/v1alpha1
                kind: HyperNode
                metadata: {name: left}
                spec:
                  tier: 1
                  members: [{type: Node, selector: {labelMatch: {matchLabels: {rack: rack-1}}}}]
                ---
                apiVersion: topology.volcano.sh/v1alpha1
                kind: HyperNode
                metadata: {name: right}
                spec:
                  tier: 1
                  members:
                  - {type: Node, selector: {exactMatch: {name: sim-2}}}
                  - {type: Node, selector: {regexMatch: {pattern: "-4$"}}}
                ---
                apiVersion: topology.volcano.sh/v1alpha1
                kind: HyperNode
                metadata: {name: hall}
                spec:
                  tier: 2
                  members: [{type: HyperNode, selector: {regexMatch: {pattern: "^(left|right)$"}}}]
                ---
                """;
        String close = "networkTopology: {mode: hard, highestTierAllowed: 1}";
        try (RunningDaemon running = start(agents)) {
            running.apply(domains + job("wide", 3, 3, close, "") + "---\n" + job("pair", 2, 2, close, ""));
            running.awaitPhase("pair", "Running");
            assertThat(agentsOf(running, "pair")).isIn(List.of("sim-1", "sim-3"), List.of("sim-2", "sim-4"));
            assertThat(runningTasks(running, "wide")).isZero();
            delete(running, "/v1/jobs/default/pair");
        }
        try (RunningDaemon running = start(agents)) {
            running.apply(job("after", 2, 2, close, ""));
            running.awaitPhase("after", "Running");
            assertThat(agentsOf(running, "after")).isIn(List.of("sim-1", "sim-3"), List.of("sim-2", "sim-4"));
            assertThat(runningTasks(running, "wide")).isZero();
            delete(running, "/v1/jobs/default/after");

            for (String name : List.of("left", "right", "hall")) {
                delete(running, "/v1/hypernodes/" + name);
            }

            running.awaitPhase("wide", "Running");
        }
    }

    @Test
    void a_taint_keeps_tasks_away_that_do_not_tolerate_it() throws Exception {
        String[] agents = {
            "{name: plain, resources: 'cpus:1;mem:4096'}",
            "{name: kept, resources: 'cpus:1;mem:4096', taints: 'dedicated=science:NoSchedule'}"
        };
        String tolerant = "tolerations: [{key: dedicated, operator: Equal, value: science, effect: NoSchedule}]";
        try (RunningDaemon running = start(agents)) {
            running.apply(job("anybody", 2, 2, "", ""));
            JsonNode why = awaitReason(running, "anybody", "dedicated");
            assertThat(why.path("text").asString()).contains("predicates", "taint");
        }
        try (RunningDaemon running = start(agents)) {
            running.await("/v1/agents", all -> all.path("total").asInt() == 2);
            awaitReason(running, "anybody", "dedicated");
            delete(running, "/v1/jobs/default/anybody");
            running.apply(job("scientist", 2, 2, "", tolerant));
            running.awaitPhase("scientist", "Running");
            assertThat(agentsOf(running, "scientist")).containsExactly("kept", "plain");
            delete(running, "/v1/jobs/default/scientist");
        }
        try (RunningDaemon running = start(agents[0], agents[1].replaceAll(", taints: '[^']*'", ""))) {
            running.apply(job("everybody", 2, 2, "", ""));
            running.awaitPhase("everybody", "Running");
        }
    }

    @Test
    void what_operators_taint_stays_so_over_a_restart_until_they_take_it_off() throws Exception {
        String[] agents = {"{name: plain, resources: 'cpus:1;mem:4096'}", "{name: kept, resources: 'cpus:1;mem:4096'}"};
        try (RunningDaemon running = start(agents)) {
            running.await("/v1/agents", all -> all.path("total").asInt() == 2);
            JsonNode tainted = taint(running, "put=dedicated%3Dscience:NoSchedule", 200);
            assertThat(tainted.path("outcome").asString()).isEqualTo("configured");
            assertThat(tainted.at("/agent/taints/0").asString()).isEqualTo("dedicated=science:NoSchedule");
            assertThat(taint(running, "put=dedicated%3Dscience:NoSchedule", 200)
                            .path("outcome")
                            .asString())
                    .isEqualTo("unchanged");
            running.apply(job("anybody", 2, 2, "", ""));
            JsonNode why = awaitReason(running, "anybody", "dedicated");
            assertThat(why.path("text").asString()).contains("predicates", "tender taint");
            assertThat(taint(running, "put=dedicated", 400).path("error").asString())
                    .contains("gpu=true:NoSchedule");
            assertThat(taint(running, "", 400).path("error").asString()).contains("?put=");
            taint(running, "remove=other", 404);
        }
        try (RunningDaemon running = start(agents)) {
            running.await("/v1/agents", all -> all.path("total").asInt() == 2);
            awaitReason(running, "anybody", "dedicated");
            taint(running, "remove=dedicated", 200);
            running.awaitPhase("anybody", "Running");
        }
    }

    private static JsonNode taint(RunningDaemon running, String query, int status) throws Exception {
        HttpResponse<String> answer = running.ask("POST", "/v1/agents/kept/taints?" + query, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return RunningDaemon.JSON.readTree(answer.body());
    }

    @Test
    void agents_that_are_really_busy_take_no_more_tasks() throws Exception {
        String[] agents = {
            "{name: busy, resources: 'cpus:8;mem:4096', usage: {cpu: 95, memory: 10}}",
            "{name: calm, resources: 'cpus:1;mem:4096', usage: {cpu: 5, memory: 10}}"
        };
        try (RunningDaemon running = start(agents)) {
            awaitUsage(running, "busy");
            running.apply(job("pair", 2, 2, "", ""));
            awaitReason(running, "pair", "the node really uses 95.0% of its cpu, above 80.0%");
            running.apply(job("one", 1, 1, "", ""));
            running.awaitPhase("one", "Running");
            assertThat(agentsOf(running, "one")).containsExactly("calm");
        }
    }

    private static void awaitUsage(RunningDaemon running, String agent) throws Exception {
        running.await("/v1/agents", unused -> {
            var known = running.daemon()
                    .loop()
                    .look(master ->
                            running.daemon().guests().batch().orElseThrow().usage(new AgentId(agent)));
            return Answers.await(known).isPresent();
        });
    }

    @Test
    void plugins_that_have_nothing_to_go_by_say_so_at_the_start() throws Exception {
        String agent = "{name: only, resources: 'cpus:8;mem:4096'}";
        try (RunningDaemon running = start(agent)) {
            assertThat(running.daemon().notices())
                    .containsExactly(
                            "network-topology-aware: no HyperNode was applied yet, so all agents are equally close",
                            "resourcequota: no ResourceQuota was applied yet, so nothing is limited",
                            "pdb: no PodDisruptionBudget was applied yet, so nobody is protected");
            running.apply("""
                    apiVersion: v1
                    kind: ResourceQuota
                    metadata: {name: small}
                    spec: {hard: {cpu: 3}}
                    """);
        }
        try (RunningDaemon running = start(agent)) {
            assertThat(running.daemon().notices()).hasSize(2).noneMatch(words -> words.contains("resourcequota"));
        }
    }

    @Test
    void they_are_listed_described_and_watched_as_other_documents_are() throws Exception {
        try (RunningDaemon running = start("{name: only, resources: 'cpus:8;mem:4096'}")) {
            String quota = """
                    apiVersion: v1
                    kind: ResourceQuota
                    metadata: {name: small, namespace: team}
                    spec: {hard: {cpu: %s}}
                    """;
            assertThat(outcome(running, quota.formatted("3"))).isEqualTo("created");
            assertThat(outcome(running, quota.formatted("3000m"))).isEqualTo("unchanged");
            assertThat(outcome(running, quota.formatted("4"))).isEqualTo("configured");
            assertThat(running.get("/v1/resourcequotas/team/small")
                            .at("/spec/hard/cpu")
                            .asInt())
                    .isEqualTo(4);
            assertThat(running.get("/v1/resourcequotas").path("total").asInt()).isEqualTo(1);
            assertThat(running.ask("GET", "/v1/resourcequotas/default/small", "")
                            .statusCode())
                    .isEqualTo(404);

            TreeSet<String> classes = new TreeSet<>();
            running.get("/v1/priorityclasses")
                    .path("items")
                    .forEach(one -> classes.add(one.path("id").asString() + " " + one.path("value") + " "
                            + one.at("/status/source").asString()));
            assertThat(classes)
                    .containsExactly(
                            "settled 7 Settings",
                            "system-cluster-critical 2000000000 System",
                            "system-node-critical 2000001000 System");
        }
    }

    private static String outcome(RunningDaemon running, String text) throws Exception {
        HttpResponse<String> answer = running.ask("POST", "/v1/apply", text);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return RunningDaemon.JSON
                .readTree(answer.body())
                .at("/results/0/outcome")
                .asString();
    }
}
