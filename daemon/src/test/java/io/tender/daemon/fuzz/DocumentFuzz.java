package io.tender.daemon.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Documents that are nearly right: valid ones with something changed, as text or as a tree. */
final class DocumentFuzz {
    private static final JsonMapper JSON = new JsonMapper();

    static final String QUEUE = """
            apiVersion: scheduling.volcano.sh/v1beta1
            kind: Queue
            metadata: {name: research}
            spec: {weight: 3, reclaimable: true, capability: {cpu: 8, memory: 8Gi}, deserved: {cpu: 2}, guarantee: {resource: {cpu: 1}}, priority: 5}
            """;
    static final String POD_GROUP = """
            apiVersion: scheduling.volcano.sh/v1beta1
            kind: PodGroup
            metadata: {name: together, namespace: science}
            spec: {minMember: 2, minResources: {cpu: 2, memory: 1Gi}, queue: default}
            """;
    static final String JOB = """
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            metadata: {name: steady, namespace: default, labels: {a: b}}
            spec:
              minAvailable: 2
              minSuccess: 1
              queue: default
              maxRetry: 3
              ttlSecondsAfterFinished: 600
              policies:
              - {event: PodEvicted, action: RestartJob}
              - {exitCode: 3, action: AbortJob, timeout: 90s}
              plugins: {env: [], svc: []}
              tasks:
              - name: main
                replicas: 2
                minAvailable: 1
                policies: [{events: [PodFailed], action: RestartTask}]
                template:
                  metadata: {labels: {c: d}}
                  spec:
                    restartPolicy: OnFailure
                    nodeSelector: {rack: r1}
                    tolerations: [{key: a, operator: Exists, effect: NoSchedule}]
                    containers:
                    - name: main
                      command: [sh, -c, "sleep 1"]
                      args: [a, b]
                      env: [{name: A, value: "1"}]
                      ports: [{containerPort: 80, name: http}]
                      resources: {requests: {cpu: 100m, memory: 32Mi}, limits: {cpu: 200m, memory: 64Mi}}
              - name: side
                replicas: 1
                dependsOn: {name: [main], iteration: any}
                template:
                  spec:
                    containers: [{name: c, command: ["true"], resources: {requests: {cpu: 100m}}}]
            """;
    static final String SERVICE = """
            apiVersion: tender.io/v1
            kind: Service
            metadata: {name: hello}
            spec:
              role: www
              environment: prod
              instances: 2
              tier: preferred
              priority: 5
              service: true
              maxFailures: 1
              resources: {cpu: 250m, memory: 128Mi, disk: 64Mi, gpu: 0}
              ports: [http]
              constraints: {rack: "limit:2", zone: "a,b", host: "!bad-host"}
              command: exec ./serve --port $PORT_http
              env: {MODE: fast}
              grace: 3s
              update: {strategy: queue, batchSize: 1, watch: 45s, maxPerInstanceFailures: 0, maxFailedInstances: 0, rollbackOnFailure: true}
            """;
    static final List<String> ALL = List.of(QUEUE, POD_GROUP, JOB, SERVICE);

    private static final List<String> SCALARS = List.of(
            "&a [*a]",
            "&a {<<: *a}",
            "!!java.net.URL [x]",
            "!!binary x",
            "|\n  a",
            "@x",
            "%x",
            "~",
            "{",
            "]",
            "1_000",
            "0x7f",
            "0o17",
            ".inf",
            ".nan",
            "1e400",
            "-1",
            "2147483648",
            "9223372036854775808",
            "1000000000Ei",
            "1e-9",
            "-5m",
            "5 5",
            "100000h",
            "''",
            "\"\\ud800\"",
            "\"\\0\"",
            "2026-01-01",
            "yes");

    private final Dice dice;
    private final TreeFuzz spoiling;

    DocumentFuzz(Dice dice) {
        this.dice = dice;
        this.spoiling = new TreeFuzz(dice);
    }

    HttpMessage apply() {
        byte[] text = dice.chance(50) ? tree() : lines();
        return HttpMessage.of("a document", "POST", "/v1/apply", List.of("Content-Type: application/yaml"), text);
    }

    private byte[] tree() {
        Object read = new Load(LoadSettings.builder().build()).loadFromString(dice.one(ALL));
        ObjectNode tree = JSON.valueToTree((Map<?, ?>) read);
        for (int left = dice.below(4); left > 0; left--) {
            spoiling.spoil(tree);
        }
        return spoiling.text(tree).getBytes(StandardCharsets.UTF_8);
    }

    private byte[] lines() {
        List<String> lines = new ArrayList<>(dice.one(ALL).lines().toList());
        for (int left = 1 + dice.below(3); left > 0; left--) {
            int at = dice.below(lines.size());
            String line = lines.get(at);
            switch (dice.below(8)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, line);
                case 2 -> lines.set(at, " " + line);
                case 3 -> lines.set(at, line.replaceFirst("^ +", "\t"));
                case 4, 5 ->
                    lines.set(
                            at,
                            line.replaceFirst(":.*", ": " + dice.one(SCALARS).replace("\\", "\\\\")));
                case 6 -> lines.add(at, "---");
                default -> lines.set(at, line.replaceAll("[0-9]+", dice.oddNumber()));
            }
            if (lines.isEmpty()) {
                lines.add("");
            }
        }
        byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        if (!dice.chance(8)) {
            return text;
        }
        ByteArrayOutputStream odd = new ByteArrayOutputStream();
        odd.writeBytes(dice.one(List.of(
                new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf},
                new byte[] {(byte) 0xff, (byte) 0xfe},
                new byte[] {0},
                "[".repeat(30_000).getBytes(StandardCharsets.US_ASCII),
                "---\n".repeat(5_000).getBytes(StandardCharsets.US_ASCII),
                dice.bytes(200))));
        odd.writeBytes(text);
        return odd.toByteArray();
    }
}
