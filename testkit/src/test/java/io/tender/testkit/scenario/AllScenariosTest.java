package io.tender.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.testkit.scenario.step.AllocatorExpectation;
import io.tender.testkit.scenario.step.Step;
import io.tender.testkit.scenario.yaml.ScenarioFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs every scenario file of the repository. Those about creation need to find modules; the command line runs them. */
@Execution(ExecutionMode.CONCURRENT)
class AllScenariosTest {

    private static final Path SCENARIOS = Path.of("..", "scenarios");

    private final ScenarioRunner runner = new ScenarioRunner(AllocatorSource.builtIn());

    @TestFactory
    Stream<DynamicContainer> every_scenario_passes() throws IOException {
        return ScenarioFiles.find(SCENARIOS).stream()
                .map(file -> DynamicContainer.dynamicContainer(
                        SCENARIOS.relativize(file).toString(), file.toUri(), tests(file)));
    }

    private Stream<DynamicTest> tests(Path file) {
        return read(file).stream()
                .filter(scenario -> !(scenario.subject() instanceof Subject.CreationSubject))
                .map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> {
                    runner.run(scenario).failure().ifPresent(failure -> {
                        throw new ScenarioFailedError(failure);
                    });
                }));
    }

    private static List<Scenario> read(Path file) {
        try {
            return ScenarioFiles.read(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void every_scenario_holds_whatever_the_seed() throws IOException {
        holds(2, 2);
    }

    @Test
    @Tag("long")
    void every_scenario_holds_with_many_seeds() throws IOException {
        holds(3, 30);
    }

    private void holds(long firstSeed, long lastSeed) throws IOException {
        for (Path file : ScenarioFiles.find(SCENARIOS)) {
            for (Scenario scenario : read(file)) {
                for (long seed = firstSeed;
                        seed <= lastSeed && seeded(scenario.subject(), seed).isPresent();
                        seed++) {
                    Subject subject = seeded(scenario.subject(), seed).get();
                    Outcome outcome = runner.run(new Scenario(
                            scenario.name(), scenario.place(), scenario.opening(), subject, scenario.steps()));
                    assertThat(outcome.failure().map(Failure::text))
                            .as("seed %s: %s", seed, scenario.name())
                            .isEmpty();
                }
            }
        }
    }

    /** Empty for those whose course does not depend on it. */
    private static Optional<Subject> seeded(Subject subject, long seed) {
        return switch (subject) {
            case Subject.AllocatorSubject about ->
                Optional.of(new Subject.AllocatorSubject(about.setup().withSeed(seed)));
            case Subject.ServicesSubject about ->
                Optional.of(new Subject.ServicesSubject(about.setup().withSeed(seed)));
            default -> Optional.empty();
        };
    }

    @Test
    void every_test_that_aurora_has_of_its_http_offer_set_is_there() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        Pattern id = Pattern.compile("\\b([PG][0-9]+)\\b");
        for (Path file : ScenarioFiles.find(SCENARIOS.resolve("aurora"))) {
            for (Scenario scenario : read(file)) {
                // The title of a scenario with variants names a range; each variant names its own.
                String name = scenario.name();
                Matcher matcher = id.matcher(name.contains("[") ? name.substring(name.indexOf('[')) : name);
                while (matcher.find()) {
                    found.add(matcher.group(1));
                }
            }
        }
        assertThat(found)
                .containsExactlyInAnyOrder(
                        "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "G1", "G2", "G3", "G4");
    }

    @Test
    void every_behaviour_scenario_of_mesos_is_there() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        Pattern id = Pattern.compile("([A-T][0-9]+) .*");
        for (Path file : ScenarioFiles.find(SCENARIOS.resolve("mesos"))) {
            for (Scenario scenario : read(file)) {
                Matcher matcher = id.matcher(scenario.name());
                assertThat(matcher.matches()).as(scenario.name()).isTrue();
                found.add(matcher.group(1));
            }
        }
        TreeSet<String> expected = new TreeSet<>();
        String letters = "ABCDEFGHIJKLMNOPQRST";
        int[] last = {12, 8, 11, 11, 17, 7, 10, 20, 3, 8, 7, 21, 3, 2, 16, 16, 13, 10, 3, 16};
        for (int section = 0; section < last.length; section++) {
            for (int number = 1; number <= last[section]; number++) {
                expected.add(letters.charAt(section) + "" + number);
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void an_allocator_that_never_offers_fails_every_scenario_that_expects_an_offer() throws IOException {
        ScenarioRunner silent =
                new ScenarioRunner(AllocatorSource.of(FakeAllocator.factory(FakeAllocator.Fault.SILENT)));
        for (Path file : ScenarioFiles.find(SCENARIOS.resolve("mesos"))) {
            for (Scenario scenario : read(file)) {
                if (expectsAnOffer(scenario.steps())) {
                    assertThat(silent.run(scenario).passed())
                            .as(scenario.name())
                            .isFalse();
                }
            }
        }
    }

    private static boolean expectsAnOffer(List<Step> steps) {
        return steps.stream().anyMatch(step -> switch (step) {
            case Step.Check check ->
                check.expectation() instanceof AllocatorExpectation.Offers expected
                        && !expected.offers().isEmpty();
            case Step.Repeat repeat -> expectsAnOffer(repeat.steps());
            default -> false;
        });
    }
}
