package io.tender.examples.extender;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.examples.ServiceProcess;
import io.tender.extender.server.ExtenderServer;
import io.tender.toolkit.check.CheckPlan;
import io.tender.toolkit.check.CheckReport;
import io.tender.toolkit.check.CheckResult;
import io.tender.toolkit.check.Checker;
import io.tender.toolkit.check.Checks;
import io.tender.toolkit.check.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The example extenders keep every promise: those in other languages of the dialect tender, those in Java of all. */
class CheckedExtendersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private static CheckReport check(String endpoint) {
        return check(endpoint, Dialect.TENDER);
    }

    private static CheckReport check(String endpoint, Dialect dialect) {
        CheckPlan plan = CheckPlan.of(endpoint, dialect)
                .allowChanges(true)
                .timeout(PATIENCE)
                .build();
        return new Checker(plan).run(Checks.of(dialect), result -> {});
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void a_policy_in_java_passes_in_every_dialect(Dialect dialect) {
        try (ExtenderServer server =
                ExtenderServer.builder().policy(new RackSpread(2)).listen(0)) {
            String path = dialect == Dialect.AURORA
                    ? "/aurora/offerset"
                    : "/" + dialect.name().toLowerCase(Locale.ROOT);
            CheckReport report = check(server.address() + path, dialect);
            assertThat(report.results().stream()
                            .filter(result -> result.label().equals("failed"))
                            .map(CheckResult::toString))
                    .isEmpty();
        }
    }

    private static void assertPassed(CheckReport report, String... verbs) {
        assertThat(report.results().stream()
                        .filter(result -> List.of("failed", "warned").contains(result.label()))
                        .map(CheckResult::toString))
                .isEmpty();
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
