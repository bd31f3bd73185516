package io.tender.toolkit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.Verb;
import io.tender.testkit.hostile.HostileServer;
import io.tender.testkit.hostile.Misbehaviour;
import io.tender.toolkit.check.Shelf.Quirk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A shelf of services that are wrong on purpose: each fault is found by the check that is meant for it. */
class ShelfTest {
    private static final Effort SMALL = new Effort(25, 25, 10, 10, 3, 4, 300_000, 2);
    private static final Effort LARGE = new Effort(2_000, 100, 10, 10, 3, 4, 300_000, 2);
    private static final Effort LARGEST = new Effort(5_000, 100, 200, 40, 8, 16, 10 << 20, 2);
    private static final Effort UNHURRIED = new Effort(25, 25, 10, 10, 3, 4, 300_000, 200);
    private static final Duration PATIENT = Duration.ofSeconds(10);
    private static final Duration IMPATIENT = Duration.ofMillis(700);
    /** Their faults are in {@link TlsChecksTest}, and that of T0 below. */
    private static final Set<String> ELSEWHERE = Set.of("L1", "L2", "L3", "T0");

    @TempDir
    private static Path folder;

    static GoodService good(Dialect dialect) {
        return switch (dialect) {
            case KUBE -> new GoodKube();
            case AURORA -> new GoodOfferSet();
            case SORTER -> new GoodSorter();
            case VOLCANO, TENDER -> new GoodBatch(dialect);
        };
    }

    static CheckPlan.Builder plan(Shelf shelf, Dialect dialect) {
        String path = switch (dialect) {
            case AURORA -> "/v1/offerset";
            case SORTER -> "/v1/sort";
            case KUBE, VOLCANO, TENDER -> "";
        };
        return CheckPlan.of(shelf.url() + path, dialect)
                .allowChanges(true)
                .managedResources(List.of(GoodService.WIDGET));
    }

    static List<Fault> faults() {
        return Stream.of(
                        TransportFaults.all(),
                        KubeFaults.all(),
                        AuroraFaults.all(),
                        SorterFaults.all(),
                        BatchFaults.of(Dialect.VOLCANO),
                        BatchFaults.of(Dialect.TENDER))
                .flatMap(List::stream)
                .toList();
    }

