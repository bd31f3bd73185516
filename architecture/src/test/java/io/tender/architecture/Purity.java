package io.tender.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;

/** What it means that code decides without touching the world: the rules for {@code core}, for any package. */
final class Purity {
    /** The JDK's packages that hold values and algorithms only; what they have of clock and chance is taken out below. */
    private static final String[] HARMLESS = {
        "io.tender.model..",
        "io.tender.spi..",
        "java.lang",
        "java.lang.annotation",
        "java.lang.invoke",
        "java.lang.runtime",
        "java.math",
        "java.text",
        "java.time..",
        "java.util",
        "java.util.function",
        "java.util.random",
        "java.util.regex",
        "java.util.stream",
        "org.jspecify.annotations"
    };

    /** Of the packages that are not harmless as a whole: types that are plain values. */
    private static final Set<String> HARMLESS_TYPES = Set.of(
            "java.io.Serializable",
            "java.nio.charset.Charset",
            "java.nio.charset.StandardCharsets",
            "java.util.concurrent.CancellationException",
            "java.util.concurrent.CompletableFuture",
            "java.util.concurrent.CompletionException",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.TimeUnit");

    private static final Set<String> FORBIDDEN_TYPES = Set.of(
            "java.lang.InheritableThreadLocal",
            "java.lang.Process",
            "java.lang.ProcessBuilder",
            "java.lang.Runtime",
            "java.lang.System$Logger",
            "java.lang.Thread",
            "java.lang.ThreadGroup",
            "java.lang.ThreadLocal",
            "java.time.Clock",
            "java.util.Random",
            "java.util.Scanner",
            "java.util.SplittableRandom",
            "java.util.Timer",
            "java.util.TimerTask");

    /** All else in {@code System} is a clock, a stream, a setting of the machine, or the end of the program. */
    private static final Set<String> HARMLESS_IN_SYSTEM = Set.of("arraycopy", "identityHashCode", "lineSeparator");

    private Purity() {}

    static List<ArchRule> rulesFor(String packages) {
        return List.of(dependsOnValuesOnly(packages), asksNoClockAndNoDice(packages), locksNothing(packages));
    }

    private static ArchRule dependsOnValuesOnly(String packages) {
        return classes()
                .that()
                .resideInAPackage(packages)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(HARMLESS)
                        .or(resideInAnyPackage(packages))
                        .or(named(HARMLESS_TYPES))
                        .and(DescribedPredicate.not(named(FORBIDDEN_TYPES)))
                        .or(primitiveArray()))
                .because("the core decides: it owns no clock, chance, thread, file, socket or log");
    }

    private static ArchRule asksNoClockAndNoDice(String packages) {
        return noClasses()
                .that()
                .resideInAPackage(packages)
                .should()
                .accessTargetWhere(reachesTheWorld())
                .because("time and chance are given to the core, so that a journal and a seed replay every decision");
    }

    private static ArchRule locksNothing(String packages) {
        return noMethods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAPackage(packages)
                .should()
                .haveModifier(JavaModifier.SYNCHRONIZED)
                .allowEmptyShould(true)
                .because("one thread decides, and the runtime owns it");
    }

    private static DescribedPredicate<JavaAccess<?>> reachesTheWorld() {
        return DescribedPredicate.describe("reaches clock, chance, thread or stream", access -> {
            String owner = access.getTargetOwner().getName();
            String member = access.getName();
            return switch (owner) {
                case "java.lang.System" -> !HARMLESS_IN_SYSTEM.contains(member);
                case "java.lang.Math", "java.lang.StrictMath" -> member.equals("random");
                case "java.util.UUID" -> member.equals("randomUUID");
                case "java.util.random.RandomGenerator" -> member.equals("of") || member.equals("getDefault");
                case "java.util.Collections" ->
                    member.equals("shuffle") && access.getDescription().contains("Collections.shuffle(java.util.List)");
                case "java.util.concurrent.CompletableFuture" ->
                    member.endsWith("Async")
                            || member.equals("orTimeout")
                            || member.equals("completeOnTimeout")
                            || member.equals("delayedExecutor")
                            || member.equals("get")
                            || member.equals("join");
                case "java.lang.Object" -> member.equals("wait") || member.startsWith("notify");
                default ->
                    (owner.startsWith("java.time.") && (member.equals("now") || member.startsWith("system")))
                            || member.equals("printStackTrace")
                            || member.equals("parallelStream")
                            || (owner.startsWith("java.util.stream.") && member.equals("parallel"));
            };
        });
    }

    private static DescribedPredicate<JavaClass> named(Set<String> names) {
        return DescribedPredicate.describe("one of " + names, type -> names.contains(elementOf(type)));
    }

    private static DescribedPredicate<JavaClass> primitiveArray() {
        return DescribedPredicate.describe(
                "arrays of primitives", type -> type.getBaseComponentType().isPrimitive());
    }

    private static String elementOf(JavaClass type) {
        return type.getBaseComponentType().getName();
    }
}
