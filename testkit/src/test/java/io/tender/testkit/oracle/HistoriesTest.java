package io.tender.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.AllocatorRefusal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Histories that never come to something cannot find a mistake in it. */
class HistoriesTest {
    private static final Statistics STATISTICS = new Statistics();

    @BeforeAll
    static void play() {
        LongStream.rangeClosed(1, 120).parallel().forEach(seed -> {
            AllocatorSimulation simulation =
                    new AllocatorSimulation(seed, ReferenceAllocator::new, ReferenceAllocator::new);
            assertThat(simulation.run(200)).isEmpty();
            STATISTICS.add(simulation.statistics());
        });
    }

    @Test
    void they_contain_every_kind_of_step() {
        assertThat(STATISTICS.stepsByKind().keySet()).containsAll(kinds(Step.class));
    }

    /** The records below a sealed interface. */
    private static List<String> kinds(Class<?> sealed) {
        return Arrays.stream(sealed.getPermittedSubclasses())
                .flatMap(kind -> kind.isInterface() ? kinds(kind).stream() : Stream.of(kind.getSimpleName()))
                .toList();
    }

    @Test
    void they_reach_every_reason_for_a_refusal() {
        assertThat(STATISTICS.refusalsByReason().keySet())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(AllocatorRefusal.Reason.values())
                        .map(Enum::name)
                        .toList());
    }

    @Test
    void they_come_to_offers_and_inverse_offers() {
        assertThat(STATISTICS.offers()).isGreaterThan(1_000);
        assertThat(STATISTICS.inverseOffers()).isGreaterThan(100);
    }
}