    private static Set<String> ids(CheckReport report, String label) {
        return report.results().stream()
                .filter(result -> result.label().equals(label))
                .map(result -> result.check().id().value())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void a_fault_is_found_by_the_check_that_is_meant_for_it(Fault fault) throws IOException {
        assertFound(fault, checks(fault));
    }

    @ParameterizedTest
    @MethodSource("oneFaultOfEachGroup")
    void a_fault_in_one_verb_leaves_the_checks_of_the_others_quiet(Fault fault) throws IOException {
        assertFound(fault, allButThoseOfHttp(fault));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("faultsOfDecisions")
    void no_fault_disturbs_the_checks_of_other_verbs(Fault fault) throws IOException {
        assertFound(fault, allButThoseOfHttp(fault));
    }

    private static void assertFound(Fault fault, List<Check> checks) throws IOException {
        GoodService good = good(fault.dialect());
        boolean readsOnce = fault.quirks().contains(Quirk.READS_ONCE);
        try (Shelf shelf = new Shelf(asked -> fault.wrong().answer(asked, good), Optional.empty(), fault.quirks())) {
            CheckPlan.Builder plan = plan(shelf, fault.dialect()).timeout(fault.slow() ? IMPATIENT : PATIENT);
            if (fault.failing().contains("A1")) {
                plan.tokenFile(Files.writeString(folder.resolve("token"), "0123456789abcdef"));
            }

            CheckReport report = new Checker(plan.build(), readsOnce ? UNHURRIED : SMALL).run(checks, result -> {});

            assertThat(ids(report, "failed")).as("failed").isEqualTo(new TreeSet<>(fault.failing()));
            assertThat(ids(report, "warned")).as("warned").isEqualTo(new TreeSet<>(fault.warned()));
        }
    }

    /** Those that decide badly: who is wrong about HTTP is wrong about every verb. */
    static List<Fault> faultsOfDecisions() {
        return faults().stream().filter(fault -> !isOfHttp(fault)).toList();
    }

    /** The first of each group of checks in each dialect. */
    static Collection<Fault> oneFaultOfEachGroup() {
        Map<String, Fault> first = new LinkedHashMap<>();
        for (Fault fault : faultsOfDecisions()) {
            String id = Stream.concat(fault.failing().stream(), fault.warned().stream())
                    .findFirst()
                    .orElseThrow();
            first.putIfAbsent(fault.dialect() + " " + id.charAt(0), fault);
        }
        return first.values();
    }

    private static boolean isOfHttp(Fault fault) {
        return fault.failing().stream().allMatch(id -> id.matches("[TA].*"))
                && fault.warned().stream().allMatch(id -> id.startsWith("T"));
    }

    /** Who decides badly speaks HTTP well, and is not asked a thousand times for it. */
    private static List<Check> allButThoseOfHttp(Fault fault) {
        return Checks.of(fault.dialect()).stream()
                .filter(check -> check.gate()
                        || !check.id().value().startsWith("T")
                        || fault.failing().contains(check.id().value()))
                .toList();
    }

    /**
     * All of them, as far as they can find anything: who reads once depends on how packets fall, so only the one question is
     * asked of it; and for those that decide badly the groups will do in which anything is to be found, since that the others
     * stay quiet is shown by one fault of each group.
     */
    private static List<Check> checks(Fault fault) {
        if (fault.quirks().contains(Quirk.READS_ONCE)) {
            return Checks.of(fault.dialect(), List.of("T11"));
        }
        if (isOfHttp(fault)) {
            return Checks.of(fault.dialect());
        }
        Set<Character> groups = Stream.concat(fault.failing().stream(), fault.warned().stream())
                .map(id -> id.charAt(0))
                .collect(Collectors.toSet());
        return allButThoseOfHttp(fault).stream()
                .filter(check ->
                        check.gate() || groups.contains(check.id().value().charAt(0)))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void every_check_has_a_fault_that_it_finds(Dialect dialect) {
        Set<String> found = new HashSet<>(ELSEWHERE);
        for (Fault fault : faults()) {
            // Checks of HTTP itself are the same in all dialects.
            if (fault.dialect() == dialect
                    || TransportFaults.all().stream().anyMatch(t -> t.name().equals(fault.name()))) {
                found.addAll(fault.failing().stream().limit(1).toList());
                found.addAll(fault.warned());
            }
        }

        assertThat(Checks.of(dialect).stream().map(check -> check.id().value()))
                .hasSizeGreaterThanOrEqualTo(20)
                .doesNotHaveDuplicates()
                .allMatch(found::contains);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void a_service_as_it_should_be_passes_all_with_large_questions(Dialect dialect) throws IOException {
        Path token = Files.writeString(folder.resolve("good-token"), "0123456789abcdef");
        GoodService good = good(dialect);
        Shelf.Handler guarded =
                asked -> asked.headers().getOrDefault("Authorization", "").equals("Bearer 0123456789abcdef")
                        ? good.answer(asked)
                        : Shelf.Reply.of(401, "\"who are you\"");
        try (Shelf shelf = new Shelf(guarded, Optional.empty(), EnumSet.noneOf(Quirk.class))) {
            CheckReport report = new Checker(
                            plan(shelf, dialect).tokenFile(token).build(),
                            // How much is asked is the same in all dialects: once it is as much as for users.
                            dialect == Dialect.KUBE ? LARGEST : LARGE)
                    .run(Checks.of(dialect), result -> {});

            assertThat(report.results().stream()
                            .filter(result -> !result.label().equals("passed")))
                    .allSatisfy(result -> assertThat(result.check().id().value() + result.label())
                            .isIn("L1skipped", "L2skipped", "L3skipped", "T13skipped"));
            assertThat(report.allPassed()).isTrue();
            assertThat(note(report, "T14")).contains("median", "90 %", "99 %", "max");
            assertThat(note(report, "T15")).contains("answers a second");
        }
    }

    private static String note(CheckReport report, String id) {
        return report.results().stream()
                .filter(result -> result.check().id().value().equals(id))
                .map(result -> result.verdict().toString())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nobody_there_is_found_at_once_and_nothing_else_is_tried() {
        try (HostileServer nobody = HostileServer.start(Misbehaviour.REFUSE)) {
            CheckReport report = new Checker(
                            CheckPlan.of(nobody.addressUrl(), Dialect.TENDER).build())
                    .run(Checks.of(Dialect.TENDER), result -> {});

            assertThat(ids(report, "failed")).containsExactly("T0");
            assertThat(ids(report, "skipped")).hasSize(Checks.of(Dialect.TENDER).size() - 1);
            assertThat(report.reached()).hasSize(1);
        }
    }

    @Test
    void order_where_it_carries_no_meaning_is_passed_over() throws IOException {
        GoodService good = good(Dialect.KUBE);
        Fault.Wrong restless = Fault.edited("filter", Fault.everySecondTime((question, answer) -> {
            ObjectNode failed = Templates.object();
            List.copyOf(answer.path("FailedNodes").properties())
                    .reversed()
                    .forEach(node -> failed.set(node.getKey(), node.getValue()));
            answer.set("FailedNodes", failed);
            ArrayNode left = KubeFaults.survivors(answer);
            List<JsonNode> reversed = left.valueStream().toList().reversed();
            left.removeAll();
            left.addAll(reversed);
        }));
        try (Shelf shelf = new Shelf(asked -> restless.answer(asked, good), Optional.empty(), Set.of())) {
            CheckReport report = new Checker(plan(shelf, Dialect.KUBE).build(), SMALL)
                    .run(Checks.of(Dialect.KUBE, List.of("F", "T3")), result -> {});

            assertThat(ids(report, "failed")).isEmpty();
        }
    }

    @Test
    void verbs_that_may_change_something_are_asked_only_with_leave() throws IOException {
        Set<String> asked = ConcurrentHashMap.newKeySet();
        GoodService good = good(Dialect.TENDER);
        try (Shelf shelf = new Shelf(
                request -> {
                    asked.add(request.path().substring(1));
                    return good.answer(request);
                },
                Optional.empty(),
                Set.of())) {
            CheckReport report = new Checker(
                            CheckPlan.of(shelf.url(), Dialect.TENDER).build(), SMALL)
                    .run(Checks.of(Dialect.TENDER), result -> {});

            assertThat(asked)
                    .doesNotContainAnyElementsOf(
                            BatchVerbs.CHANGING.stream().map(Verb::value).toList());
            assertThat(ids(report, "skipped")).contains("S1", "N1", "B1", "C1");
            assertThat(report.verbs().toString()).contains("--allow-changes");
            assertThat(report.allPassed()).isTrue();
        }
    }

    @Test
    void the_deadline_ends_everything_and_what_was_not_tried_is_said() throws IOException {
        GoodService good = good(Dialect.KUBE);
        try (Shelf shelf = new Shelf(
                asked -> asked.text().contains("check-4\"")
                        ? good.answer(asked).in(Shelf.Style.HANGING)
                        : good.answer(asked),
                Optional.empty(),
                Set.of())) {
            CheckPlan plan = plan(shelf, Dialect.KUBE)
                    .timeout(Duration.ofMillis(800))
                    .deadline(Duration.ofMillis(800))
                    .build();

            CheckReport report = new Checker(plan, SMALL).run(Checks.of(Dialect.KUBE), result -> {});

            assertThat(report.results().getLast().verdict())
                    .isInstanceOfSatisfying(
                            Verdict.Untried.class,
                            untried -> assertThat(untried.reason()).contains("time"));
            assertThat(report.results()).noneMatch(CheckResult::failed);
            assertThat(report.allPassed()).isFalse();
            assertThat(JunitXml.of(report))
                    .contains("errors=\"" + report.count("untried") + "\"", "<error message=\"the time");
            assertThat(ReportJson.of(report).path("untried").asLong()).isPositive();
            assertThat(report.results()).hasSameSizeAs(Checks.of(Dialect.KUBE));
        }
    }

    /** Is too slow for the first questions, which it is asked while it starts. */
    private static CheckReport ofOneThatStartsSlowly(int slowAnswers, List<String> wanted, Set<String> asked)
            throws IOException {
        GoodService good = good(Dialect.KUBE);
        AtomicInteger calls = new AtomicInteger();
        try (Shelf shelf = new Shelf(
                request -> {
                    asked.add(request.text());
                    return calls.incrementAndGet() <= slowAnswers
                            ? good.answer(request).in(Shelf.Style.HANGING)
                            : good.answer(request);
                },
                Optional.empty(),
                Set.of())) {
            CheckPlan plan = plan(shelf, Dialect.KUBE)
                    .verb(KubeDialogue.FILTER, "filter")
                    .timeout(IMPATIENT)
                    .build();
            return new Checker(plan, SMALL).run(Checks.of(Dialect.KUBE, wanted), result -> {});
        }
    }

    @Test
    void who_was_slow_at_the_start_is_asked_again_what_it_was_spared() throws IOException {
        CheckReport report = ofOneThatStartsSlowly(2, List.of("T4b", "F", "T14"), ConcurrentHashMap.newKeySet());

        // The one that it was late for, and no other.
        assertThat(ids(report, "failed")).containsExactly("T4b");
        assertThat(ids(report, "passed")).contains("T0", "F0", "F4b", "T14");
        assertThat(ids(report, "skipped")).containsExactly("L1", "L2");
        assertThat(ids(report, "untried")).isEmpty();
    }

    @Test
    void who_is_late_is_asked_on_where_no_check_is_meant_for_that() throws IOException {
        CheckReport report = ofOneThatStartsSlowly(2, List.of("F"), ConcurrentHashMap.newKeySet());

        assertThat(ids(report, "failed")).containsExactly("F0");
        assertThat(ids(report, "skipped")).containsExactly("L1", "L2");
        assertThat(ids(report, "untried")).isEmpty();
    }

    @Test
    void who_never_answers_in_time_is_spared_the_rest() throws IOException {
        Set<String> asked = ConcurrentHashMap.newKeySet();
        CheckReport report = ofOneThatStartsSlowly(Integer.MAX_VALUE, List.of("T4b", "F", "T14"), asked);

        assertThat(ids(report, "failed")).containsExactly("T14");
        assertThat(ids(report, "skipped")).hasSize(report.results().size() - 2);
        assertThat(asked).hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void ids_choose_checks_by_group_number_and_letter() {
        assertThat(Checks.of(Dialect.KUBE, List.of("F4", "t2b")).stream()
                        .filter(check -> !check.gate())
                        .map(check -> check.id().value()))
                .containsExactlyInAnyOrder("F4a", "F4b", "T2b");
        assertThat(Arrays.stream(Dialect.values()).map(Dialect::label))
                .containsExactly("volcano", "kube", "aurora", "tender", "sorter");
    }
}
