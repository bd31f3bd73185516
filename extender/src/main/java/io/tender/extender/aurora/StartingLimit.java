package io.tender.extender.aurora;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Spares machines on which many tasks are being started.
 *
 * @param most a machine with so many or more is spared; 0 for none
 * @param filter whether spared machines are left out rather than tried last
 */
record StartingLimit(int most, boolean filter, ToIntFunction<AgentId> startingTasks) {

    /**
     * Offers divided by the limit, each part in the order it had.
     *
     * @param good those the service is asked about
     * @param last those that are tried when all others were
     * @param limited how many were spared, tried last or left out
     */
    record Divided(List<HostOffer> good, List<HostOffer> last, int limited) {}

    Divided divide(List<HostOffer> offers) {
        if (most <= 0) {
            return new Divided(offers, List.of(), 0);
        }
        List<HostOffer> good = new ArrayList<>(offers.size());
        List<HostOffer> bad = new ArrayList<>();
        for (HostOffer offer : offers) {
            (startingTasks.applyAsInt(offer.agent()) >= most ? bad : good).add(offer);
        }
        return new Divided(good, filter ? List.of() : bad, bad.size());
    }
}
