package io.tender.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.tender.architecture.impure.Samples;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PurityTest {
    static List<ArchRule> rulesOfTheCore() {
        return Purity.rulesFor("io.tender.core..");
    }

    @ParameterizedTest
    @MethodSource("rulesOfTheCore")
    void the_core_touches_nothing_of_the_world(ArchRule rule) {
        JavaClasses core = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.tender.core");

        rule.check(core);
    }

    static List<Class<?>> impure() {
        return List.of(Samples.class.getDeclaredClasses()).stream()
                .filter(sample -> !sample.equals(Samples.Pure.class))
                .<Class<?>>map(sample -> sample)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("impure")
    void each_way_to_touch_the_world_is_noticed(Class<?> sample) {
        assertThat(violationsOf(sample)).as(sample.getSimpleName()).isNotEmpty();
    }

    @Test
    void pure_code_is_left_in_peace() {
        assertThat(violationsOf(Samples.Pure.class)).isEmpty();
    }

    /** Evaluated once: reading class files takes longer than all the rules. */
    private static final List<String> VIOLATIONS = violationsOfAll();

    private static List<String> violationsOfAll() {
        JavaClasses samples = new ClassFileImporter().importPackagesOf(Samples.class);
        return Purity.rulesFor("io.tender.architecture.impure..").stream()
                .flatMap(rule -> rule.evaluate(samples).getFailureReport().getDetails().stream())
                .toList();
    }

    private static List<String> violationsOf(Class<?> sample) {
        // Methods of a nested class are told with a dot, its inner classes with a dollar sign.
        Pattern name = Pattern.compile(Pattern.quote(sample.getName()) + "\\b");
        return VIOLATIONS.stream().filter(told -> name.matcher(told).find()).toList();
    }
}
