package io.tender.cli;

import io.tender.runtime.ModuleCatalog;
import io.tender.runtime.UnknownBatchPlugin;
import io.tender.runtime.UnknownModule;
import io.tender.runtime.batch.BatchPlugins;
import io.tender.testkit.scenario.Scenario;
import io.tender.testkit.scenario.ScenarioRunner;
import io.tender.testkit.scenario.yaml.Problem;
import io.tender.testkit.scenario.yaml.ScenarioFiles;
import io.tender.testkit.scenario.yaml.ScenarioSyntaxException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Runs scenario files: given a cluster, when this happens, expect these decisions. */
@Command(
        name = "test",
        description = {
            "Runs scenario files: given a cluster, when this happens, expect these decisions.",
            "",
            "  tender test scenarios/                      every scenario in a folder",
            "  tender test quota.yaml --filter starvation  those with a word in their name",
            "  tender test scenarios/ --json               for programs",
            "",
            "docs/scenarios.md tells how to write one."
        })
final class TestCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "scenario files, or folders with *.yaml files")
    private List<Path> paths;

    @Option(
            names = "--filter",
            paramLabel = "TEXT",
            description = "only scenarios whose name contains this, in any case")
    private @Nullable String filter;

    @Option(names = "--fail-fast", description = "stop after the first failure")
    private boolean failFast;

    @Option(names = "--json", description = "print the results as JSON")
    private boolean json;

    @Option(
            names = "--allocator",
            paramLabel = "NAME",
            description = "the allocator for scenarios that name none; hierarchical unless given")
    private @Nullable String allocator;

    @Option(
            names = "--plugins",
            paramLabel = "FOLDER",
            description = "a folder with the jars of allocators and batch plugins")
    private @Nullable Path plugins;

    @Override
    public Integer call() {
        List<Problem> problems = new ArrayList<>();
        Map<Path, List<Scenario>> files = read(findAll(), problems);
        if (!problems.isEmpty()) {
            tell(problems);
            return ExitCode.USAGE;
        }
        requireSome(files);
        ScenarioRun run = new ScenarioRun(filtered(files));
        ModuleCatalog catalog = catalog();
        ScenarioRunner runner = new ScenarioRunner(
                new CatalogAllocators(catalog, Optional.ofNullable(allocator)), batchPlugins(catalog));
        try (StepBar progress = StepBar.start("scenarios", run.scenarios(), showsProgress())) {
            run.run(runner, failFast, outcome -> progress.step());
        }
        if (json) {
            print(run.report());
        } else {
            new ScenarioTable(out(), colours()).print(run);
        }
        return run.failed() == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    private List<Path> findAll() {
        List<Path> found = new ArrayList<>();
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw UserError.usage("There is no '" + path + "'.")
                        .expected("a scenario file, or a folder with some")
                        .toDo("name an existing file or folder, such as 'scenarios'");
            }
            try {
                found.addAll(ScenarioFiles.find(path));
            } catch (IOException e) {
                throw UserError.environment("'" + path + "' cannot be read.")
                        .got(e)
                        .toDo("name a file or folder that this user may read");
            }
        }
        List<Path> distinct = found.stream().distinct().toList();
        if (distinct.isEmpty()) {
            throw UserError.usage("There are no scenario files in " + paths + ".")
                    .got("no file whose name ends in .yaml or .yml")
                    .expected("a scenario file, or a folder with some")
                    .toDo("name another folder, or write a scenario (docs/scenarios.md)");
        }
        return distinct;
    }

    private static Map<Path, List<Scenario>> read(List<Path> found, List<Problem> problems) {
        Map<Path, List<Scenario>> files = new LinkedHashMap<>();
        for (Path file : found) {
            try {
                files.put(file, ScenarioFiles.read(file));
            } catch (ScenarioSyntaxException e) {
                problems.addAll(e.problems());
            } catch (CharacterCodingException e) {
                throw UserError.usage("'" + file + "' is no text.")
                        .got(e)
                        .expected("YAML in UTF-8")
                        .toDo("name a scenario file, or write this one in UTF-8");
            } catch (IOException e) {
                throw UserError.environment("'" + file + "' cannot be read.")
                        .got(e)
                        .toDo("name a file that this user may read");
            }
        }
        return files;
    }

    /** Whoever names files wants something to be tested; a run of nothing would pass for ever. */
    private void requireSome(Map<Path, List<Scenario>> files) {
        if (files.values().stream().allMatch(List::isEmpty)) {
            throw UserError.usage("There is no scenario in " + paths + ".")
                    .got(files.size() == 1 ? "a file without one" : files.size() + " files without one")
                    .expected("at least one, which begins with 'scenario: NAME'")
                    .toDo("name another file or folder, or write a scenario (docs/scenarios.md)");
        }
    }

    private Map<Path, List<Scenario>> filtered(Map<Path, List<Scenario>> files) {
        if (filter == null) {
            return files;
        }
        String wanted = filter.toLowerCase(Locale.ROOT);
        Map<Path, List<Scenario>> left = new LinkedHashMap<>();
        files.forEach((file, scenarios) -> {
            List<Scenario> matching = scenarios.stream()
                    .filter(scenario -> scenario.name().toLowerCase(Locale.ROOT).contains(wanted))
                    .toList();
            if (!matching.isEmpty()) {
                left.put(file, matching);
            }
        });
        if (left.isEmpty()) {
            int all = files.values().stream().mapToInt(List::size).sum();
            throw UserError.usage("No scenario's name contains '" + filter + "'.")
                    .got(all + " scenarios, none of them with that name")
                    .toDo("correct --filter, or leave it out to run all");
        }
        return left;
    }

    private ModuleCatalog catalog() {
        try {
            return plugins == null ? ModuleCatalog.ofClassPath() : ModuleCatalog.withPlugins(plugins);
        } catch (UnknownModule e) {
            throw UserError.usage(String.valueOf(e.getMessage()));
        }
    }

    private static BatchPlugins batchPlugins(ModuleCatalog catalog) {
        try {
            return BatchPlugins.of(catalog);
        } catch (UnknownBatchPlugin e) {
            throw UserError.usage(String.valueOf(e.getMessage()));
        }
    }

    private void tell(List<Problem> problems) {
        if (json) {
            print(new TestReport(
                    0,
                    0,
                    0,
                    0,
                    0,
                    List.of(),
                    problems.stream().map(TestReport::of).toList()));
            return;
        }
        PrintWriter err = spec.commandLine().getErr();
        problems.forEach(problem -> err.println(problem.text()));
        err.println();
        err.println(problems.size() + (problems.size() == 1 ? " mistake" : " mistakes")
                + " in the scenario files; nothing was run.");
        err.flush();
    }

    private void print(TestReport report) {
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        out().println(mapper.writeValueAsString(report));
        out().flush();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private Ansi colours() {
        return spec.commandLine().getColorScheme().ansi();
    }

    /** A bar only makes sense where it can be drawn over again. */
    private boolean showsProgress() {
        return !json && colours() == Ansi.ON;
    }
}
