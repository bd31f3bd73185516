package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tasks leave an agent that is really too busy for one that is not, in a real daemon, by measurements of its agents. */
class ReschedulingTest {
    private static final String CONF = """
            listen: 127.0.0.1:0
            store: store
            batch:
              schedulePeriod: 50ms
              offerRefusal: 50ms
              conf:
                actions: "enqueue, allocate, backfill, shuffle"
                tiers:
                - plugins:
                  - name: priority
                  - name: gang
                  - name: conformance
                - plugins:
                  - name: predicates
                  - name: proportion
                  - name: nodeorder
                  - name: usage
                    arguments:
                      thresholds: {cpu: 80, mem: 80}
                  - name: rescheduling
                    arguments:
                      interval: 5m
                      metricsPeriod: 5m
                      strategies:
                      - name: lowNodeUtilization
                        params:
                          thresholds: {cpu: 20, memory: 20, pods: 20}
                          targetThresholds: {cpu: 60, memory: 80, pods: 80}
            agents:
              local: {enabled: false}
              simulated:
                tasks: {runsFor: 10hrs, startTakes: 1ms, killTakes: 1ms, uses: 0}
            """;

    private static final String CALM = "{name: calm, resources: 'cpus:8;mem:8192', usage: {cpu: 5, memory: 10}}";

    @TempDir
    private Path folder;

    private RunningDaemon start(String... agents) throws Exception {
        return new RunningDaemon(folder, CONF + "    agents: [" + String.join(", ", agents) + "]\n");
    }

    private static String busy(int cpu) {
        return "{name: busy, resources: 'cpus:4;mem:4096', usage: {cpu: " + cpu + ", memory: 10}}";
    }

    private static String job(String name, int tasks, String annotations) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec:
                  minAvailable: 1
                  tasks:
                  - name: main
                    replicas: %d
                    template:
                      metadata: {annotations: {%s}}
                      spec:
                        containers:
                        - {name: main, command: [work], resources: {requests: {cpu: 1, memory: 64Mi}}}
                """.formatted(name, tasks, annotations);
    }

    private static List<String> agents(JsonNode explained) {
        return StreamSupport.stream(explained.path("places").spliterator(), false)
                .map(place -> place.path("agent").asString())
                .sorted()
                .toList();
    }

    private static void awaitAgents(RunningDaemon running, String job, String... expected) throws Exception {
        running.await(
                "/v1/jobs/default/" + job + "/explain", answer -> agents(answer).equals(List.of(expected)));
    }

    @Test
    void tasks_are_moved_from_an_agent_that_is_too_busy_to_one_that_is_not() throws Exception {
        try (RunningDaemon running = start(busy(30))) {
            running.apply(job("load", 2, "") + "---\n" + job("still", 1, "volcano.sh/preemptable: 'false'"));
            awaitAgents(running, "load", "busy", "busy");
            awaitAgents(running, "still", "busy");
        }
        try (RunningDaemon running = start(busy(90), CALM)) {
            // Nothing waits, and nothing runs on the other agent: nobody but the plugin asks for it.
            awaitAgents(running, "load", "calm", "calm");

            assertThat(agents(running.get("/v1/jobs/default/still/explain"))).containsExactly("busy");
            JsonNode load = running.await(
                    "/v1/jobs/default/load",
                    answer -> answer.at("/status/running").asInt() == 2);
            assertThat(load.at("/status/state/phase").asString()).isEqualTo("Running");
        }
    }
}
