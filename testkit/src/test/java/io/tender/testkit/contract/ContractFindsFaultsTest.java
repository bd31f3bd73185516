package io.tender.testkit.contract;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.spi.AllocatorFactory;
import io.tender.testkit.scenario.FakeAllocator;
import io.tender.testkit.scenario.FakeAllocator.Fault;
import org.junit.jupiter.api.Test;

/** The contract notices allocators that break it, and says what to do. */
@SuppressWarnings("JUnitMethodInvoked") // here the rules themselves are under test
class ContractFindsFaultsTest {

    private static AllocatorContract contractOf(Fault fault) {
        return new AllocatorContract() {
            @Override
            protected AllocatorFactory factory() {
                return FakeAllocator.factory(fault);
            }
        };
    }

    @Test
    void an_allocator_that_offers_something_passes_the_first_rule() {
        AllocatorContract contract = contractOf(Fault.NONE);

        assertThatCode(contract::free_resources_are_offered_to_a_lone_framework).doesNotThrowAnyException();
        assertThatCode(contract::nothing_that_is_always_forbidden_has_happened).doesNotThrowAnyException();
    }

    @Test
    void one_that_is_silent_is_told_to_decide_on_every_tick() {
        assertThatThrownBy(contractOf(Fault.SILENT)::free_resources_are_offered_to_a_lone_framework)
                .hasMessageContaining("To do: decide on every tick");
    }

    @Test
    void one_that_promises_twice_is_told_to_subtract() {
        AllocatorContract contract = contractOf(Fault.PROMISES_TWICE);
        contract.offers_are_made_under_subscribed_roles_only();

        assertThatThrownBy(contract::nothing_that_is_always_forbidden_has_happened)
                .hasMessageContaining("Promised twice")
                .hasMessageContaining("To do: subtract every offer from what is free");
    }

    @Test
    void one_that_forgets_the_role_is_told_to_allocate() {
        AllocatorContract contract = contractOf(Fault.FORGETS_THE_ROLE);
        contract.free_resources_are_offered_to_a_lone_framework();

        assertThatThrownBy(contract::nothing_that_is_always_forbidden_has_happened)
                .hasMessageContaining("To do: offer resources.allocate(role)");
    }

    @Test
    void one_that_calls_back_with_nothing_is_told_to_leave_it_out() {
        AllocatorContract contract = contractOf(Fault.CALLS_BACK_EMPTY);
        contract.free_resources_are_offered_to_a_lone_framework();

        assertThatThrownBy(contract::nothing_that_is_always_forbidden_has_happened)
                .hasMessageContaining("To do: leave the callback out");
    }

    @Test
    void one_that_loses_resources_is_told_to_put_them_back() {
        assertThatThrownBy(contractOf(Fault.LOSES_RESOURCES)::what_is_given_back_is_offered_again)
                .hasMessageContaining("To do: add exactly what recoverResources brings");
    }

    @Test
    void one_that_ignores_filters_is_told_to_keep_them() {
        assertThatThrownBy(contractOf(Fault.IGNORES_FILTERS)::a_declined_offer_is_not_repeated_while_its_filter_lasts)
                .hasMessageContaining("To do: keep the refused resources");
    }

    @Test
    void one_that_offers_to_the_inactive_is_told_to_skip_them() {
        assertThatThrownBy(
                        contractOf(Fault.IGNORES_INACTIVITY)
                                ::an_inactive_framework_gets_no_offers_until_it_is_activated)
                .hasMessageContaining("To do: skip frameworks that are not active");
    }

    @Test
    void one_that_asks_anybody_to_leave_is_told_whom_to_ask() {
        AllocatorContract contract = contractOf(Fault.ASKS_ANYBODY);

        assertThatThrownBy(contract::inverse_offers_go_only_where_something_is_held)
                .hasMessageContaining("To do: ask each framework that holds something on the agent");
        assertThatThrownBy(contract::nothing_that_is_always_forbidden_has_happened)
                .hasMessageContaining("To do: ask only those who hold something there");
    }
}
