package io.tender.testkit.scenario.engine;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.testkit.scenario.step.ExpectedOffer;
import io.tender.testkit.scenario.step.ExpectedOffer.Amount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Pairs expected offers with those that came, so that as many as possible are paired.
 *
 * @param unmet expectations for which no offer was left
 * @param unexpected offers for which no expectation was left
 */
record Matching(List<ExpectedOffer> unmet, List<Offer> unexpected) {

    /** @param total what an agent has, for expectations of all of it */
    static Matching of(List<ExpectedOffer> expected, List<Offer> offers, Function<AgentId, Resources> total) {
        List<ExpectedOffer> slots = new ArrayList<>();
        for (ExpectedOffer offer : expected) {
            for (int i = 0; i < offer.count(); i++) {
                slots.add(offer);
            }
        }
        int[] slotOf = new int[offers.size()];
        Arrays.fill(slotOf, -1);
        List<ExpectedOffer> unmet = new ArrayList<>();
        for (int slot = 0; slot < slots.size(); slot++) {
            if (!place(slot, slots, offers, total, slotOf, new boolean[offers.size()])) {
                unmet.add(slots.get(slot));
            }
        }
        List<Offer> unexpected = new ArrayList<>();
        for (int i = 0; i < slotOf.length; i++) {
            if (slotOf[i] < 0) {
                unexpected.add(offers.get(i));
            }
        }
        return new Matching(unmet, unexpected);
    }

    boolean isPerfect() {
        return unmet.isEmpty() && unexpected.isEmpty();
    }

    /** Finds an offer for a slot, moving other slots to other offers if need be. */
    private static boolean place(
            int slot,
            List<ExpectedOffer> slots,
            List<Offer> offers,
            Function<AgentId, Resources> total,
            int[] slotOf,
            boolean[] tried) {
        Predicate<Offer> fits = offer -> fits(slots.get(slot), offer, total);
        for (int i = 0; i < slotOf.length; i++) {
            if (tried[i] || !fits.test(offers.get(i))) {
                continue;
            }
            tried[i] = true;
            if (slotOf[i] < 0 || place(slotOf[i], slots, offers, total, slotOf, tried)) {
                slotOf[i] = slot;
                return true;
            }
        }
        return false;
    }

    private static boolean fits(ExpectedOffer expected, Offer offer, Function<AgentId, Resources> total) {
        Holding holding = offer.holding();
        return expected.receivers().stream().anyMatch(receiver -> receiver.accepts(holding.framework(), holding.role()))
                && expected.agents().contains(holding.agent())
                && switch (expected.amount()) {
                    case Amount.All all -> offer.resources().equals(total.apply(holding.agent()));
                    case Amount.Some some -> true;
                    case Amount.Exactly exactly -> offer.resources().equals(exactly.resources());
                };
    }
}
