package io.tender.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.runtime.AllocatorActor;
import io.tender.runtime.Allocators;
import io.tender.spi.order.ServingOrder;
import io.tender.spi.order.ServingOrderFactory;
import io.tender.testkit.contract.ServingOrderContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TakingTurnsTest extends ServingOrderContract {

    @Override
    protected ServingOrderFactory factory() {
        return new TakingTurnsFactory();
    }

    private static List<String> order(long run, String... roles) {
        try (ServingOrder order = new TakingTurnsFactory().create(Map.of())) {
            return order.orders(() -> roles(run, roles)).orElseThrow().roles();
        }
    }

    @Test
    void another_role_is_first_in_each_run() {
        assertThat(order(3, "c", "a", "b")).containsExactly("a", "b", "c");
        assertThat(order(4, "c", "a", "b")).containsExactly("b", "c", "a");
        assertThat(order(5, "c", "a", "b")).containsExactly("c", "a", "b");
    }

    @Test
    void it_is_found_by_its_name() {
        try (AllocatorActor allocator = Allocators.create("hierarchical", "taking-turns", "drf")) {
            assertThat(allocator.metrics().join()).isNotEmpty();
        }
    }
}
