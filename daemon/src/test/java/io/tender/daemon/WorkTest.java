package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.journal.JournalException;
import io.tender.daemon.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Work from the outside: over HTTP, run by real processes, with restarts of the daemon in between. */
class WorkTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String SETTINGS = """
            listen: 127.0.0.1:0
            store: store
            agents:
              local: {resources: "cpus:2;mem:1024;disk:1024", limits: none}
            batch: {schedulePeriod: 50ms}
            """;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private Daemon start() throws JournalException, IOException {
        return Daemon.start(Settings.read("tender.yaml", SETTINGS, folder, Settings.Given.NOTHING), "1.0");
    }

    @AfterEach
    void close() {
        client.close();
    }

    private HttpResponse<String> ask(Daemon daemon, String method, String path, String body)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(daemon.address() + path))
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode get(Daemon daemon, String path) throws IOException, InterruptedException {
        return JSON.readTree(ask(daemon, "GET", path, "").body());
    }

    private String apply(Daemon daemon, String text) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(daemon, "POST", "/v1/apply", text);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body()).at("/results/0/outcome").asString();
    }

    /** Asks again until the answer is as expected; how long that takes is the machine's business. */
    private JsonNode await(Daemon daemon, String path, Predicate<JsonNode> expected) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        JsonNode answer = get(daemon, path);
        while (!expected.test(answer)) {
            assertThat(System.nanoTime()).as("still %s", answer).isLessThan(end);
            Thread.onSpinWait();
            answer = get(daemon, path);
        }
        return answer;
    }

    private static Predicate<JsonNode> phase(String wanted) {
        return answer -> answer.at("/status/state/phase").asString("").equals(wanted);
    }

    private static String job(String name, String cpus, String command) {
        return """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec:
                  minAvailable: 1
                  tasks:
                  - name: main
                    replicas: 1
                    template:
                      spec:
                        restartPolicy: Never
                        containers:
                        - name: main
                          command: [sh, -c, "%s"]
                          resources: {requests: {cpu: %s, memory: 32Mi}}
                """.formatted(name, command, cpus);
    }

    private String logs(Daemon daemon, JsonNode job) throws IOException, InterruptedException {
        String run = job.at("/status/taskStatus/0/run").asString();
        String framework = job.at("/status/framework").asString();
        return ask(daemon, "GET", "/v1/tasks/" + framework + "/" + run + "/logs", "")
                .body();
    }

    private static String withPort(String job, String port) {
        return job.replace("          resources:", "          ports: [" + port + "]\n          resources:");
    }

    @Test
    void a_named_container_port_is_words_and_a_host_port_is_taken_from_the_agent() throws Exception {
        String settings = SETTINGS.replace("disk:1024\"", "disk:1024;ports:[31000-31009]\"");
        try (Daemon daemon =
                Daemon.start(Settings.read("tender.yaml", settings, folder, Settings.Given.NOTHING), "1.0")) {
            apply(daemon, withPort(job("ssh", "100m", "echo hello"), "{name: ssh, containerPort: 22}"));
            await(daemon, "/v1/jobs/default/ssh", phase("Completed"));

            String web = "{name: web, containerPort: 80, hostPort: 31005}";
            apply(daemon, withPort(job("first", "100m", "echo $PORT_WEB $PORT0; exec sleep 600"), web));
            JsonNode first = await(daemon, "/v1/jobs/default/first", phase("Running"));
            assertThat(get(daemon, "/v1/tasks").toString()).contains("ports<ALLOCATED batch>:[31005-31005]");
            await(daemon, "/v1/jobs/default/first", answer -> {
                try {
                    return logs(daemon, first).contains("31005 31005");
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            });

            apply(daemon, withPort(job("second", "100m", "exit 0"), web));
            apply(daemon, withPort(job("outside", "100m", "exit 0"), "{hostPort: 80}"));
            await(
                    daemon,
                    "/v1/jobs/default/second/explain",
                    answer -> answer.toString().contains("port 31005/TCP is taken by task"));
            await(
                    daemon,
                    "/v1/jobs/default/outside/explain",
                    answer -> answer.toString().contains("port 80 is not among the ports the node has"));

            ask(daemon, "DELETE", "/v1/jobs/default/first", "");
            await(daemon, "/v1/jobs/default/second", phase("Completed"));
        }
    }

    @Test
    void a_job_runs_to_its_end_and_is_remembered_over_a_restart() throws Exception {
        try (Daemon daemon = start()) {
            String echo = job("echo", "100m", "echo hello; exit 0");
            assertThat(apply(daemon, echo)).isEqualTo("created");
            assertThat(apply(daemon, echo)).isEqualTo("unchanged");

            JsonNode done = await(daemon, "/v1/jobs/default/echo", phase("Completed"));
            assertThat(done.at("/status/taskStatus/0/exitCode").asInt(-1)).isZero();
            assertThat(logs(daemon, done)).isEqualTo("hello\n");

            HttpResponse<String> again = ask(daemon, "POST", "/v1/jobs/default/echo/restart", "");
            assertThat(again.statusCode()).isEqualTo(409);
            assertThat(again.body()).contains("Completed", "got:", "expected:", "to do:");
            assertThat(ask(daemon, "POST", "/v1/jobs/default/echo/actions/RestartTask", "")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(ask(daemon, "GET", "/v1/jobs/default/echo/explain?task=main-7", "")
                            .statusCode())
                    .isEqualTo(404);
        }
        try (Daemon daemon = start()) {
            JsonNode still = get(daemon, "/v1/jobs/default/echo");
            assertThat(still.at("/status/state/phase").asString()).isEqualTo("Completed");
            assertThat(logs(daemon, still)).isEqualTo("hello\n");

            assertThat(ask(daemon, "DELETE", "/v1/jobs/default/echo", "").statusCode())
                    .isEqualTo(200);
            assertThat(ask(daemon, "GET", "/v1/jobs/default/echo", "").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void a_job_that_asks_for_nothing_runs_where_there_is_a_place_and_goes_on_over_a_restart() throws Exception {
        String job = job("modest", "0", "echo done; while [ ! -e go ]; do sleep 0.05; done")
                .replaceAll("(?m)^.*resources:.*\\n", "");
        assertThat(job).doesNotContain("resources");
        Path sandbox;
        try (Daemon daemon = start()) {
            apply(daemon, job);
            JsonNode running = await(daemon, "/v1/jobs/default/modest", phase("Running"));
            String run = running.at("/status/taskStatus/0/run").asString();
            assertThat(get(daemon, "/v1/tasks/batch/" + run).path("resources").asString())
                    .isEmpty();
            sandbox = folder.resolve("store/agent/tasks/batch/" + run + "/sandbox");
        }
        try (Daemon daemon = start()) {
            Files.createFile(sandbox.resolve("go"));
            JsonNode done = await(daemon, "/v1/jobs/default/modest", phase("Completed"));
            assertThat(logs(daemon, done)).isEqualTo("done\n");
            assertThat(done.at("/status/retryCount").asInt()).isZero();
        }
    }

    @Test
    void a_job_that_fails_says_why_also_after_a_restart() throws Exception {
        String wrongFolder = job("lost", "100m", "echo hello")
                .replace("          resources:", "          workingDir: /somewhere\n          resources:");
        try (Daemon daemon = start()) {
            apply(daemon, job("typo", "100m", "exec /no/such/program"));
            apply(daemon, wrongFolder);
            await(daemon, "/v1/jobs/default/typo", phase("Failed"));
            await(daemon, "/v1/jobs/default/lost", phase("Failed"));
        }
        try (Daemon daemon = start()) {
            assertThat(get(daemon, "/v1/jobs/default/typo")
                            .at("/status/taskStatus/0/message")
                            .asString())
                    .isEqualTo("exited with status 127: its program was not found, see its stderr");
            assertThat(get(daemon, "/v1/jobs/default/typo/explain").path("text").asString())
                    .contains("main-0  failed: exited with status 127: its program was not found, see its stderr");
            assertThat(get(daemon, "/v1/jobs/default/lost/explain").path("text").asString())
                    .contains("main-0  failed: Its working directory '/somewhere' is outside of its folder");
        }
    }

    @Test
    void tasks_that_were_stopped_with_their_job_neither_run_nor_wait_any_more() throws Exception {
        String workers = """
                  - name: worker
                    replicas: 2
                    template:
                      spec:
                        containers: [{name: main, command: [sleep, "1000"], resources: {requests: {cpu: 1}}}]
                """;
        String job = job("done", "100m", "exit 0")
                .replace(
                        "    replicas: 1\n",
                        "    replicas: 1\n    policies: [{event: TaskCompleted, action: CompleteJob}]\n");
        try (Daemon daemon = start()) {
            // One of the workers finds no room.
            apply(daemon, job + workers);
            JsonNode done = await(daemon, "/v1/jobs/default/done", phase("Completed"));

            assertThat(done.at("/status/running").asInt()).isZero();
            assertThat(done.at("/status/pending").asInt()).isZero();
            assertThat(done.at("/status/taskStatus")
                            .valueStream()
                            .map(task -> task.path("phase").asString()))
                    .containsExactly("Succeeded", "Stopped", "Stopped");
            JsonNode explained = get(daemon, "/v1/jobs/default/done/explain");
            assertThat(explained
                            .path("places")
                            .valueStream()
                            .map(place -> place.path("state").asString()))
                    .containsExactly("succeeded", "stopped", "stopped");
            assertThat(explained.path("refusals").isEmpty()).isTrue();
            assertThat(explained.path("advice").isEmpty()).isTrue();
        }
    }

    @Test
    void a_service_whose_instances_fail_says_how_they_ended_and_leads_to_their_output() throws Exception {
        try (Daemon daemon = start()) {
            apply(daemon, """
                    apiVersion: tender.io/v1
                    kind: Service
                    metadata: {name: broken}
                    spec:
                      role: www
                      instances: 1
                      resources: {cpu: 100m, memory: 32Mi, disk: 1Mi}
                      command: "echo on its way; exit 4"
                    """);
            JsonNode service = await(
                    daemon,
                    "/v1/services/www/prod/broken",
                    answer -> answer.at("/status/taskStatus/0/exitCode").isNumber());

            assertThat(service.at("/status/taskStatus/0/exitCode").asInt()).isEqualTo(4);
            assertThat(service.at("/status/taskStatus/0/message").asString()).isEqualTo("exited with status 4");
            assertThat(logs(daemon, service)).isEqualTo("on its way\n");
            assertThat(get(daemon, "/v1/services/www/prod/broken/explain")
                            .path("text")
                            .asString())
                    .contains("www/prod/broken/0  THROTTLED: its last run FAILED, exited with status 4");
        }
    }

    @Test
    void a_task_goes_on_while_the_daemon_restarts_and_is_not_started_twice() throws Exception {
        Path go = folder.resolve("go");
        String run;
        try (Daemon daemon = start()) {
            apply(daemon, job("wait", "100m", "echo begun; while [ ! -e " + go + " ]; do sleep 0.1; done; echo over"));
            JsonNode running = await(daemon, "/v1/jobs/default/wait", phase("Running"));
            run = running.at("/status/taskStatus/0/run").asString();
        }
        try (Daemon daemon = start()) {
            JsonNode running = await(daemon, "/v1/jobs/default/wait", phase("Running"));
            assertThat(running.at("/status/taskStatus/0/run").asString()).isEqualTo(run);
            Files.createFile(go);
            JsonNode done = await(daemon, "/v1/jobs/default/wait", phase("Completed"));
            assertThat(done.at("/status/taskStatus/0/run").asString()).isEqualTo(run);
            assertThat(logs(daemon, done)).isEqualTo("begun\nover\n");
        }
    }

    @Test
    void a_job_that_is_too_big_is_explained_and_can_be_deleted() throws Exception {
        try (Daemon daemon = start()) {
            apply(daemon, job("big", "64", "true"));
            JsonNode why = await(
                    daemon,
                    "/v1/jobs/default/big/explain",
                    answer -> answer.path("text").asString("").contains("cpu"));
            assertThat(why.path("text").asString()).contains("Job 'default/big': Pending");
            assertThat(why.at("/advice/0").asString()).isEqualTo("add larger agents, or ask for less");

            ask(daemon, "DELETE", "/v1/jobs/default/big", "");
            await(daemon, "/v1/jobs", all -> all.path("items").isEmpty());
        }
    }

    @Test
    void a_service_runs_and_is_kept_over_a_restart() throws Exception {
        String service = """
                apiVersion: tender.io/v1
                kind: Service
                metadata: {name: hello}
                spec: {role: www, resources: {cpu: 100m, memory: 32Mi, disk: 16Mi}, command: "echo up; exec sleep 1000"}
                """;
        try (Daemon daemon = start()) {
            assertThat(apply(daemon, service)).isEqualTo("created");
            await(
                    daemon,
                    "/v1/services/www/prod/hello",
                    answer -> answer.at("/status/running").asInt(0) == 1);
        }
        try (Daemon daemon = start()) {
            assertThat(apply(daemon, service)).isEqualTo("unchanged");
            await(
                    daemon,
                    "/v1/services/www/prod/hello",
                    answer -> answer.at("/status/running").asInt(0) == 1);
            assertThat(ask(daemon, "DELETE", "/v1/services/www/prod/hello", "").statusCode())
                    .isEqualTo(200);
            await(daemon, "/v1/tasks", all -> {
                for (JsonNode task : all.path("items")) {
                    if (task.path("state").asString().equals("RUNNING")) {
                        return false;
                    }
                }
                return true;
            });
        }
    }

    @Test
    void what_makes_no_sense_is_refused_with_all_its_mistakes_and_changes_nothing() throws Exception {
        try (Daemon daemon = start()) {
            HttpResponse<String> wrong = ask(daemon, "POST", "/v1/apply", """
                    apiVersion: batch.volcano.sh/v1alpha1
                    kind: Job
                    metadata: {name: UPPER}
                    spec: {minAvailable: x, tasks: []}
                    """);
            assertThat(wrong.statusCode()).isEqualTo(400);
            assertThat(JSON.readTree(wrong.body()).path("problems").size()).isGreaterThan(1);

            HttpResponse<String> nowhere = ask(
                    daemon,
                    "POST",
                    "/v1/apply",
                    job("lost", "1", "true").replace("spec:\n  min", "spec:\n  queue: nowhere\n  min"));
            assertThat(nowhere.statusCode()).isEqualTo(409);
            assertThat(nowhere.body()).contains("nowhere");
            assertThat(get(daemon, "/v1/jobs").path("total").asInt(-1)).isZero();
            assertThat(ask(daemon, "DELETE", "/v1/queues/default", "").statusCode())
                    .isIn(404, 409);
            assertThat(ask(daemon, "GET", "/v1/nothing/here", "").statusCode()).isEqualTo(404);

            for (String path : List.of(
                    "/v1/jobs/%2f/x/actions/AbortJob",
                    "/v1/jobs/default/%2f/restart",
                    "/v1/services/%00/%2f/x/restart",
                    "/v1/services/a/b/c/restart?instances=0")) {
                assertThat(ask(daemon, "POST", path, "").statusCode()).as(path).isIn(400, 404);
            }
            assertThat(daemon.isOver()).isFalse();
            assertThat(ask(daemon, "GET", "/healthz", "").statusCode()).isEqualTo(200);
        }
    }
}
