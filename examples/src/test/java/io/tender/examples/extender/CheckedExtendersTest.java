package io.tender.examples.extender;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.examples.ServiceProcess;
import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Ledger;
import io.tender.toolkit.check.Check;
import io.tender.toolkit.check.CheckPlan;
import io.tender.toolkit.check.CheckReport;
import io.tender.toolkit.check.CheckResult;
import io.tender.toolkit.check.Checker;
import io.tender.toolkit.check.Checks;
import io.tender.toolkit.check.Dialect;
import io.tender.toolkit.check.VerbState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The example extenders keep every promise: those in other languages of the dialect tender, those in Java of all. */
class CheckedExtendersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A node with 100 tasks, 5,000 nodes, 10 MB. */
    private static final List<String> LARGE = List.of("F5b", "Q5c", "P5c", "T2a");

    /** Those that a policy about tasks and agents speaks; an order of roles is something else. */
    private static final List<Dialect> DIALECTS =
            List.of(Dialect.VOLCANO, Dialect.KUBE, Dialect.AURORA, Dialect.TENDER);

    private static final List<String> LARGE_KUBE = List.of("F5c", "P5c", "T2a");

    @TempDir
    private Path folder;

    /** All checks with little effort, and those of large questions with as much as for users. */
    private static CheckReport check(CheckPlan plan) {
        List<String> ids = plan.dialect() == Dialect.TENDER ? LARGE : LARGE_KUBE;
        List<Check> large = Checks.of(plan.dialect(), ids);
        assertThat(large).hasSizeGreaterThan(ids.size()); // with whether anybody is there at all
        assertPassed(new Checker(plan).run(large, result -> {}));
        return Checker.quick(plan).run(Checks.of(plan.dialect()), result -> {});
    }

    private static CheckReport check(String endpoint) {
        return check(plan(endpoint, Dialect.TENDER));
    }

    private static CheckPlan plan(String endpoint, Dialect dialect) {
        return CheckPlan.of(endpoint, dialect)
                .allowChanges(true)
                .timeout(PATIENCE)
                .build();
    }

    /** The examples, each as its author would start it. */
    enum Example {
        RACK_SPREAD {
            @Override
            ExtenderServer.Builder extender(Path folder) {
                return ExtenderServer.builder().policy(new RackSpread(2));
            }
        },
        GPU_TOPOLOGY {
            @Override
            ExtenderServer.Builder extender(Path folder) {
                return ExtenderServer.builder().policy(new GpuTopology(ledger()));
            }
        },
        LICENCE_TOKENS {
            @Override
            ExtenderServer.Builder extender(Path folder) {
                return ExtenderServer.builder().policy(new LicenceTokens(Map.of("solver", 3, "renderer", 1), ledger()));
            }
        },
        CHEAPEST_FIRST {
            @Override
            ExtenderServer.Builder extender(Path folder) {
                return CheapestFirst.extender();
            }
        },
        DATA_LOCALITY {
            @Override
            ExtenderServer.Builder extender(Path folder) {
                return DataLocality.extender(folder.resolve("data-locality.txt"));
            }
        };

        abstract ExtenderServer.Builder extender(Path folder);

        private static Ledger ledger() {
            return Ledger.inMemory(InstantSource.system(), Duration.ofMinutes(1), 100_000);
        }
    }

    static Stream<Arguments> everyExampleInEveryDialect() {
        return Stream.of(Example.values())
                .flatMap(example -> DIALECTS.stream().map(dialect -> Arguments.of(example, dialect)));
    }

    @ParameterizedTest
    @MethodSource("everyExampleInEveryDialect")
    void a_policy_in_java_passes_in_every_dialect(Example example, Dialect dialect) throws IOException {
        Files.writeString(folder.resolve("data-locality.txt"), "");
        try (ExtenderServer server = example.extender(folder).listen(0)) {
            CheckPlan plan = plan(server.address() + path(dialect), dialect);
            // How much is asked is a matter of the server, which they have in common.
            assertPassed(
                    example == Example.RACK_SPREAD && dialect == Dialect.KUBE
                            ? check(plan)
                            : Checker.quick(plan).run(Checks.of(dialect), result -> {}));
        }
    }

    private static String path(Dialect dialect) {
        return dialect == Dialect.AURORA
                ? "/aurora/offerset"
                : "/" + dialect.name().toLowerCase(Locale.ROOT);
    }

    @Tag("long")
    @ParameterizedTest
    @FieldSource("DIALECTS")
    void one_of_them_passes_with_as_much_as_is_asked_for_users(Dialect dialect) throws IOException {
        try (ExtenderServer server = Example.RACK_SPREAD.extender(folder).listen(0)) {
            assertPassed(
                    new Checker(plan(server.address() + path(dialect), dialect)).run(Checks.of(dialect), result -> {}));
        }
    }

    /** Equal hosts stay in the scheduler's order, which is its own; check O7 warns of that choice. */
    private static boolean isChoice(CheckResult result) {
        return result.label().equals("warned") && result.check().id().value().equals("O7");
    }

    private static void assertPassed(CheckReport report) {
        assertThat(report.results().stream()
                        .filter(result -> !List.of("passed", "skipped").contains(result.label()))
                        .filter(result -> !isChoice(result))
                        .map(CheckResult::toString))
                .isEmpty();
        assertThat(report.allPassed()).isTrue();
        assertThat(report.verbs()).anyMatch(VerbState::asked);
    }

    private static void assertPassed(CheckReport report, String... verbs) {
        assertPassed(report);
        assertThat(report.verbs().stream()
                        .filter(state -> state.asked())
                        .map(state -> state.verb().value()))
                .containsExactlyInAnyOrder(verbs);
    }

    @Test
    void the_one_in_python_passes() throws InterruptedException {
        Assumptions.assumeTrue(ServiceProcess.hasPython(), "no python3 here");
        try (ServiceProcess service = new ServiceProcess(ServiceProcess.python("extender/rack_spread.py"))) {
            assertPassed(
                    check(service.endpoint()),
                    "predicate",
                    "batchPredicate",
                    "prioritize",
                    "allocateFunc",
                    "deallocateFunc",
                    "commit",
                    "abort");
        }
    }

    @Test
    void the_one_in_go_passes() throws IOException, InterruptedException {
        Path program = folder.resolve("spareroom");
        Assumptions.assumeTrue(built(program), "no Go here, or none that has compiled its library before");
        try (ServiceProcess service = new ServiceProcess(List.of(program.toString()))) {
            assertPassed(check(service.endpoint()), "predicate", "batchPredicate", "prioritize");
        }
    }

    /** False where there is no toolchain, or none that is in time; one that cannot build it is a failure. */
    private boolean built(Path program) throws IOException, InterruptedException {
        ProcessBuilder build = new ProcessBuilder("go", "build", "-o", program.toString(), ".")
                .directory(Path.of("extender/go").toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("build.log").toFile());
        // Nothing is fetched: the example needs the standard library alone.
        build.environment().put("GOPROXY", "off");
        build.environment().put("GOTOOLCHAIN", "local");
        build.environment().put("GOFLAGS", "-buildvcs=false");
        Process process;
        try {
            process = build.start();
        } catch (IOException absent) {
            return false;
        }
        // The first time, the standard library is compiled too; what is done by then is not done again.
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            return false;
        }
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("build.log")))
                .isZero();
        return true;
    }
}
