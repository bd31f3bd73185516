package io.tender.examples.extender;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Ledger;
import io.tender.testkit.scenario.BatchLanguage;
import io.tender.testkit.scenario.step.BatchCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LicenceTokensTest {
    private static final String VERBS = "onSessionOpen predicate allocateFunc deallocateFunc commit abort";
    private static final String NODES = "nodes: {n1..n2: cpu=8}\n";

    private static Ledger ledger() {
        return Ledger.inMemory(InstantSource.system(), Duration.ofMinutes(1), 100);
    }

    private static ExtenderServer lending(int solvers, Ledger ledger) {
        return ExtenderServer.builder()
                .policy(new LicenceTokens(Map.of("solver", solvers), ledger))
                .listen(0);
    }

    private static String job(String name, int tasks, String licence) {
        return """
                - jobs:
                    %s: {tasks: {replicas: %d, request: cpu=1, labels: {licence: %s}}, minAvailable: 1}
                """.formatted(name, tasks, licence);
    }

    @Test
    void no_more_tasks_run_than_there_are_licences_and_one_that_comes_back_is_lent_again() {
        Ledger ledger = ledger();
        try (ExtenderServer extender = lending(2, ledger);
                BatchLanguage scenario = Asking.scenario(extender, VERBS, NODES)) {
            scenario.steps(job("a", 3, "solver")).session().steps("- placed: {a: 2}");
            assertThat(ledger.held().get("solver").millis("licences")).isEqualTo(2000);

            scenario.report("a-0", BatchCommand.Fate.FINISHES).session().steps("- placed: {a-2: 1}");
            assertThat(ledger.held().get("solver").millis("licences")).isEqualTo(2000);
        }
    }

    @Test
    void tasks_without_a_licence_are_left_alone_and_one_that_does_not_exist_is_named() {
        try (ExtenderServer extender = lending(1, ledger());
                BatchLanguage scenario = Asking.scenario(extender, VERBS, NODES)) {
            scenario.job("plain", "2 x cpu=1")
                    .steps(job("odd", 1, "perpetuum"))
                    .session()
                    .steps("- placed: {plain: 2}")
                    .expectWhy("odd", "there are no licences of 'perpetuum'");
        }
    }

    @Test
    void what_is_lent_is_still_lent_after_a_restart(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("licences");
        try (Ledger ledger = Ledger.journaled(file, InstantSource.system(), Duration.ofMinutes(1), 100);
                ExtenderServer extender = lending(2, ledger);
                BatchLanguage scenario = Asking.scenario(extender, VERBS, NODES)) {
            scenario.steps(job("a", 2, "solver")).session().steps("- placed: {a: 2}");
        }
        try (Ledger ledger = Ledger.journaled(file, InstantSource.system(), Duration.ofMinutes(1), 100)) {
            assertThat(ledger.held().get("solver").millis("licences")).isEqualTo(2000);
        }
    }
}
