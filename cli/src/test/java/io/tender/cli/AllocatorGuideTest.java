package io.tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.AllocatorFactory;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Does what docs/writing-an-allocator.md says, with the files and the command for scenarios that are on the page. */
class AllocatorGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "writing-an-allocator.md");
    private static final String SERVICE = "META-INF/services/io.tender.spi.AllocatorFactory";

    @TempDir
    private static Path project;

    private static String page = "";

    private record Answer(int exitCode, String said) {}

    @BeforeAll
    static void write() throws IOException {
        page = Files.readString(GUIDE);
        Matcher files = Pattern.compile("```\\w+\n((?://|#|<!--) (\\S+)[^\n]*\n.*?)```", Pattern.DOTALL)
                .matcher(page);
        while (files.find()) {
            Path file = project.resolve(files.group(2));
            Files.createDirectories(file.getParent());
            Files.writeString(file, files.group(1));
        }
    }

    private static List<Path> files(String below) throws IOException {
        try (Stream<Path> found = Files.walk(project.resolve(below))) {
            return found.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Where the classes lie that one compiles a module on, and nothing else. */
    private static String api() throws URISyntaxException {
        return Path.of(AllocatorFactory.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }

    private static Path compiled(String folder, String classPath) throws IOException {
        Path classes = project.resolve("target").resolve(folder + "-classes");
        List<String> command = new ArrayList<>(
                List.of("--release", "21", "-proc:none", "-Xlint:all", "-d", classes.toString(), "-cp", classPath));
        files("src/" + folder + "/java").forEach(file -> command.add(file.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(new String[0])))
                .isZero();
        return classes;
    }

    private static Path jar(Path classes, Path folder) throws IOException {
        Files.createDirectories(folder);
        Path jar = folder.resolve("round-robin-1.0.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream jars = new JarOutputStream(out)) {
            for (Path root : List.of(classes, project.resolve("src/main/resources"))) {
                try (Stream<Path> found = Files.walk(root)) {
                    for (Path file : found.filter(Files::isRegularFile).toList()) {
                        jars.putNextEntry(
                                new JarEntry(root.relativize(file).toString().replace(File.separatorChar, '/')));
                        Files.copy(file, jars);
                        jars.closeEntry();
                    }
                }
            }
        }
        return jar;
    }

    /** The class path of the program: without the examples, whose module has the same name. */
    private static String program() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("/examples/target/") && !entry.contains("tender-examples"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** A command of the page, in the project's folder; the checkout beside it is this build. */
    private static Answer tender(String start) throws IOException, InterruptedException {
        String line = page.lines()
                .filter(each -> each.startsWith("../tender/tender " + start))
                .findFirst()
                .orElseThrow();
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                program(),
                "io.tender.cli.Main"));
        command.addAll(Arrays.asList(line.split(" +")).subList(1, line.split(" +").length));
        Process process = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), said);
    }

    @Test
    void the_project_builds_keeps_the_contract_and_passes_its_scenarios_as_it_stands_on_the_page() throws Exception {
        assertThat(project.resolve("pom.xml")).exists();
        assertThat(project.resolve("src/main/resources").resolve(SERVICE))
                .content()
                .contains("\nRoundRobinFactory\n");
        Path main = compiled("main", api());
        assertThat(main.resolve("RoundRobinFactory.class")).exists();
        Path jar = jar(main, project.resolve("my-plugins"));

        Path tests = compiled("test", main + File.pathSeparator + System.getProperty("java.class.path"));
        URL[] path = {tests.toUri().toURL(), jar.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
            assertThat(passed(loader.loadClass("RoundRobinContractTest"))).isGreaterThan(20);
        }

        Answer scenarios = tender("test");
        assertThat(scenarios.exitCode()).as(scenarios.said()).isZero();
        assertThat(scenarios.said()).contains("1 passed");
    }

    /** Runs the tests of a class as JUnit would, each on an object of its own; tells how many there are. */
    private static int passed(Class<?> tests) throws Exception {
        Constructor<?> constructor = tests.getDeclaredConstructor();
        constructor.setAccessible(true);
        int passed = 0;
        for (Class<?> type = tests; type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(TestFactory.class)) {
                    method.setAccessible(true);
                    Object result = method.invoke(constructor.newInstance());
                    if (result instanceof Stream<?> dynamic) {
                        for (Object each : dynamic.toList()) {
                            run((DynamicTest) each);
                        }
                    }
                    passed++;
                }
            }
        }
        return passed;
    }

    private static void run(DynamicTest test) throws Exception {
        try {
            test.getExecutable().execute();
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
