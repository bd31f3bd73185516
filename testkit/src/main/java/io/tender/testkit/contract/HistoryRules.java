package io.tender.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.Quota;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.testkit.contract.ContractWorld.Made;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What must hold over long histories of calls in any order. */
abstract class HistoryRules extends RefusalRules {

    private static final int HISTORIES = 10;
    private static final int STEPS = 400;

    @TestFactory
    Stream<DynamicTest> nothing_is_promised_twice_whatever_happens() {
        return LongStream.rangeClosed(1, HISTORIES)
                .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> {
                    RandomHistory history = played(seed);

                    assertThat(history.world().violations())
                            .as("After the history of seed %s:%n%s", seed, history.tail())
                            .isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> nothing_is_lost_whatever_happens() {
        return LongStream.rangeClosed(1, HISTORIES)
                .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> {
                    RandomHistory history = played(seed);
                    history.clearTheStage();
                    ContractWorld it = history.world();
                    it.newOffers();
                    it.addFramework("last", List.of("r"));

                    Resources offered = Resources.empty();
                    for (int i = 0; i < patience(); i++) {
                        for (Made offer : awaitOffers(it)) {
                            offered = offered.plus(offer.bare());
                        }
                    }
                    assertThat(offered.quantities())
                            .as(
                                    "Everybody has left and given everything back, so the only framework there is must be offered "
                                            + "every agent. To do: look for a call that takes resources out of what is free and never "
                                            + "puts them back. The history of seed %s:%n%s",
                                    seed, history.tail())
                            .isEqualTo(history.everything());
                }));
    }

    @Test
    void the_same_seed_gives_the_same_decisions() {
        assertThat(played(7).world().log())
                .as(
                        "To do: take all chance from host.chance() and all time from host.now(), and iterate only over what "
                                + "has an order.")
                .isEqualTo(played(7).world().log());
    }

    private RandomHistory played(long seed) {
        RandomHistory history =
                new RandomHistory(new ContractWorld(factory(), parameters(), options(), seed).initialized(), seed);
        history.play(STEPS);
        return history;
    }

    @Test
    void limits_are_kept() {
        ContractWorld it = begin();
        ResourceQuantities limit = ResourceQuantities.parse("cpus:3;mem:1536");
        it.call(allocator ->
                allocator.updateQuota(Role.of("r"), new Quota(ResourceQuantities.empty(), ResourceLimits.of(limit))));
        it.addFramework("f1", List.of("r"));
        it.addFramework("f2", List.of("r"));
        for (int i = 1; i <= 4; i++) {
            it.addAgent("a" + i, "cpus:2;mem:1024");
        }
        it.ticks(patience());

        ResourceQuantities held = ResourceQuantities.empty();
        for (Made offer : it.newOffers()) {
            held = held.plus(offer.bare().quantities());
        }
        assertThat(limit.contains(held))
                .as(
                        "Role r may have %s and was offered %s. To do: cut offers to what is left of the role's limits.",
                        limit, held)
                .isTrue();
    }
}
