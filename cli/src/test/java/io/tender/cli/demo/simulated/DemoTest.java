package io.tender.cli.demo.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tender.cli.demo.simulated.Summary.RoleSummary;
import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.sorter.SorterKind;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.OfferCallback;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DemoTest {

    private static final double AS_FAST_AS_POSSIBLE = Double.POSITIVE_INFINITY;

    private static final Helpers NOBODY = Helpers.open(new OrderedBy.Nobody(), new ExtendedBy.Nobody());

    private final List<Snapshot> shown = new ArrayList<>();

    private final View view = new View() {
        @Override
        public void show(Snapshot snapshot) {
            shown.add(snapshot);
        }

        @Override
        public void end() {}
    };

    private static DemoPlan plan(int agents, int seconds, long seed) {
        return new DemoPlan(agents, Duration.ofSeconds(seconds), seed, false);
    }

    private static Allocator hierarchical(AllocatorHost host) {
        return new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
    }

    private Summary run(DemoPlan plan) {
        return run(plan, DemoTest::hierarchical);
    }

    private Summary run(DemoPlan plan, Function<AllocatorHost, Allocator> maker) {
        try (Demo demo = new Demo(plan, "hierarchical", maker, NOBODY)) {
            return demo.run(new Pace(AS_FAST_AS_POSSIBLE, new CountDownLatch(1)), view);
        }
    }

    @Test
    void the_same_plan_gives_the_same_offers_and_another_seed_gives_others() {
        Summary first = run(plan(20, 30, 7));
        Summary again = run(plan(20, 30, 7));
        Summary other = run(plan(20, 30, 8));

        assertThat(again.fingerprint()).isEqualTo(first.fingerprint());
        assertThat(again.roles()).isEqualTo(first.roles());
        assertThat(again.runs()).isEqualTo(first.runs());
        assertThat(other.fingerprint()).isNotEqualTo(first.fingerprint());
    }

    @Test
    void everything_that_happened_adds_up() {
        Summary summary = run(plan(20, 60, 1));

        assertThat(summary.problems()).isEmpty();
        assertThat(summary.complete()).isTrue();
        assertThat(summary.simulatedSeconds()).isEqualTo(60);
        assertThat(summary.checks()).isEqualTo(summary.offers()).isPositive();
        assertThat(summary.accepted() + summary.declined()).isEqualTo(summary.offers());
        assertThat(summary.tasksLost()).as("one agent is lost on the way").isPositive();
        Snapshot last = shown.getLast();
        assertThat(summary.tasksStarted())
                .isEqualTo(summary.tasksEnded()
                        + summary.tasksLost()
                        + last.rows().stream().mapToLong(Snapshot.Row::tasks).sum());
        assertThat(shown).hasSize(601);
        assertThat(shown).anySatisfy(snapshot -> assertThat(snapshot.agents()).isEqualTo(19));
        assertThat(last.agents()).isEqualTo(20);
    }

    @Test
    void shares_come_close_to_what_the_roles_are_entitled_to() {
        Summary summary = run(plan(40, 120, 3));

        for (RoleSummary role : summary.roles()) {
            assertThat(role.share()).as(role.role()).isCloseTo(role.entitled(), within(0.08));
            assertThat(role.entitled()).isLessThanOrEqualTo(role.wanted() + 1e-9);
        }
    }

    @Test
    void offering_freed_resources_at_once_leaves_less_of_the_cluster_idle() {
        double patient = used(run(plan(20, 60, 1)));
        double quick = used(run(new DemoPlan(20, Duration.ofSeconds(60), 1, true)));

        assertThat(quick).isGreaterThan(patient);
    }

    private static double used(Summary summary) {
        return summary.roles().stream().mapToDouble(RoleSummary::share).sum();
    }

    @Test
    void a_demo_that_is_stopped_still_has_its_summary() {
        CountDownLatch stopped = new CountDownLatch(1);
        stopped.countDown();
        try (Demo demo = new Demo(plan(5, 60, 1), "hierarchical", DemoTest::hierarchical, NOBODY)) {
            Summary summary = demo.run(new Pace(1, stopped), view);

            assertThat(summary.complete()).isFalse();
            assertThat(summary.simulatedSeconds()).isEqualTo(0.1);
            assertThat(summary.lines().getFirst()).startsWith("Stopped after 0.1 simulated seconds");
        }
    }

    @Test
    void an_allocator_that_promises_something_twice_is_caught() {
        Summary summary = run(plan(5, 60, 1), host -> twice(hierarchical(host)));

        assertThat(summary.problems()).isNotEmpty().first().asString().contains("promised twice", "is free");
        assertThat(summary.lines()).anySatisfy(line -> assertThat(line).contains("PROBLEM promised twice"));
        assertThat(summary.complete()).as("it ends at the first broken promise").isFalse();
    }

    /** Tells every offer a second time. */
    private static Allocator twice(Allocator honest) {
        return (Allocator) Proxy.newProxyInstance(
                DemoTest.class.getClassLoader(), new Class<?>[] {Allocator.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("initialize")) {
                        OfferCallback callback = (OfferCallback) arguments[1];
                        arguments[1] = (OfferCallback) (framework, offers) -> {
                            callback.offers(framework, offers);
                            callback.offers(framework, offers);
                        };
                    }
                    try {
                        return method.invoke(honest, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }
}
