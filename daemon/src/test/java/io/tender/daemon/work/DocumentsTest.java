package io.tender.daemon.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.LifeAction;
import io.tender.core.batch.life.LifeEvent;
import io.tender.core.batch.life.LifePolicy;
import io.tender.core.batch.life.RestartPolicy;
import io.tender.core.batch.life.RoleSpec;
import io.tender.core.services.UpdateStrategy;
import io.tender.daemon.master.TextRules;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.Tier;
import io.tender.runtime.yaml.YamlProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents are read whole: what they ask for, or everything that is wrong with them. */
class DocumentsTest {
    private final Documents documents = new Documents(Map.of("high", 1000));

    private static String resource(String name) {
        try (InputStream in = DocumentsTest.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("There is no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private JobDocument job() {
        return (JobDocument) documents
                .read("mpi-job.yaml", resource("mpi-job.yaml"))
                .documents()
                .getFirst()
                .document();
    }

    private List<YamlProblem> problems(String text) {
        DocumentException refused =
                catchThrowableOfType(DocumentException.class, () -> documents.read("file.yaml", text));
        assertThat(refused).as("nothing is wrong with it").isNotNull();
        return refused.problems();
    }

    @Test
    void a_job_of_volcanos_is_read_whole() {
        JobDocument job = job();

        assertThat(job.id()).hasToString("Job 'science/pi'");
        assertThat(job.spec().frame().queue()).isEqualTo("research");
        assertThat(job.spec().frame().priority()).isEqualTo(1000);
        assertThat(job.spec().frame().minAvailable()).isEqualTo(3);
        assertThat(job.spec().maxRetry()).isEqualTo(5);
        assertThat(job.spec().minSuccess()).contains(2);
        assertThat(job.spec().timeToLive()).contains(Duration.ofMinutes(10));
        assertThat(job.spec().policies())
                .containsExactly(
                        LifePolicy.on(LifeEvent.POD_EVICTED, LifeAction.RESTART_JOB),
                        LifePolicy.onExitCode(3, LifeAction.ABORT_JOB).after(Duration.ofSeconds(90)));
    }

    @Test
    void the_tasks_of_a_job_are_read_with_what_they_run() {
        JobDocument job = job();
        RoleSpec master = job.spec().roles().getFirst();
        RoleSpec worker = job.spec().roles().getLast();

        assertThat(master.restarts()).isEqualTo(RestartPolicy.ON_FAILURE);
        assertThat(master.dependsOn().orElseThrow().any()).isTrue();
        assertThat(master.policies()).containsExactly(LifePolicy.on(LifeEvent.TASK_COMPLETED, LifeAction.COMPLETE_JOB));
        assertThat(master.template().request())
                .isEqualTo(ResourceList.parse("cpu=500m memory=256Mi nvidia.com/gpu=1 pods=1"));
        assertThat(job.programs().get("master").command().words()).containsExactly("sh", "-c", "mpirun pi");
        assertThat(job.programs().get("master").ports())
                .as("a port of the container is no number of the agent")
                .isEmpty();
        assertThat(job.programs().get("master").grace()).isEqualTo(Duration.ofSeconds(5));
        assertThat(job.programs().get("master").runsFor()).contains(Duration.ofSeconds(30));
        assertThat(worker.maxRetry()).isEqualTo(7);
        assertThat(worker.restarts()).isEqualTo(RestartPolicy.NEVER);
        assertThat(worker.template().nodeSelector()).containsEntry("zone", "z1");
        assertThat(worker.template().nodeAffinity().required()).hasSize(1);
        assertThat(worker.template().podAffinity().preferredAnti()).hasSize(1);
        assertThat(worker.template().tolerations()).hasSize(1);
    }

    @Test
    void tasks_are_told_who_they_are() {
        JobDocument job = job();

        assertThat(job.command("master", 0).environment())
                .containsEntry("RANKS", "2")
                .containsEntry("VC_TASK_INDEX", "0")
                .containsEntry("VC_WORKER_NUM", "2")
                .containsEntry("TENDER_JOB", "science/pi");
        assertThat(job.command("worker", 1).environment()).containsEntry("VK_TASK_INDEX", "1");
        assertThat(job.command("master", 0).workingDirectory()).isEqualTo("work");
    }

    @Test
    void resources_that_are_named_with_nothing_of_them_are_remembered() {
        String job = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: web}
                spec:
                  tasks:
                  - name: worker
                    replicas: 1
                    template:
                      spec:
                        containers:
                        - command: [x]
                          resources:
                            requests: {cpu: 1, nvidia.com/gpu: 0, example.com/nic: 0}
                            limits: {cpu: 2, memory: 1Gi, example.com/fpga: 0, example.com/nic: 1}
                """;
        JobDocument read =
                (JobDocument) documents.read("f", job).documents().getFirst().document();
        TaskTemplate template = read.spec().roles().getFirst().template();

        assertThat(template.request()).isEqualTo(ResourceList.parse("cpu=1 memory=1Gi example.com/nic=1 pods=1"));
        assertThat(template.named()).containsExactly("example.com/fpga", "nvidia.com/gpu");
        assertThat(template.limits()).isEqualTo(ResourceList.parse("cpu=2 memory=1Gi example.com/nic=1"));
    }

    @ParameterizedTest
    @CsvSource({"7, 7", "-3, -3", "high, a whole number", "'', a whole number", "3000000000, a whole number"})
    void a_template_may_give_its_tasks_a_priority_of_their_own(String written, String outcome) {
        String job = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: web}
                spec:
                  priorityClassName: high
                  tasks:
                  - {name: plain, template: {spec: {containers: [{command: [x]}]}}}
                  - name: ranked
                    template:
                      metadata: {annotations: {volcano.sh/task-priority: "%s"}}
                      spec: {containers: [{command: [x]}]}
                """.formatted(written);
        if (outcome.startsWith("a")) {
            assertThat(problems(job)).singleElement().satisfies(problem -> {
                assertThat(problem.problem()).isEqualTo("The annotation 'volcano.sh/task-priority' cannot be this.");
                assertThat(problem.got()).isEqualTo("'" + written + "'");
                assertThat(problem.expected()).startsWith(outcome);
            });
            return;
        }
        List<RoleSpec> roles = ((JobDocument)
                        documents.read("f", job).documents().getFirst().document())
                .spec()
                .roles();
        assertThat(roles.getFirst().template().priority()).isEqualTo(1000);
        assertThat(roles.getLast().template().priority()).isEqualTo(Integer.parseInt(outcome));
    }

    private List<RoleSpec> roles(String text) {
        return ((JobDocument) documents.read("f", text).documents().getFirst().document())
                .spec()
                .roles();
    }

    @ParameterizedTest
    @ValueSource(strings = {"annotations", "labels"})
    void what_is_said_of_a_job_goes_for_those_of_its_tasks_that_say_nothing_of_it(String where) {
        List<RoleSpec> roles = roles("""
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: web, %1$s: {volcano.sh/preemptable: "false", volcano.sh/cooldown-time: 600s}}
                spec:
                  tasks:
                  - {name: plain, template: {spec: {containers: [{command: [x]}]}}}
                  - name: own
                    template:
                      metadata: {%1$s: {volcano.sh/preemptable: "True", volcano.sh/cooldown-time: 1m}}
                      spec: {containers: [{command: [x]}]}
                """.formatted(where));
        TaskTemplate plain = roles.getFirst().template();
        TaskTemplate own = roles.getLast().template();
        boolean annotated = where.equals("annotations");

        assertThat(plain.preemptable()).isFalse();
        assertThat(annotated ? plain.annotations() : plain.labels()).containsEntry("volcano.sh/cooldown-time", "600s");
        assertThat(own.preemptable()).isTrue();
        assertThat(annotated ? own.annotations() : own.labels()).containsEntry("volcano.sh/cooldown-time", "1m");
    }

    @ParameterizedTest
    @CsvSource({
        "'{volcano.sh/revocable-zone: \"*\"}', true",
        "'{volcano.sh/preemptable: \"true\"}', true",
        "'{volcano.sh/preemptable: \"1\"}', true",
        "'{volcano.sh/preemptable: \"true\", volcano.sh/revocable-zone: \"\"}', false",
        "'{volcano.sh/preemptable: \"false\"}', false",
        "{}, false"
    })
    void who_is_called_preemptable_is_meant_for_time_shared_nodes_unless_it_says_otherwise(
            String annotations, boolean meant) {
        JobDocument job = (JobDocument) documents
                .read("f", """
                        apiVersion: batch.volcano.sh/v1alpha1
                        kind: Job
                        metadata: {name: web, annotations: %s}
                        spec: {tasks: [{name: plain, template: {spec: {containers: [{command: [x]}]}}}]}
                        """.formatted(annotations))
                .documents()
                .getFirst()
                .document();

        assertThat(job.spec().frame().revocableZone()).isEqualTo(meant ? "*" : "");
        assertThat(job.spec().roles().getFirst().template().revocableZone()).isEqualTo(meant ? "*" : "");
    }

    @Test
    void a_zone_that_a_template_has_as_a_label_says_nothing_and_hides_nothing_that_its_job_says() {
        JobDocument job =
                (JobDocument) documents.read("f", """
                        apiVersion: batch.volcano.sh/v1alpha1
                        kind: Job
                        metadata: {name: web, annotations: {volcano.sh/revocable-zone: "*"}}
                        spec:
                          tasks:
                          - name: plain
                            template:
                              metadata: {labels: {volcano.sh/revocable-zone: "*"}}
                              spec: {containers: [{command: [x]}]}
                        """).documents().getFirst().document();

        assertThat(job.spec().roles().getFirst().template().revocableZone()).isEqualTo("*");
    }

    @ParameterizedTest
    @CsvSource({
        "volcano.sh/preemptable, no, true",
        "volcano.sh/cooldown-time, 600, a duration",
        "volcano.sh/cooldown-time, -5s, a duration",
        "volcano.sh/revocable-zone, rz1, every zone",
        "volcano.sh/jdb-min-available, half, a percentage",
        "volcano.sh/jdb-max-unavailable, 150%, a percentage",
        "sla-waiting-time, 0s, a duration",
        "volcano.sh/sla-waiting-time, tomorrow, a duration"
    })
    void annotations_that_cannot_be_read_are_no_annotations_passed_over(String key, String value, String expected) {
        String job = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata:
                  name: web
                  annotations:
                    %s: "%s"
                spec: {tasks: [{name: plain, template: {spec: {containers: [{command: [x]}]}}}]}
                """.formatted(key, value);

        assertThat(problems(job)).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(6);
            assertThat(problem.problem()).isEqualTo("The annotation '" + key + "' cannot be this.");
            assertThat(problem.got()).isEqualTo("'" + value + "'");
            assertThat(problem.expected()).contains(expected);
        });
        assertThat(documents.readJson(new DocumentId(JobDocument.KIND, "default/web"), job))
                .as("what was admitted once stays")
                .isInstanceOf(JobDocument.class);
    }

    @Test
    void a_budget_of_a_job_says_one_thing() {
        assertThat(problems("""
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: web, annotations: {volcano.sh/jdb-min-available: "1", volcano.sh/jdb-max-unavailable: "1"}}
                spec: {tasks: [{name: plain, template: {spec: {containers: [{command: [x]}]}}}]}
                """)).extracting(YamlProblem::problem).containsExactly("A budget must say one thing.");
    }

    @Test
    void a_list_of_documents_is_those_in_it() {
        String list = """
                apiVersion: v1
                kind: List
                items:
                - apiVersion: scheduling.volcano.sh/v1beta1
                  kind: Queue
                  metadata: {name: one}
                  spec: {weight: 2}
                - apiVersion: scheduling.volcano.sh/v1beta1
                  kind: Queue
                  metadata: {name: two}
                  spec: {weight: 3}
                """;

        assertThat(documents.read("f", list).documents())
                .extracting(one -> one.document().id().toString())
                .containsExactly("Queue 'one'", "Queue 'two'");
        assertThat(problems(list.replace("weight: 3", "wieght: 3")))
                .extracting(problem -> problem.line() + ": " + problem.problem())
                .containsExactly("11: 'wieght' is no field of a queue. Did you mean 'weight'?");
        assertThat(problems("kind: List\napiVersion: v1\n"))
                .extracting(YamlProblem::problem)
                .contains("A list has no 'items'.");
    }

    @ParameterizedTest
    @CsvSource({
        "root/eng/prod, 1/2/8, ''",
        "root/eng/prod, '', ''",
        "root/eng, 1/0.5, ''",
        "eng/prod, 1/2, volcano.sh/hierarchy",
        "root//prod, 1/2/3, volcano.sh/hierarchy",
        "root, 1, volcano.sh/hierarchy",
        "root/eng, 1/heavy, volcano.sh/hierarchy-weights",
        "root/eng, 1/2/3, volcano.sh/hierarchy-weights",
        "root/eng, 1/-2, volcano.sh/hierarchy-weights"
    })
    void the_path_of_a_queue_is_one_and_its_weights_go_with_it(String path, String weights, String wrong) {
        String queue = """
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: Queue
                metadata:
                  name: prod
                  annotations: {volcano.sh/hierarchy: %s, volcano.sh/hierarchy-weights: "%s"}
                """.formatted(path, weights);

        if (wrong.isEmpty()) {
            assertThat(documents.read("f", queue).documents()).hasSize(1);
        } else {
            assertThat(problems(queue))
                    .singleElement()
                    .satisfies(problem ->
                            assertThat(problem.problem()).isEqualTo("The annotation '" + wrong + "' cannot be this."));
            assertThat(documents.readJson(QueueDocument.id("prod"), queue)).isInstanceOf(QueueDocument.class);
        }
    }

    @Test
    void what_is_said_of_a_pod_group_in_annotations_is_said_to_have_no_effect() {
        assertThat(documents.read("f", """
                                apiVersion: scheduling.volcano.sh/v1beta1
                                kind: PodGroup
                                metadata: {name: gang, annotations: {volcano.sh/preemptable: "true", other: x}}
                                spec: {minMember: 2}
                                """).notices())
                .containsExactly("'volcano.sh/preemptable' of a pod group has no effect: say it of its jobs");
    }

    @Test
    void a_selector_that_is_not_there_matches_nothing_and_an_empty_one_everything() {
        String job = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: web}
                spec:
                  tasks:
                  - name: plain
                    template:
                      spec:
                        affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: host%1$s}]}}
                        topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule%1$s}]
                        containers: [{command: [x]}]
                """;
        TaskTemplate without = roles(job.formatted("")).getFirst().template();
        TaskTemplate empty =
                roles(job.formatted(", labelSelector: {}")).getFirst().template();

        assertThat(without.podAffinity().requiredAnti().getFirst().selector().matches(Map.of("any", "label")))
                .isFalse();
        assertThat(without.spread().getFirst().selector().matches(Map.of())).isFalse();
        assertThat(empty.podAffinity().requiredAnti().getFirst().selector().matches(Map.of()))
                .isTrue();
        assertThat(empty.spread().getFirst().selector().matches(Map.of("any", "label")))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"'[{name: example.com/wait}]', true", "[], false"})
    void gates_that_are_none_hold_nobody_back(String gates, boolean held) {
        String job = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: web}
                spec: {tasks: [{name: plain, template: {spec: {schedulingGates: %s, containers: [{command: [x]}]}}}]}
                """.formatted(gates);

        assertThat(roles(job).getFirst().template().gated()).isEqualTo(held);
    }

    @Test
    void amounts_of_nothing_forbid_a_queue_what_they_name() {
        Queue queue =
                ((QueueDocument) documents.read("f", """
                                apiVersion: scheduling.volcano.sh/v1beta1
                                kind: Queue
                                metadata: {name: plain}
                                spec:
                                  capability: {cpu: 4, nvidia.com/gpu: 0}
                                  deserved: {cpu: 2, example.com/fpga: "0"}
                                """).documents().getFirst().document()).queue();

        assertThat(queue.capability()).isEqualTo(ResourceList.parse("cpu=4"));
        assertThat(queue.forbidden()).containsExactly("nvidia.com/gpu");
        assertThat(queue.undeserved()).containsExactly("example.com/fpga");
        assertThat(queue.shareNames("example.com/fpga")).isTrue();
        assertThat(queue.shareNames("nvidia.com/gpu")).isFalse();
    }

    @Test
    void what_has_no_effect_is_said_once() {
        assertThat(documents.read("f", resource("mpi-job.yaml")).notices())
                .containsExactly(
                        "'svc' has no effect: tasks are processes and share their agent's network and files",
                        "'ssh' has no effect: tasks are processes and share their agent's network and files");
    }

    @Test
    void what_will_fail_on_an_agent_that_runs_processes_is_said_before() {
        String job = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: web}
                spec:
                  tasks:
                  - name: nginx
                    replicas: 1
                    template: {spec: {containers: [{name: main, image: nginx, workingDir: /home}]}}
                """;

        assertThat(documents.read("f", job).notices())
                .containsExactly(
                        "'workingDir: /home' is not in a task's own folder, where it begins: an agent that runs processes will"
                                + " fail the task; leave it out, or name a folder such as 'data'",
                        "task 'nginx' has no command, and images are not run: an agent that runs processes will fail it; say"
                                + " in 'command' what to run");
        assertThat(documents
                        .read("f", job.replace("image: nginx, workingDir: /home", "command: [serve], workingDir: data"))
                        .notices())
                .isEmpty();
        assertThat(documents
                        .read(
                                "f",
                                job.replace("{spec:", "{metadata: {annotations: {tender.io/runs-for: 3s}}, spec:")
                                        .replace(", workingDir: /home", ""))
                        .notices())
                .isEmpty();
    }

    @Test
    void a_document_is_kept_as_one_line_of_json_and_read_back_the_same() {
        Submitted submitted =
                documents.read("f", resource("mpi-job.yaml")).documents().getFirst();

        assertThat(submitted.json() + "\n").isEqualTo(resource("mpi-job.json"));
        assertThat(documents.readJson(submitted.document().id(), submitted.json()))
                .isEqualTo(submitted.document());
    }

    @Test
    void services_queues_and_pod_groups_may_share_a_file() {
        List<Submitted> read =
                documents.read("service.yaml", resource("service.yaml")).documents();

        ServiceDocument service = (ServiceDocument) read.get(0).document();
        assertThat(service.id()).hasToString("Service 'www/prod/hello'");
        assertThat(service.instances()).isEqualTo(3);
        assertThat(service.config().tier()).isEqualTo(Tier.PREFERRED);
        assertThat(service.config().resources()).hasToString("cpus:0.25;mem:128;disk:64");
        assertThat(service.config().constraints()).hasSize(2);
        assertThat(service.program().command().shell()).isTrue();
        assertThat(service.program().grace()).isEqualTo(Duration.ofSeconds(10));
        assertThat(service.update().strategy()).isEqualTo(new UpdateStrategy.Batch(2));
        assertThat(service.update().watchMillis()).isEqualTo(5_000);
        assertThat(service.update().rollbackOnFailure()).isFalse();
        QueueDocument queue = (QueueDocument) read.get(1).document();
        assertThat(queue.queue().weight()).isEqualTo(4);
        assertThat(queue.queue().guarantee()).isEqualTo(ResourceList.parse("cpu=10"));
        assertThat(queue.queue().reclaimable()).isFalse();
        PodGroupDocument group = (PodGroupDocument) read.get(2).document();
        assertThat(group.minTaskMember()).containsEntry("worker", 2);
        assertThat(group.topology().orElseThrow().hard()).isFalse();
        assertThat(group.subGroups()).hasSize(1);
        for (Submitted one : read) {
            assertThat(documents.readJson(one.document().id(), one.json())).isEqualTo(one.document());
        }
    }

    @Test
    void a_job_can_be_a_gang_of_a_kind_that_is_written_down_apart() {
        PodGroupDocument group = (PodGroupDocument) documents
                .read("service.yaml", resource("service.yaml"))
                .documents()
                .get(2)
                .document();
        String text = resource("mpi-job.yaml")
                .replace("  labels:\n    team: maths", "  annotations:\n    scheduling.k8s.io/group-name: group");
        JobDocument job =
                (JobDocument) documents.read("f", text).documents().getFirst().document();

        assertThat(job.group()).contains(group.name());
        JobSpec spec = job.specIn(group);
        assertThat(spec.frame().minResources()).contains(ResourceList.parse("cpu=3"));
        assertThat(spec.frame().subGroups()).hasSize(1);
        assertThat(spec.roles().getLast().minAvailable()).contains(2);
    }

    @Test
    void every_mistake_is_told_with_its_line() {
        assertThat(problems(resource("bad-job.yaml")))
                .extracting(problem -> problem.line() + ": " + problem.problem())
                .containsExactly(
                        "1: A Job is not written in that version.",
                        "4: 'name' cannot be this.",
                        "6: 'minAvailable' cannot be this.",
                        "7: 'quue' is no field of a job. Did you mean 'queue'?",
                        "8: There is no priority class 'hihg'. Did you mean 'high'?",
                        "10: 'volumes' cannot be used here: a task is a process of its agent, and finds the agent's files;"
                                + " it is given no others.",
                        "12: 'PodFaild' is no event. Did you mean 'PodFailed'?",
                        "14: Exit code 0 is a success, and no cause for a policy.",
                        "18: 'replicas' cannot be this.",
                        "19: Task 'master' depends on a task that is not there. Did you mean 'worker'?",
                        "26: 'value' cannot be this.",
                        "28: This is not an amount.",
                        "29: Task 'worker' has an impossible number.",
                        "34: 'Sometimes' is no restartPolicy.",
                        "35: A task runs one process.");
    }

    @Test
    void a_mistake_says_what_was_got_and_what_was_expected() {
        assertThatThrownBy(() -> documents.read("bad-job.yaml", resource("bad-job.yaml")))
                .hasMessageStartingWith(resource("bad-job.txt").stripTrailing());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "---\n---\n",
                "- a list",
                "a text",
                "{",
                "kind: Job",
                "kind: Pod\napiVersion: v1",
                "kind: [Job]\napiVersion: {}",
                "kind: Job\napiVersion: batch.volcano.sh/v1alpha1\nmetadata: 3\nspec: []",
                "a: &a [*a]",
                "? [a]\n: b",
                "key: \"\\ud800\"",
                "kind: Queue\nkind: Queue"
            })
    void whatever_comes_is_refused_with_a_place_and_never_breaks_the_reader(String text) {
        assertThat(problems(text)).allSatisfy(problem -> {
            assertThat(problem.line()).isPositive();
            assertThat(problem.column()).isPositive();
            assertThat(problem.problem()).isNotBlank();
        });
    }

    @Test
    void bytes_that_are_no_text_are_refused() {
        assertThat(problems(Character.toString(0)).getFirst().problem()).startsWith("This is no YAML");
    }

    @Test
    void text_that_would_grow_without_bound_is_refused() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 40; i++) {
            laughs.append("a%d: &a%d [*a%d, *a%d]%n".formatted(i, i, i - 1, i - 1));
        }

        assertThat(problems(laughs.toString()).getFirst().problem()).isEqualTo("This is too large.");
        assertThat(problems("[".repeat(100_000)).getFirst().problem()).isEqualTo("This is nested too deeply.");
    }

    /** Another number in its place would have mistakes of its own, which nobody made. */
    @Test
    void a_number_of_replicas_that_cannot_be_is_the_only_mistake() {
        String text = job("big", task("main", 100_001)).replace("spec: {tasks", "spec: {minAvailable: 2, tasks");

        assertThat(problems(text))
                .extracting(YamlProblem::problem, YamlProblem::expected)
                .containsExactly(tuple("'replicas' cannot be this.", "a whole number from 0 to 100000"));
    }

    private static String job(String name, String tasks) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec: {tasks: [%s]}
                """.formatted(name, tasks);
    }

    private static String task(String name, int replicas) {
        return "{name: " + name + ", replicas: " + replicas + ", template: {spec: {containers: [{command: [x]}]}}}";
    }

    @Test
    void a_job_has_no_more_tasks_than_can_be_kept() {
        assertThat(documents
                        .read("f", job("large", task("a", 60_000) + ", " + task("b", 40_000)))
                        .documents())
                .hasSize(1);
        assertThat(problems(job("larger", task("a", 60_000) + ", " + task("b", 40_001))))
                .extracting(YamlProblem::problem)
                .containsExactly("A job has too many tasks.");
        assertThat(problems(job("large", task("a", 100_001)))).isNotEmpty();
        assertThat(problems(job("huge", task("a", Integer.MAX_VALUE) + ", " + task("b", Integer.MAX_VALUE))))
                .isNotEmpty();
    }

    @Test
    void names_leave_room_for_the_numbers_that_ids_end_with() {
        String role = "r".repeat(63);
        String longest = "n".repeat(TextRules.LONGEST_ID - 4 - 6 - 19 - "default".length() - 63);
        JobDocument job = (JobDocument) documents
                .read("f", job(longest, task(role, 1)))
                .documents()
                .getFirst()
                .document();
        String run = io.tender.core.batch.life.JobSpec.taskId(job.spec().id(), role, 99_999) + "." + Long.MAX_VALUE;
        assertThat(run.length()).isLessThanOrEqualTo(TextRules.LONGEST_ID);

        assertThat(problems(job(longest + "n", task(role, 1))))
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem.problem()).isEqualTo("The names of a job are too long together."));
        assertThat(problems("""
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: %s}
                spec: {role: www, resources: {cpu: 1, memory: 64Mi}, command: x}
                """.formatted("n".repeat(250))))
                .extracting(YamlProblem::problem)
                .containsExactly("The names of a service are too long together.");
    }

    @Test
    void keys_have_a_length_and_can_be_shown() {
        String text = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: odd, labels: {%s: v}, annotations: {"a\\u0007": v}}
                spec:
                  tasks:
                  - template: {spec: {containers: [{command: [x], env: [{name: %s, value: v}]}]}}
                """.formatted("k".repeat(318), "V".repeat(318));

        assertThat(problems(text))
                .extracting(YamlProblem::problem)
                .containsExactlyInAnyOrder(
                        "A key of 'labels' is too long.",
                        "A key of 'annotations' cannot be this.",
                        "The name of a variable is too long.");
    }

    @Test
    void a_document_that_could_not_be_kept_is_refused() {
        String text = """
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: large}
                spec: {role: www, resources: {cpu: 1, memory: 64Mi}, command: [&c %s%s]}
                """;

        assertThat(problems(text.formatted("x".repeat(300_000), ", *c".repeat(3))))
                .extracting(YamlProblem::problem)
                .containsExactly("Service 'www/prod/large' is too large to be kept.");
        assertThat(problems(text.formatted("x".repeat(300_000), ", *c".repeat(100_000))))
                .extracting(YamlProblem::problem)
                .as("found out before it is put together")
                .containsExactly("This is too large.");
        assertThat(problems(text.formatted("\"\\ud800\"", ""))).isNotEmpty();
    }

    @Test
    void unusual_characters_survive_the_journal() {
        String text = """
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: odd}
                spec:
                  role: www
                  resources: {cpu: 1, memory: 64Mi}
                  command: "echo \\"Grüße 🚀\\" \\u007f \\u2028 \\t \\\\ \\x01 \\r\\n end"
                """;
        Submitted submitted = documents.read("f", text).documents().getFirst();

        assertThat(documents.readJson(submitted.document().id(), submitted.json()))
                .isEqualTo(submitted.document());
    }

    @Test
    void words_that_older_yaml_takes_for_truths_are_words_where_a_text_is_meant() {
        String text = """
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: yes-no}
                spec:
                  role: www
                  service: no
                  resources: {cpu: 1, memory: 64Mi}
                  command: [echo, yes, n]
                """;
        Submitted submitted = documents.read("f", text).documents().getFirst();
        ServiceDocument service = (ServiceDocument) submitted.document();

        assertThat(service.program().command().words()).containsExactly("echo", "yes", "n");
        assertThat(service.config().service()).isFalse();
        assertThat(documents.readJson(service.id(), submitted.json())).isEqualTo(service);
    }

    @Test
    void tasks_that_wait_for_each_other_are_refused() {
        String text = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: circle}
                spec:
                  tasks:
                  - {name: a, dependsOn: {name: [b]}, template: {spec: {containers: [{command: [x]}]}}}
                  - {name: b, dependsOn: {name: [a]}, template: {spec: {containers: [{command: [x]}]}}}
                """;

        assertThat(problems(text)).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(6);
            assertThat(problem.problem()).contains("in a circle");
        });
    }

    @Test
    void minima_default_to_what_the_tasks_need() {
        String text = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: plain}
                spec:
                  tasks:
                  - {replicas: 3, minAvailable: 1, template: {spec: {containers: [{command: [x]}]}}}
                  - {replicas: 2, template: {spec: {containers: [{command: [x]}]}}}
                """;
        JobDocument job =
                (JobDocument) documents.read("f", text).documents().getFirst().document();

        assertThat(job.spec().frame().minAvailable()).isEqualTo(3);
        assertThat(job.spec().roles()).extracting(RoleSpec::name).containsExactly("default0", "default1");
        assertThat(job.spec().frame().queue()).isEqualTo("default");
        assertThat(job.spec().maxRetry()).isEqualTo(3);
    }
}
