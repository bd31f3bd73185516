package io.tender.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.spi.AllocatorFactory;
import io.tender.spi.AllocatorOptions;
import io.tender.testkit.contract.ContractWorld.Made;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** What all parts of the contract share: the allocator under test, and a world to put it in. */
abstract class ContractBase {

    private Optional<ContractWorld> world = Optional.empty();

    /** Makes the allocator under test. */
    protected abstract AllocatorFactory factory();

    /** The settings of the module. */
    protected Map<String, String> parameters() {
        return Map.of();
    }

    protected AllocatorOptions options() {
        return AllocatorOptions.masterDefaults();
    }

    /** After how many intervals an offer that is due must have come. */
    protected int patience() {
        return 10;
    }

    /** A fresh allocator, initialized, in a world of its own. */
    final ContractWorld begin() {
        ContractWorld fresh = new ContractWorld(factory(), parameters(), options(), 1).initialized();
        world = Optional.of(fresh);
        return fresh;
    }

    @AfterEach
    void nothing_that_is_always_forbidden_has_happened() {
        world.ifPresent(it -> assertThat(it.violations()).isEmpty());
    }

    /** Lets time pass until something is offered, or patience ends. */
    final List<Made> awaitOffers(ContractWorld it) {
        List<Made> offers = it.newOffers();
        for (int i = 0; i < patience() && offers.isEmpty(); i++) {
            it.ticks(1);
            offers = it.newOffers();
        }
        return offers;
    }

    /** Lets time pass until patience ends, whatever is offered. */
    final List<Made> awaitSilence(ContractWorld it) {
        it.ticks(patience());
        return it.newOffers();
    }
}
