package io.tender.cli.demo.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.cli.demo.ExampleProgram;
import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The demo with the framework that starts gangs, in whose placements an extender takes part. */
class GangsDemoTest {

    private static final DemoPlan PLAN = new DemoPlan(20, Duration.ofSeconds(60), 7, false);

    private final List<Snapshot> shown = new ArrayList<>();

    private Summary run(ExtenderSource source, Consumer<Snapshot> meanwhile) {
        View view = new View() {
            @Override
            public void show(Snapshot snapshot) {
                shown.add(snapshot);
                meanwhile.accept(snapshot);
            }

            @Override
            public void end() {}
        };
        OrderSource nobody = OrderSource.open(new OrderedBy.Nobody());
        try (Helpers helpers = new Helpers(nobody, source);
                Demo demo = new Demo(
                        PLAN,
                        "hierarchical",
                        host -> new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF),
                        helpers)) {
            return demo.run(new Pace(Double.POSITIVE_INFINITY, new CountDownLatch(1)), view);
        }
    }

    private static GangSummary gangs(Summary summary) {
        return summary.gangs().orElseThrow();
    }

    @Test
    void the_same_plan_gives_the_same_offers_though_a_process_elsewhere_has_a_say() {
        Summary first = run(ExtenderSource.open(new ExtendedBy.Example()), snapshot -> {});
        Summary again = run(ExtenderSource.open(new ExtendedBy.Example()), snapshot -> {});

        assertThat(first.problems()).isEmpty();
        assertThat(again.fingerprint()).isEqualTo(first.fingerprint());
        assertThat(again.roles()).isEqualTo(first.roles());
        assertThat(gangs(again).calls()).isPositive().isEqualTo(gangs(first).calls());
        assertThat(gangs(again).failed()).isZero();
        assertThat(gangs(again).started()).isPositive().isEqualTo(gangs(first).started());
        assertThat(gangs(again).finished()).isPositive();
        assertThat(gangs(again).trouble()).isEmpty();
    }

    @Test
    void an_extender_that_dies_on_the_way_is_told_and_gangs_go_on_without_it() throws ExampleProgram.NotStarted {
        ExampleProgram service = ExampleProgram.start(ExampleProgram.service(ExtenderSource.EXAMPLE));
        Summary summary = run(ExtenderSource.of(service), snapshot -> {
            if (snapshot.elapsed().equals(Duration.ofSeconds(10))) {
                service.process().destroyForcibly();
                service.process().onExit().join();
            }
        });

        assertThat(summary.complete()).isTrue();
        assertThat(summary.problems()).isEmpty();
        assertThat(gangs(summary).failed()).isPositive();
        assertThat(gangs(summary).answers()).isFalse();
        GangSummary before = shown.get(100).gangs().orElseThrow();
        assertThat(gangs(summary).started()).isGreaterThan(before.started());
        assertThat(shown)
                .flatExtracting(Snapshot::news)
                .anyMatch(line -> line.contains("does not answer: gangs are placed without it"));
        assertThat(summary.lines()).anyMatch(line -> line.startsWith("  note    The extender at " + service.said()));
    }

    @Test
    void an_extender_that_cannot_be_started_is_told_with_the_reason() {
        Summary summary = run(ExtenderSource.example(ExampleProgram.service("no.such.Extender")), snapshot -> {});

        assertThat(summary.complete()).isTrue();
        assertThat(summary.problems()).isEmpty();
        assertThat(gangs(summary).started()).isPositive();
        assertThat(gangs(summary).trouble())
                .hasValueSatisfying(what -> assertThat(what).contains("could not be started", "no.such.Extender"));
    }
}
