package io.tender.cli.demo.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.cli.demo.ExampleProgram;
import io.tender.cli.demo.Stage;
import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The demo with the framework whose offers a service puts in order. */
@Isolated // it counts the processes that are left behind
class ServicesDemoTest {

    private static final DemoPlan PLAN = new DemoPlan(20, Duration.ofSeconds(60), 7, false);

    private final List<Snapshot> shown = new ArrayList<>();

    private static Allocator hierarchical(AllocatorHost host) {
        return new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
    }

    private Summary run(OrderSource source, Consumer<Snapshot> meanwhile) {
        View view = new View() {
            @Override
            public void show(Snapshot snapshot) {
                shown.add(snapshot);
                meanwhile.accept(snapshot);
            }

            @Override
            public void end() {}
        };
        ExtenderSource nobody = ExtenderSource.open(new ExtendedBy.Nobody());
        try (Helpers helpers = new Helpers(source, nobody);
                Demo demo = new Demo(PLAN, "hierarchical", ServicesDemoTest::hierarchical, helpers)) {
            return demo.run(new Pace(Double.POSITIVE_INFINITY, new CountDownLatch(1)), view);
        }
    }

    private Summary run(OrderedBy by) {
        return run(OrderSource.open(by), snapshot -> {});
    }

    private static OrderSummary orders(Summary summary) {
        return summary.orders().orElseThrow();
    }

    @Test
    void the_same_plan_gives_the_same_offers_though_a_process_elsewhere_orders_them() {
        Summary first = run(new OrderedBy.Example());
        Summary again = run(new OrderedBy.Example());

        assertThat(again.fingerprint()).isEqualTo(first.fingerprint());
        assertThat(again.roles()).isEqualTo(first.roles());
        assertThat(orders(again).answered())
                .isPositive()
                .isEqualTo(orders(again).asked())
                .isEqualTo(orders(first).asked());
        assertThat(orders(again).fellBack()).isZero();
        assertThat(orders(again).trouble()).isEmpty();
    }

    @Test
    void services_are_scaled_and_updated_and_what_was_lost_with_an_agent_comes_back() {
        Summary summary = run(new OrderedBy.Example());

        assertThat(summary.problems()).isEmpty();
        assertThat(summary.checks()).isEqualTo(summary.offers());
        assertThat(shown)
                .flatExtracting(Snapshot::news)
                .anyMatch(line -> line.contains("shop/prod/web is scaled from 15 to 22 instances"))
                .anyMatch(line -> line.contains("instances of services"))
                .anyMatch(line -> line.contains("shop/prod/search is updated: 5 instances"));
        Snapshot.Row shop = shown.getLast().rows().getLast();
        assertThat(shop.framework()).isEqualTo("shop");
        assertThat(shop.tasks()).as("all that is wanted runs").isEqualTo(22 + 5);
        assertThat(shop.share()).isEqualTo(shop.wanted());
        assertThat(summary.tasksStarted())
                .isEqualTo(summary.tasksEnded()
                        + summary.tasksLost()
                        + shown.getLast().rows().stream()
                                .mapToLong(Snapshot.Row::tasks)
                                .sum());
    }

    @Test
    void a_service_that_dies_on_the_way_leaves_the_demo_in_native_order() throws ExampleProgram.NotStarted {
        ExampleProgram service = ExampleProgram.start(ExampleProgram.service(OrderSource.EXAMPLE));
        Summary summary = run(OrderSource.of(service), snapshot -> {
            if (snapshot.elapsed().equals(Duration.ofSeconds(10))) {
                service.process().destroyForcibly();
                service.process().onExit().join();
            }
        });

        assertThat(summary.complete()).isTrue();
        assertThat(summary.problems()).isEmpty();
        assertThat(orders(summary).answered()).isPositive();
        assertThat(orders(summary).fellBack()).isPositive();
        assertThat(orders(summary).answered() + orders(summary).fellBack())
                .isEqualTo(orders(summary).asked());
        assertThat(orders(summary).trouble())
                .hasValueSatisfying(what -> assertThat(what).contains(service.said(), "in native order"));
        assertThat(summary.lines())
                .anyMatch(line -> line.startsWith("  note    The offer-set service at " + service.said()));
        assertThat(shown.getLast().rows().getLast().tasks()).isEqualTo(22 + 5);
    }

    @Test
    void a_service_that_cannot_be_started_is_told_with_the_reason() {
        List<String> noSuchClass = new ArrayList<>(ExampleProgram.service(OrderSource.EXAMPLE));
        noSuchClass.replaceAll(part -> part.endsWith("EmptiestFirst") ? "no.such.Service" : part);

        Summary summary = run(OrderSource.example(noSuchClass), snapshot -> {});

        assertThat(summary.complete()).isTrue();
        assertThat(summary.problems()).isEmpty();
        assertThat(orders(summary).trouble())
                .hasValueSatisfying(what -> assertThat(what).contains("could not be started", "no.such.Service"));
        assertThatThrownBy(() -> ExampleProgram.start(List.of("/no/such/program")))
                .isInstanceOf(ExampleProgram.NotStarted.class)
                .hasMessageContaining("/no/such/program");
    }

    @Test
    void no_process_is_left_behind_whether_the_demo_ends_or_fails() {
        Set<Long> before = children();
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        DemoPlan brief = new DemoPlan(5, Duration.ofSeconds(5), 1, false);
        Function<AllocatorHost, Allocator> broken = host -> {
            throw new IllegalStateException("no allocator today");
        };
        DemoRunner runner = new DemoRunner(1_000);
        Stage stage = new Stage.Log(nowhere);
        StringWriter end = new StringWriter();

        runner.run(
                brief,
                "it",
                ServicesDemoTest::hierarchical,
                new OrderedBy.Example(),
                new ExtendedBy.Example(),
                stage,
                summary -> {
                    assertThat(children())
                            .as("both services are there until the end")
                            .hasSize(before.size() + 2);
                    end.write(summary.orders().orElseThrow().line());
                });
        assertThat(end.toString()).contains("asked");
        assertThat(children()).isEqualTo(before);

        assertThatThrownBy(() -> runner.run(
                        brief, "it", broken, new OrderedBy.Example(), new ExtendedBy.Example(), stage, summary -> {}))
                .hasStackTraceContaining("no allocator today");
        assertThat(children()).isEqualTo(before);
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }
}
