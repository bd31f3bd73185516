package io.tender.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModuleArrowsTest {
    /** A module, the modules it may know, and its packages. */
    record Module(String name, Set<String> known, List<String> packages) {
        private String[] packageNames() {
            return packages.toArray(String[]::new);
        }

        private ArchRule knowsOnlyWhatItMay() {
            String[] foreign = MODULES.stream()
                    .filter(other -> !other.equals(this) && !known.contains(other.name))
                    .flatMap(other -> other.packages.stream())
                    .toArray(String[]::new);
            return noClasses()
                    .that()
                    .resideInAnyPackage(packageNames())
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(foreign)
                    .allowEmptyShould(true)
                    .because("arrows between modules point one way");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Module API = new Module("api", Set.of(), List.of("io.tender.model..", "io.tender.spi.."));

    /** Nothing knows the cli. */
    private static final List<Module> MODULES = List.of(
            API,
            new Module("core", Set.of("api"), List.of("io.tender.core..")),
            new Module("runtime", Set.of("api", "core"), List.of("io.tender.runtime..")),
            new Module("mesos", Set.of("api"), List.of("io.tender.mesos..")),
            new Module("extender", Set.of("api"), List.of("io.tender.extender..")),
            new Module(
                    "testkit", Set.of("api", "core", "runtime", "mesos", "extender"), List.of("io.tender.testkit..")),
            new Module("toolkit", Set.of("api", "extender"), List.of("io.tender.toolkit..")),
            new Module("daemon", Set.of("api", "core", "runtime", "mesos", "extender"), List.of("io.tender.daemon..")),
            new Module("examples", Set.of("api", "extender"), List.of("io.tender.examples..")),
            new Module(
                    "benchmarks",
                    Set.of("api", "core", "runtime", "mesos", "extender", "toolkit", "testkit", "daemon"),
                    List.of("io.tender.benchmarks..")),
            new Module(
                    "cli",
                    Set.of("api", "core", "runtime", "mesos", "extender", "testkit", "toolkit", "daemon"),
                    List.of("io.tender.cli..")));

    static List<Module> modules() {
        return MODULES;
    }

    private static final JavaClasses PROGRAM = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.tender");

    @ParameterizedTest
    @MethodSource("modules")
    void a_module_knows_only_the_modules_before_it(Module module) {
        module.knowsOnlyWhatItMay().check(PROGRAM);
    }

    @Test
    void the_api_needs_nothing_but_the_jdk() {
        needsNothingButTheJdk(API.packageNames()).check(PROGRAM);
    }

    /** Who sends spans can be replaced, and costs nothing where nobody is to be traced. */
    @Test
    void one_package_alone_knows_the_library_that_sends_traces() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.tender.daemon.trace.otlp..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.opentelemetry..")
                .check(PROGRAM);
        noClasses()
                .that()
                .resideOutsideOfPackages("io.tender.daemon", "io.tender.daemon.trace.otlp..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.tender.daemon.trace.otlp..")
                .check(PROGRAM);
    }

    @Test
    void every_class_belongs_to_a_module_listed_here() {
        String[] listed =
                MODULES.stream().flatMap(module -> module.packages().stream()).toArray(String[]::new);

        classes().should().resideInAnyPackage(listed).check(PROGRAM);
    }

    @Test
    void a_wrong_arrow_is_noticed() {
        JavaClasses here = new ClassFileImporter().importPackages("io.tender.architecture");
        Module shy = new Module("core", Set.of(), List.of("io.tender.architecture.."));

        assertThat(needsNothingButTheJdk("io.tender.cli..").evaluate(PROGRAM).hasViolation())
                .isTrue();
        assertThat(shy.knowsOnlyWhatItMay().evaluate(here).hasViolation()).isTrue();
    }

    /** Knows what it should not; the test above wants it caught. */
    static final class WrongArrow {
        final io.tender.cli.UserError error = io.tender.cli.UserError.usage("wrong arrow");
    }

    private static ArchRule needsNothingButTheJdk(String... packages) {
        String[] allowed = Stream.concat(Stream.of(packages), Stream.of("java..", "org.jspecify.annotations.."))
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(allowed)
                        .or(DescribedPredicate.describe(
                                "primitives",
                                type -> type.getBaseComponentType().isPrimitive())))
                .because("what plugin authors compile on must bring nothing with it");
    }
}
