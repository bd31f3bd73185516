package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.Daemon;
import io.tender.daemon.settings.Settings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        assertThat(tender("offers").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(tender("weight", "ads", "2").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(tender("weight").out()).contains("ads", "2");
        assertThat(tender("quota", "ads", "--guarantee", "cpus:1", "--limit", "cpus:2"))
                .isEqualTo(new Answer(0, "quota of ads set\n", ""));
        assertThat(tender("quota").out()).contains("ads", "cpus:1", "cpus:2");
        assertThat(tender("quota", "ads", "--none").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(tender("drain", "nobody").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(tender("maintenance").out()).startsWith("HOST");
    }

    @Test
    void a_wrong_kind_or_name_is_told_before_anybody_is_asked() {
        assertThat(tender("get", "cows").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(tender("describe", "service", "hello").err()).contains("role/environment/name");
    }
}
