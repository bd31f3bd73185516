package io.tender.cli;

import io.tender.extender.client.Verb;
import io.tender.model.batch.GoDuration;
import io.tender.toolkit.check.Check;
import io.tender.toolkit.check.CheckPlan;
import io.tender.toolkit.check.CheckReport;
import io.tender.toolkit.check.Checker;
import io.tender.toolkit.check.Checks;
import io.tender.toolkit.check.Dialect;
import io.tender.toolkit.check.JunitXml;
import io.tender.toolkit.check.NodeMode;
import io.tender.toolkit.check.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says which promises of a dialect an extender keeps. */
@Command(
        name = "check",
        description = {
            "Asks an extender what a scheduler would ask, well and badly, and says which promises it keeps.",
            "",
            "  tender check http://127.0.0.1:8888 --dialect kube             every check of the dialect",
            "  tender check http://127.0.0.1:8888 --dialect tender --verbs predicate,prioritize=score",
            "  tender check http://127.0.0.1:9090/v1/offerset --dialect aurora --junit report.xml",
            "  tender check --list --dialect volcano                         what there is, and why",
            "",
            "Verbs that may change something at the service (bind, allocateFunc, …) are asked only if they are named or",
            "--allow-changes is given. docs/checking.md explains every check."
        })
final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "URL",
            description = "where the service listens; the verb's path is added to it, except for aurora and sorter")
    private @Nullable String url;

    @Option(
            names = "--dialect",
            required = true,
            paramLabel = "NAME",
            description = "whose questions are asked: volcano, kube, aurora, tender or sorter")
    private String dialect = "";

    @Option(
            names = "--verbs",
            split = ",",
            paramLabel = "VERB[=PATH]",
            description = "the verbs that are served, and their paths if they are others; found by asking unless given")
    private List<String> verbs = List.of();

    @Option(names = "--allow-changes", description = "also ask verbs that may change something at the service")
    private boolean allowChanges;

    @Option(
            names = "--checks",
            split = ",",
            paramLabel = "ID",
            description = "only these: an id (F4a), a number (F4) or a group (F)")
    private List<String> checks = List.of();

    @Option(names = "--list", description = "list the checks of the dialect instead of trying them")
    private boolean list;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            defaultValue = "both",
            description = "kube: nodes as objects (full), by name (names), or both; both unless given")
    private NodeMode mode = NodeMode.BOTH;

    @Option(
            names = "--managed-resources",
            split = ",",
            paramLabel = "NAME",
            description = "what the service manages; the tasks of the checks then ask for it")
    private List<String> managedResources = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "5s",
            description = "how long one call may take; 5s unless given")
    private String timeout = "";

    @Option(
            names = "--deadline",
            paramLabel = "DURATION",
            defaultValue = "2m",
            description = "how long all checks together may take; 2m unless given")
    private String deadline = "";

    @Option(names = "--token-file", paramLabel = "FILE", description = "a file with a bearer token for the service")
    private @Nullable Path tokenFile;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Option(
            names = "--quick",
            description = "run every check with smaller questions and fewer of them, for a build that runs often")
    private boolean quick;

    @Option(names = "--json", description = "print the report as JSON")
    private boolean json;

    @Option(names = "--junit", paramLabel = "FILE", description = "also write it as JUnit XML, for build servers")
    private @Nullable Path junit;

    @Override
    public Integer call() {
        Dialect asked = dialect();
        List<Check> chosen = chosen(asked);
        if (list) {
            CheckTable.list(spec, asked, chosen, json);
            return ExitCode.OK;
        }
        CheckReport report = run(plan(asked), chosen);
        if (junit != null) {
            write(junit, JunitXml.of(report));
        }
        if (json) {
            Printing.json(spec, ReportJson.of(report));
        } else {
            new CheckTable(spec).print(report);
        }
        return report.allPassed() ? ExitCode.OK : ExitCode.FAILED;
    }

    private Dialect dialect() {
        return Dialect.of(dialect)
                .orElseThrow(() -> UserError.usage("There is no dialect '" + dialect + "'.")
                        .known(Arrays.stream(Dialect.values())
                                .map(Dialect::label)
                                .toList())
                        .toDo("name one of these"));
    }

    private List<Check> chosen(Dialect asked) {
        try {
            return Checks.of(asked, checks);
        } catch (IllegalArgumentException unknown) {
            throw UserError.usage(unknown.getMessage() + ".")
                    .expected("ids such as F4a, or groups such as F")
                    .toDo("see 'tender check --list --dialect " + asked.label() + "'");
        }
    }

    private CheckReport run(CheckPlan plan, List<Check> chosen) {
        boolean bar = !json && spec.commandLine().getColorScheme().ansi() == Ansi.ON;
        try (StepBar progress = StepBar.start("checks", chosen.size(), bar)) {
            return (quick ? Checker.quick(plan) : new Checker(plan))
                    .run(chosen, result -> progress.step(result.check().id().value()));
        } catch (IllegalArgumentException unusable) {
            throw UserError.usage(String.valueOf(unusable.getMessage()));
        }
    }

    private CheckPlan plan(Dialect asked) {
        if (url == null) {
            throw UserError.usage("Which service is to be checked?")
                    .expected("its address, such as http://127.0.0.1:8888")
                    .toDo("name it, or use --list to see the checks");
        }
        try {
            CheckPlan.Builder plan = CheckPlan.of(url, asked)
                    .allowChanges(allowChanges)
                    .mode(mode)
                    .managedResources(managedResources)
                    .timeout(duration("--timeout", timeout))
                    .deadline(duration("--deadline", deadline))
                    .tls(tls.settings());
            Optional.ofNullable(tokenFile).ifPresent(plan::tokenFile);
            for (String verb : verbs) {
                int equals = verb.indexOf('=');
                if (equals < 0) {
                    plan.verb(new Verb(verb));
                } else {
                    plan.verb(new Verb(verb.substring(0, equals)), verb.substring(equals + 1));
                }
            }
            return plan.build();
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    private static Duration duration(String option, String text) {
        return GoDuration.parse(text)
                .filter(Duration::isPositive)
                .orElseThrow(() -> UserError.usage("'" + text + "' is no time for " + option + ".")
                        .expected(GoDuration.EXPECTED));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException full) {
            throw UserError.environment("'" + file + "' cannot be written.")
                    .got(full)
                    .toDo("name a file in a folder that exists and can be written to");
        }
    }
}
