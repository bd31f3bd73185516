package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.daemon.Daemon;
import io.tender.daemon.settings.Settings;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Does what docs/extender-authors.md says, with the files and the commands that are on the page. */
class AuthorsGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "extender-authors.md");

    /** Of answers that differ, or not: {@code extender.canaryStop.minAnswers} unless said. */
    private static final int LEAST_BEFORE_A_STOP = 20;

    @TempDir
    private static Path folder;

    private static String page = "";
    private static int compiled = -1;
    private static Optional<Process> extender = Optional.empty();
    private static String address = "";

    private record Answer(int exitCode, String out, String err) {}

    /** Compiling and starting take most of the time, so both are done once. */
    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(GUIDE);
        compiled = compile();
        startExtender();
    }

    @AfterAll
    static void stop() {
        extender.ifPresent(Process::destroyForcibly);
    }

    private static List<String> pieces(String language) {
        Matcher matcher =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
        return matcher.results().map(piece -> piece.group(1)).toList();
    }

    /** The commands of the page that begin so, without what is said about them. */
    private static List<String> commands(String start) {
        return pieces("sh").stream()
                .flatMap(String::lines)
                .map(line -> line.replaceFirst("^\\$ ", "").replaceFirst("\\s+#.*", ""))
                .filter(line -> line.startsWith(start))
                .toList();
    }

    /** Puts a file of the page where its first line says. */
    private static Path written(String piece) throws IOException {
        Matcher name = Pattern.compile("^(?://|#|<!--) (\\S+)").matcher(piece);
        assertThat(name.find()).as(piece).isTrue();
        Path file = folder.resolve(name.group(1));
        Files.createDirectories(file.getParent());
        return Files.writeString(file, piece);
    }

    private static Path classes() {
        return folder.resolve("classes");
    }

    private static int compile() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "--release",
                "21",
                "-proc:none",
                "-d",
                classes().toString(),
                "-cp",
                System.getProperty("java.class.path")));
        for (String piece : pieces("java")) {
            command.add(written(piece).toString());
        }
        assertThat(command.getLast()).endsWith("src/test/java/SsdFirstTest.java");
        return ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(new String[0]));
    }

    /** As in the guide, but on a port that is free, and with the jars of this build. */
    private static void startExtender() throws IOException {
        assertThat(commands("java -cp 'target"))
                .containsExactly("java -cp 'target/ssd-first-1.0.jar:target/dependency/*' SsdFirst");
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes() + File.pathSeparator + System.getProperty("java.class.path"),
                        "SsdFirst",
                        "0")
                .redirectError(folder.resolve("extender.log").toFile())
                .start();
        extender = Optional.of(process);
        address = Optional.ofNullable(
                        process.inputReader(StandardCharsets.UTF_8).readLine())
                .orElseGet(() -> {
                    try {
                        return "it did not start: " + Files.readString(folder.resolve("extender.log"));
                    } catch (IOException unreadable) {
                        throw new UncheckedIOException(unreadable);
                    }
                });
        assertThat(address).startsWith("http://127.0.0.1:");
    }

    private static String here(String text) {
        return text.replaceAll("(localhost|127\\.0\\.0\\.1):8888", Matcher.quoteReplacement(address.substring(7)));
    }

    private static Answer tender(List<String> args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(
                Map.of(), false, new PrintWriter(out, true), new PrintWriter(err, true), args.toArray(new String[0]));
        return new Answer(code, out.toString(), err.toString());
    }

    /** A command line of the page; the words behind it are added. */
    private static Answer tender(String line, String... more) {
        List<String> args = new ArrayList<>(Arrays.asList(here(line).split(" +")));
        args.removeFirst();
        args.addAll(List.of(more));
        return tender(args);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long giveUpAt = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited for 30 s").isLessThan(giveUpAt);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Test
    void the_project_compiles_as_it_stands_on_the_page() {
        assertThat(compiled).isZero();
    }

    @Test
    void what_is_asked_with_curl_is_answered_as_the_page_says() throws Exception {
        Matcher asked = Pattern.compile("^\\$ (curl [^\n]+)\n((?:[^$`][^\n]*\n)+)", Pattern.MULTILINE)
                .matcher(page);
        int found = 0;
        for (; asked.find(); found++) {
            Process curl;
            try {
                curl = new ProcessBuilder("sh", "-c", here(asked.group(1))).start();
            } catch (IOException absent) {
                Assumptions.abort("no shell here");
                return;
            }
            String said = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Assumptions.assumeTrue(curl.waitFor() != 127, "no curl here");
            assertThat(said).isEqualTo(asked.group(2).replaceAll("\n ?", ""));
        }
        assertThat(found).isEqualTo(2);
    }

    @Test
    void the_extender_is_checked_looks_on_and_decides_as_the_page_says() throws Exception {
        for (String check : commands("./tender check")) {
            Answer answer = tender(check, "--checks", "T0,F1");
            assertThat(answer.exitCode()).as(answer.out() + answer.err()).isZero();
        }

        List<String> yaml = pieces("yaml");
        String settings = "listen: 127.0.0.1:0\nstore: store\n"
                + here(yaml.getFirst()).replace("batch:\n", "batch:\n  schedulePeriod: 50ms\n");
        Path job = written(yaml.get(1));
        Path file = Files.writeString(folder.resolve("tender.yaml"), settings);
        SettingsFile origin = new SettingsFile(file, Settings.Given.NOTHING);
        try (Daemon daemon = Daemon.start(origin.read(), "1.0", Optional.of(origin))) {
            assertThat(commands("./tender serve")).containsExactly("./tender serve -c tender.yaml &");
            String apply = commands("./tender apply").getFirst().replace("job.yaml", job.toString());
            Answer applied = tender(apply, "--server", daemon.address());
            assertThat(applied.exitCode()).as(applied.out() + applied.err()).isZero();
            await(() -> report(daemon).path("answered").asLong() > 0);
            for (String look : commands("./tender extenders")) {
                Answer seen = tender(look, "--server", daemon.address());
                assertThat(seen.exitCode()).isZero();
                assertThat(seen.out()).contains("ssd-first", "shadow");
            }

            String canary = yaml.get(2);
            assertThat(canary).contains("extender.mode: canary");
            Files.writeString(
                    file, settings.replaceFirst(" *extender.mode: shadow\n", Matcher.quoteReplacement(canary)));
            assertThat(page).contains("`./tender config reload`");
            Answer reloaded = tender("./tender config reload", "--server", daemon.address());
            assertThat(reloaded.exitCode()).as(reloaded.out() + reloaded.err()).isZero();
            assertThat(tender("./tender extenders ssd-first", "--server", daemon.address())
                            .out())
                    .contains("canary");
            // It disagrees on purpose, and is to go on nevertheless.
            for (int i = 0; i < 6; i++) {
                Path more = Files.writeString(
                        folder.resolve("job-" + i + ".yaml"),
                        Files.readString(job).replace("name: train}", "name: train-" + i + "}"));
                assertThat(tender(apply.replace(job.toString(), more.toString()), "--server", daemon.address())
                                .exitCode())
                        .isZero();
            }
            await(() -> report(daemon).path("answered").asLong() >= 2 * LEAST_BEFORE_A_STOP);
            assertThat(report(daemon).path("state").asString())
                    .as(report(daemon).toString())
                    .isEqualTo("decides for 5%");
        }
    }

    @Test
    void what_is_recorded_is_asked_again_as_the_page_says() throws Exception {
        Path file = folder.resolve("today.jsonl");
        String record = commands("./tender record").getFirst();
        assertThat(record).contains("--listen :8889 ", "-o today.jsonl");
        StringWriter said = new StringWriter();
        String[] args = here(record.replace(":8889", ":0").replace("today.jsonl", file.toString()))
                .substring("./tender ".length())
                .split(" +");
        Thread recorder = Thread.ofPlatform()
                .start(() -> Main.run(Map.of(), false, new PrintWriter(said, true), new PrintWriter(said, true), args));
        Pattern listening = Pattern.compile("^recording: (http://\\S+) ");
        await(() -> listening.matcher(said.toString()).find());
        Matcher at = listening.matcher(said.toString());
        assertThat(at.find()).isTrue();
        try (HttpClient scheduler = HttpClient.newHttpClient()) {
            HttpRequest question = HttpRequest.newBuilder(URI.create(at.group(1) + "/tender/predicate"))
                    .POST(HttpRequest.BodyPublishers.ofString("{\"task\":{\"name\":\"t\"},\"node\":{\"name\":\"n1\"}}"))
                    .build();
            assertThat(scheduler
                            .send(question, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("{\"code\":0,\"errorMessage\":\"\"}");
        }
        recorder.interrupt();
        recorder.join();
        assertThat(said.toString()).contains("1 lines in");

        String replay = commands("./tender replay").getFirst();
        assertThat(replay).endsWith("--against http://127.0.0.1:8887");
        Answer same = tender(replay.replace("today.jsonl", file.toString()).replace(":8887", ":8888"));
        assertThat(same.exitCode()).as(same.out() + same.err()).isZero();
        assertThat(same.out()).contains("1 compared, 1 the same, 0 changed");
        Answer compared = tender(List.of("diff", file.toString(), file.toString()));
        assertThat(compared.exitCode()).as(compared.out() + compared.err()).isZero();
    }

    private static JsonNode report(Daemon daemon) {
        Answer answer = tender(List.of("extenders", "ssd-first", "--json", "--server", daemon.address()));
        return new JsonMapper().readTree(answer.out());
    }
}
