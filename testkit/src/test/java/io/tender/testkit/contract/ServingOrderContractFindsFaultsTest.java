package io.tender.testkit.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.spi.order.Orders;
import io.tender.spi.order.ServingOrder;
import io.tender.spi.order.ServingOrderFactory;
import io.tender.spi.order.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The contract notices serving orders that break it, and says what to do. */
@SuppressWarnings("JUnitMethodInvoked") // here the rules themselves are under test
class ServingOrderContractFindsFaultsTest {

    private static ServingOrderContract contractOf(Function<Map<String, String>, ServingOrder> made) {
        return new ServingOrderContract() {
            @Override
            protected ServingOrderFactory factory() {
                return new ServingOrderFactory() {
                    @Override
                    public String name() {
                        return "faulty";
                    }

                    @Override
                    public ServingOrder create(Map<String, String> parameters) {
                        return made.apply(parameters);
                    }
                };
            }
        };
    }

    @Test
    void one_that_looks_later_is_told_to_look_at_once() {
        List<Supplier<Standing>> kept = new ArrayList<>();
        ServingOrderContract contract = contractOf(parameters -> standing -> {
            kept.forEach(Supplier::get);
            kept.add(standing);
            return Optional.empty();
        });

        assertThatThrownBy(contract::what_is_held_is_looked_at_before_the_answer_is_given)
                .hasMessageContaining("To do: call standing.get() before orders() returns");
    }

    @Test
    void one_that_passes_over_settings_is_told_to_name_them() {
        assertThatThrownBy(
                        contractOf(parameters -> standing -> Optional.empty())
                                ::a_setting_that_nobody_knows_is_refused_by_its_name)
                .hasMessageContaining("To do: throw, and name it");
    }

    @Test
    void one_that_is_shared_is_told_to_be_made_anew() {
        ServingOrder shared = standing -> Optional.empty();

        assertThatThrownBy(contractOf(parameters -> shared)::each_allocator_has_one_of_its_own)
                .hasMessageContaining("To do: let create() make a new one");
    }

    @Test
    void one_that_expects_somebody_fails_where_there_is_nobody() {
        ServingOrderContract contract = contractOf(parameters -> standing -> {
            String first = standing.get().roles().getFirst().name();
            return Optional.of(new Orders(List.of(first), new TreeMap<>()));
        });

        assertThatThrownBy(contract::nobody_at_all_can_be_ordered).isInstanceOf(RuntimeException.class);
    }
}
