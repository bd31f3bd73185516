package io.tender.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.spi.Allocator;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plays every workload in small: each one checks for itself that the allocator gave what it must. */
class WorkloadsTest {

    private static final Candidate HIERARCHICAL = (host, sorter) -> new HierarchicalAllocator(host, sorter, sorter);
    private static final Sizes SMALL = new Sizes(List.of(30, 60), List.of(1, 7, 10), OptionalInt.empty());

    static Stream<Workload> smallCases() {
        return Workloads.ALL.stream().flatMap(family -> family.sized(SMALL).stream());
    }

    @ParameterizedTest
    @MethodSource("smallCases")
    void the_allocator_passes_the_checks_of_every_workload(Workload workload) {
        Recorder recorder = new Recorder();
        workload.run(HIERARCHICAL, recorder);
        assertThat(recorder.phases())
                .isNotEmpty()
                .allSatisfy((phase, samples) -> assertThat(samples).isNotEmpty());
    }

    @Test
    void there_are_fourteen_workloads_with_distinct_names() {
        assertThat(Workloads.ALL.stream().map(Family::name).distinct()).hasSize(14);
    }

    @Test
    void a_case_is_found_again_by_its_label() {
        assertThat(smallCases())
                .allSatisfy(workload -> assertThat(Workloads.named(workload.name())
                                .orElseThrow()
                                .labelled(workload.label())
                                .label())
                        .isEqualTo(workload.label()));
    }

    @Test
    void declining_offers_every_agent_until_everybody_has_declined_it() {
        Recorder recorder = new Recorder();
        new DeclineOffers(20, 4, 8).run(HIERARCHICAL, recorder);
        assertThat(recorder.phases().get("offering round")).hasSize(3);
        assertThat(recorder.phases().get("empty round")).hasSize(5);
        assertThat(recorder.facts()).containsEntry("filters at the end", 80L);
    }

    @Test
    void the_quota_workload_makes_as_many_offers_as_the_reference() {
        assertThat(offersInFirstRun("drf 30")).isEqualTo(36);
        assertThat(offersInFirstRun("drf 300")).isEqualTo(350);
    }

    private static long offersInFirstRun(String label) {
        Recorder recorder = new Recorder();
        LargeAndSmallQuota.FAMILY.labelled(label).run(HIERARCHICAL, recorder);
        return recorder.facts().get("offers in the first run");
    }

    @Test
    void tasks_are_launched_from_offers_as_in_the_first_round_of_the_reference() {
        Recorder recorder = new Recorder();
        new MultiFrameworkAllocations(80, 10).run(HIERARCHICAL, recorder);
        assertThat(recorder.facts()).containsEntry("tasks after round 1", 1152L);
    }

    @Test
    void an_allocator_that_decides_wrongly_fails_the_workload() {
        assertThatThrownBy(() -> new SuppressOffers(10, 5).run(deaf("recoverResources"), new Recorder()))
                .isInstanceOf(WrongOutcome.class)
                .hasMessage("offers in round 0: expected 10, got 0");
        assertThatThrownBy(() -> new DeclineOffers(10, 5, 10).run(deaf("updateQuota", "addAgent"), new Recorder()))
                .isInstanceOf(WrongOutcome.class)
                .hasMessage("offers after adding the agents: expected 10, got 0");
        assertThatThrownBy(() -> LargeAndSmallQuota.FAMILY.labelled("drf 30").run(deaf("updateQuota"), new Recorder()))
                .isInstanceOf(WrongOutcome.class);
    }

    /** An allocator that does not hear some of its calls. */
    private static Candidate deaf(String... methods) {
        return (host, sorter) -> {
            Allocator hearing = HIERARCHICAL.create(host, sorter);
            return (Allocator) Proxy.newProxyInstance(
                    Allocator.class.getClassLoader(), new Class<?>[] {Allocator.class}, (proxy, method, arguments) -> {
                        if (List.of(methods).contains(method.getName())) {
                            return null;
                        }
                        try {
                            return method.invoke(hearing, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        };
    }
}
