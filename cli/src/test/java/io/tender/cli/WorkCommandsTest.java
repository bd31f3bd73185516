package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.Daemon;
import io.tender.daemon.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WorkCommandsTest {
    private static final String SETTINGS = """
            listen: 127.0.0.1:0
            store: store
            agents:
              local: {enabled: false}
              simulated:
                agents: [{count: 2, name: "sim-{n}", resources: "cpus:4;mem:4096"}]
                tasks: {runsFor: 10hrs, startTakes: 1ms}
            """;

    private static final String JOB = """
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            metadata: {name: train}
            spec:
              minAvailable: 1
              tasks:
              - name: worker
                replicas: 2
                template:
                  spec:
                    containers:
                    - {name: main, command: [train], resources: {requests: {cpu: 1, memory: 64Mi}}}
            """;

    private static final String SERVICE = """
            apiVersion: tender.io/v1
            kind: Service
            metadata: {name: hello}
            spec:
              role: www
              instances: 1
              resources: {cpu: 100m, memory: 64Mi, disk: 1Mi}
              command: serve
            """;

    @TempDir
    private Path folder;

    private Daemon daemon;

    private record Answer(int exitCode, String out, String err) {}

    @BeforeEach
    void start() throws Exception {
        daemon = Daemon.start(Settings.read("tender.yaml", SETTINGS, folder, Settings.Given.NOTHING), "1.0");
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    private Answer tender(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--server");
        all.add(daemon.address());
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(
                Map.of(), false, new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(new String[0]));
        return new Answer(code, out.toString(), err.toString());
    }

    private static JsonNode json(Answer answer) {
        return new JsonMapper().readTree(answer.out());
    }

    private String written(String text) throws Exception {
        return Files.writeString(folder.resolve("work.yaml"), text).toString();
    }

    @Test
    void a_job_is_applied_shown_explained_and_deleted() throws Exception {
        String file = written(JOB);

        assertThat(tender("apply", "-f", file)).isEqualTo(new Answer(0, "Job default/train created\n", ""));
        assertThat(tender("apply", "-f", file).out()).isEqualTo("Job default/train unchanged\n");
        assertThat(tender("get", "jobs").out()).startsWith("NAME").contains("default/train", "default");
        assertThat(tender("get", "job", "train").out()).contains("default/train");
        assertThat(tender("describe", "job", "train").out()).contains("worker-0", "minAvailable: 1");
        assertThat(tender("explain", "job", "train").out()).startsWith("Job 'default/train': ");
        assertThat(new JsonMapper()
                        .readTree(tender("get", "jobs", "--json").out())
                        .at("/items/0/id")
                        .asString())
                .isEqualTo("default/train");
        assertThat(tender("delete", "job", "train").out()).isEqualTo("Job default/train deleted\n");
        assertThat(tender("delete", "job", "nobody").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void what_another_program_writes_is_applied_and_its_mistakes_are_told() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(JOB.getBytes(StandardCharsets.UTF_8)));
            assertThat(tender("apply", "-f", "-")).isEqualTo(new Answer(0, "Job default/train created\n", ""));
            System.setIn(new ByteArrayInputStream(
                    JOB.replace("replicas: 2", "replicas: many").getBytes(StandardCharsets.UTF_8)));
            assertThat(tender("apply", "-f", "-").err()).startsWith("stdin:8:");
            System.setIn(new ByteArrayInputStream(new byte[] {(byte) 0xff, (byte) 0xfe}));
            assertThat(tender("apply", "-f", "-"))
                    .isEqualTo(new Answer(
                            ExitCode.USAGE,
                            "",
                            "What was written to standard input is no text.\n  expected: YAML or JSON in UTF-8\n"
                                    + "  to do:    write it in UTF-8\n"));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void mistakes_in_a_file_are_told_with_their_lines() throws Exception {
        Answer answer = tender(
                "apply",
                "-f",
                written(JOB.replace("replicas: 2", "replicas: many").replace("minAvailable: 1", "minAvailable: x")));

        assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answer.err()).contains("work.yaml:5:", "work.yaml:8:");
    }

    @Test
    void operators_see_and_change_what_the_master_goes_by() {
        assertThat(tender("agents").out()).contains("sim-", "active");
        assertThat(tender("frameworks").out()).contains("batch", "services");
        assertThat(tender("describe", "framework", "batch").out()).contains("connected: true");
        assertThat(tender("describe", "agent", "nobody").err()).contains("tender get agents");
        assertThat(tender("offers").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(tender("weight", "ads", "2").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(tender("weight").out()).contains("ads", "2");
        assertThat(tender("quota", "ads", "--guarantee", "cpus:1", "--limit", "cpus:2"))
                .isEqualTo(new Answer(0, "quota of ads set\n", ""));
        assertThat(tender("quota").out()).contains("ads", "cpus:1", "cpus:2");
        assertThat(tender("quota", "ads", "--none").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(json(tender("weight", "ads", "3", "--json")).path("weight").asDouble())
                .isEqualTo(3);
        assertThat(tender("weight", "ads", "0").err()).contains("got:      0.0");
        assertThat(json(tender("quota", "ads", "--limit", "cpus:2", "--json"))
                        .at("/limits/cpus/value")
                        .asDouble())
                .isEqualTo(2);
        assertThat(json(tender("quota", "ads", "--none", "--json")).path("role").asString())
                .isEqualTo("ads");
        assertThat(tender("drain", "nobody").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(tender("maintenance").out()).startsWith("HOST");
    }

    @Test
    void agents_are_tainted_and_cleared_again() {
        assertThat(tender("taint", "sim-1").out()).isEqualTo("agent sim-1 has no taints\n");
        assertThat(tender("taint", "sim-1", "gpu=a:NoSchedule", "old:NoExecute"))
                .isEqualTo(new Answer(0, "agent sim-1 configured: gpu=a:NoSchedule, old:NoExecute\n", ""));
        assertThat(tender("taint", "sim-1", "old:NoExecute").out()).contains("unchanged");
        assertThat(tender("taint", "sim-1").out()).isEqualTo("gpu=a:NoSchedule\nold:NoExecute\n");
        assertThat(tender("agents").out()).contains("TAINTS", "gpu=a:NoSchedule,old:NoExecute");
        assertThat(json(tender("taint", "sim-1", "gpu-", "--json"))
                        .at("/agent/taints/0")
                        .asString())
                .isEqualTo("old:NoExecute");
        assertThat(tender("taint", "sim-1", "old:NoExecute-").out()).isEqualTo("agent sim-1 configured: no taints\n");
        assertThat(tender("taint", "sim-1", "old-").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(tender("taint", "nobody", "old:NoSchedule").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(tender("taint", "nobody").exitCode()).isEqualTo(ExitCode.FAILED);
        Answer wrong = tender("taint", "sim-1", "gpu=a:Never");
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("NoSchedule, PreferNoSchedule, NoExecute");
    }

    @Test
    void maintenance_is_scheduled_started_stopped_and_called_off() throws Exception {
        assertThat(tender("maintenance", "start", "sim-1").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(tender("maintenance", "schedule", "sim-1", "sim-2", "--in", "1hrs", "--for", "2hrs"))
                .isEqualTo(new Answer(0, "sim-1, sim-2 scheduled\n", ""));
        assertThat(tender("maintenance", "status").out())
                .containsPattern("sim-1 +draining .*2hrs")
                .containsPattern("sim-2 +draining ");
        assertThat(tender("maintenance", "start", "sim-1")).isEqualTo(new Answer(0, "sim-1 down\n", ""));
        assertThat(tender("agents").out()).containsPattern("sim-1 +sim-1 +down ");
        assertThat(tender("maintenance").out()).containsPattern("sim-1 +down ").containsPattern("sim-2 +draining ");
        assertThat(tender("maintenance", "stop", "sim-1")).isEqualTo(new Answer(0, "sim-1 back\n", ""));
        assertThat(tender("maintenance", "schedule", "sim-2", "--cancel").exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(tender("maintenance", "status").out()).doesNotContain("sim-");

        String file = written("windows: [{machines: [sim-2], start: 2030-01-01T00:00:00Z}]");
        assertThat(tender("maintenance", "schedule", "-f", file)).isEqualTo(new Answer(0, "sim-2 scheduled\n", ""));
        assertThat(new JsonMapper()
                        .readTree(tender("maintenance", "--json").out())
                        .at("/schedule/windows/0/machine_ids/0/hostname")
                        .asString())
                .isEqualTo("sim-2");
    }

    @Test
    void a_machine_without_an_agent_is_scheduled_with_a_word_about_it() {
        Answer answer = tender("maintenance", "schedule", "SIM-1", "smi-2", "--in", "1hrs");
        assertThat(answer.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(answer.err()).startsWith("note: no agent is on smi-2 now");
        assertThat(tender("maintenance").out()).contains("smi-2").doesNotContainPattern("\\.\\d+Z");
    }

    @Test
    void what_is_there_by_itself_cannot_be_deleted_and_says_so() {
        Answer queue = tender("delete", "queue", "default");
        assertThat(queue.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(queue.err()).startsWith("Queue 'default' cannot be deleted.");
        assertThat(tender("delete", "priorityclass", "system-node-critical").err())
                .contains("cannot be deleted", "in the settings");
    }

    @Test
    void a_change_of_a_job_that_is_over_is_said_to_have_no_effect() throws Exception {
        String brief = "    template:\n      metadata: {annotations: {tender.io/runs-for: 1ms}}";
        tender("apply", "-f", written(JOB.replace("    template:", brief)));
        watched(text -> text.contains("Completed"), "get", "jobs", "--watch");

        assertThat(tender("scale", "job", "train", "--to", "3").out())
                .contains("configured", "note: Job 'default/train' is Completed, so nothing comes of the change");
    }

    @Test
    void an_instance_that_waits_has_written_nothing() throws Exception {
        tender("apply", "-f", written(SERVICE.replace("cpu: 100m", "cpu: 100")));

        assertThat(tender("logs", "service", "www/prod/hello").err())
                .startsWith("None of its tasks has started yet.")
                .contains("'tender explain service www/prod/hello' says why");
    }

    @Test
    void what_is_unclear_about_maintenance_is_told_before_anybody_is_asked() {
        assertThat(tender("maintenance", "schedule", "sim-1").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tender("maintenance", "schedule", "--in", "1hrs").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tender("maintenance", "schedule", "sim-1", "--in", "soon").err())
                .contains("'soon'", "30mins");
        assertThat(tender("maintenance", "schedule", "sim-1", "--start", "noon").err())
                .contains("'noon'", "2026-12-01T22:00:00Z");
        assertThat(tender("maintenance", "schedule", "sim-1", "--start", "2030-01-01T00:00:00Z", "--cancel")
                        .exitCode())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void a_job_and_a_service_are_scaled_and_restarted() throws Exception {
        tender("apply", "-f", written(JOB));
        tender("apply", "-f", written(SERVICE));

        assertThat(tender("scale", "job", "train", "--to", "3"))
                .isEqualTo(new Answer(0, "Job default/train configured\n", ""));
        assertThat(tender("scale", "job/default/train", "--to", "2", "--task", "worker")
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(tender("scale", "job", "train", "--to", "2", "--task", "nobody")
                        .exitCode())
                .isEqualTo(ExitCode.FAILED);
        assertThat(tender("update", "pause", "service/www/prod/hello"))
                .satisfies(refused -> assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED))
                .satisfies(refused -> assertThat(refused.err()).contains("not being updated"));
        assertThat(tender("scale", "service", "www/prod/hello", "--to", "2").out())
                .isEqualTo("Service www/prod/hello configured\n");
        assertThat(tender("update", "pause", "service/www/prod/hello").exitCode())
                .as("another number of instances is no update")
                .isEqualTo(ExitCode.FAILED);
        tender(
                "apply",
                "-f",
                written(SERVICE.replace("instances: 1", "instances: 2").replace("serve", "serve-anew")));
        assertThat(tender("update", "pause", "service/www/prod/hello"))
                .isEqualTo(new Answer(0, "Service www/prod/hello update paused\n", ""));
        assertThat(tender("update", "resume", "service", "www/prod/hello").out())
                .isEqualTo("Service www/prod/hello update resumed\n");
        assertThat(tender("update", "abort", "service/www/prod/hello").out())
                .isEqualTo("Service www/prod/hello update aborted\n");
        assertThat(tender("update", "pause", "job", "train").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tender("scale", "queue", "default", "--to", "2").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tender("restart", "job", "train", "--task", "worker-0").out())
                .isEqualTo("Job default/train restarting\n");
        assertThat(tender("restart", "service", "www/prod/hello", "--instances", "0")
                        .out())
                .isEqualTo("Service www/prod/hello restarting\n");
        assertThat(tender("restart", "service", "www/prod/hello", "--task", "0").exitCode())
                .isEqualTo(ExitCode.USAGE);
    }

    /** Runs until it has printed something, and is then interrupted as by Ctrl-C. */
    private String watched(Predicate<String> enough, String... args) throws Exception {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--server");
        all.add(daemon.address());
        StringWriter out = new StringWriter();
        Thread command = Thread.ofPlatform()
                .start(() -> Main.run(
                        Map.of(),
                        false,
                        new PrintWriter(out, true),
                        new PrintWriter(out, true),
                        all.toArray(new String[0])));
        long giveUpAt = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!enough.test(out.toString())) {
            assertThat(System.nanoTime()).as("heard only: %s", out).isLessThan(giveUpAt);
            command.join(Duration.ofMillis(20));
        }
        command.interrupt();
        command.join();
        return out.toString();
    }

    @Test
    void what_is_watched_is_printed_again_when_it_has_changed() throws Exception {
        tender("apply", "-f", written(JOB));

        assertThat(watched(text -> text.contains("Running"), "get", "jobs", "--watch"))
                .startsWith("NAME")
                .contains("default/train");
        assertThat(watched(text -> text.contains("SYNCED"), "get", "job", "train", "--watch", "--json"))
                .startsWith("{\"type\":\"ADDED\"");
        assertThat(watched(text -> text.contains("phase: Running"), "describe", "job", "train", "-w"))
                .contains("worker-1");
        assertThat(watched(text -> text.contains("Job 'default/train'"), "explain", "job", "train", "-w"))
                .contains("Running");
        assertThat(tender("describe", "job", "nobody", "--watch").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void a_wrong_kind_or_name_is_told_before_anybody_is_asked() {
        assertThat(tender("get", "cows").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tender("describe", "service", "hello").err()).contains("role/environment/name");
    }

    @Test
    void a_task_is_named_behind_what_has_it() throws Exception {
        tender("apply", "-f", written(JOB));
        String nobody = tender("explain", "job", "train", "--task", "nobody-9").err();

        assertThat(tender("explain", "job", "train", "worker-0").out()).contains("worker-0");
        assertThat(tender("explain", "job/train", "worker-0").out()).contains("worker-0");
        assertThat(nobody).contains("nobody-9");
        assertThat(tender("explain", "job/train", "nobody-9").err()).isEqualTo(nobody);
        assertThat(tender("logs", "job/train", "nobody-9").err())
                .startsWith("It has no task 'nobody-9'.")
                .contains("worker-0");
        assertThat(tender("logs", "job", "train", "nobody-9").err()).startsWith("It has no task 'nobody-9'.");
        // Whether it has started or not: a simulated task writes nothing.
        assertThat(tender("logs", "job/train", "worker-0").err()).contains("'tender explain job/train' says");
        assertThat(tender("logs", "job", "train", "worker-0").err()).contains("'tender explain job train' says");
    }

    @Test
    void words_that_name_nothing_are_answered_with_the_right_form() {
        assertThat(tender("logs", "hello").err()).contains("There is no kind 'hello'.", "'job NAME' or 'job/NAME'");
        assertThat(tender("delete", "job/hello", "job/other").err())
                .contains("'job/hello' and 'job/other'", "expected: 'job/hello' alone, or 'job NAME'");
        assertThat(tender("get", "job/hello", "main-0").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tender("logs", "job/hello", "main-0", "main-1").err())
                .contains("'job/hello TASK', or 'KIND NAME TASK'");
        assertThat(tender("explain", "job/hello", "main-0", "--task", "main-1").err())
                .contains("named twice");
    }

    @Test
    void an_agent_is_drained_until_it_is_empty() throws Exception {
        tender("apply", "-f", written(JOB));
        JsonMapper json = new JsonMapper();
        String agent = json.readTree(watchedTask()).at("/item/agent").asString();

        assertThat(tender("frameworks").out()).contains("cpus:").doesNotContain("ALLOCATED");

        Answer drained = tender("drain", agent, "--wait", "--json");

        assertThat(drained.exitCode()).as(drained.err()).isEqualTo(ExitCode.OK);
        assertThat(json.readTree(drained.out()).path("state").asString()).isEqualTo("drained");
        assertThat(tender("drain", agent, "--wait").out()).isEqualTo("agent " + agent + " is drained\n");
        assertThat(json.readTree(tender("drain", agent, "--undo", "--json").out())
                        .path("state")
                        .asString())
                .isEqualTo("active");
        assertThat(json.readTree(tender("drain", agent, "--json").out())
                        .path("agent")
                        .asString())
                .isEqualTo(agent);
        assertThat(tender("drain", agent, "--timeout", "1secs").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tender("drain", agent, "--wait", "--timeout", "soon").exitCode())
                .isEqualTo(ExitCode.USAGE);
    }

    /** A line about a task that runs. */
    private String watchedTask() throws Exception {
        return watched(text -> text.contains("\"RUNNING\""), "get", "tasks", "--watch", "--json")
                .lines()
                .filter(line -> line.contains("\"RUNNING\""))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_is_done_to_machines_is_told_in_json_too() {
        tender("maintenance", "schedule", "sim-1", "--in", "1hrs");

        JsonMapper json = new JsonMapper();
        assertThat(json.readTree(tender("maintenance", "start", "sim-1", "--json")
                                .out())
                        .toString())
                .isEqualTo("{\"machines\":[\"sim-1\"],\"state\":\"down\"}");
        assertThat(json.readTree(
                                tender("maintenance", "stop", "sim-1", "--json").out())
                        .path("state")
                        .asString())
                .isEqualTo("back");
    }

    @Test
    void the_job_of_the_readme_can_be_applied() {
        String file = Path.of("..", "examples", "jobs", "hello.yaml").toString();
        assertThat(tender("apply", "-f", file)).isEqualTo(new Answer(0, "Job default/hello created\n", ""));
    }
}
