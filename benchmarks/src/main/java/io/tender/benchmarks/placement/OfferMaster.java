package io.tender.benchmarks.placement;

import io.tender.benchmarks.workload.WrongOutcome;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A master that only takes note of what is accepted. Nothing else is to happen while tasks are placed. */
final class OfferMaster implements Master {
    private final Map<OfferId, HostOffer> outstanding = new HashMap<>();
    private List<Accepted> accepted = new ArrayList<>();

    /** An offer that is used up, and what is started from it. */
    record Accepted(HostOffer offer, List<Launch> launches) {}

    void offered(List<HostOffer> offers) {
        offers.forEach(offer -> outstanding.put(offer.id(), offer));
    }

    /** What was accepted since the last call. */
    List<Accepted> takeAccepted() {
        List<Accepted> taken = accepted;
        accepted = new ArrayList<>(taken.size());
        return taken;
    }

    @Override
    public void accept(List<OfferId> offers, List<Launch> launches, Filters filters) {
        HostOffer offer = offers.size() == 1 ? outstanding.remove(offers.getFirst()) : null;
        if (offer == null) {
            throw new WrongOutcome("accepted offers", "one that is outstanding", offers);
        }
        accepted.add(new Accepted(offer, launches));
    }

    @Override
    public void decline(List<OfferId> offers, Filters filters) {
        throw unexpected("decline of " + offers);
    }

    @Override
    public void suppress() {
        throw unexpected("suppress");
    }

    @Override
    public void revive() {
        throw unexpected("revive");
    }

    @Override
    public void kill(TaskId task) {
        throw unexpected("kill of " + task);
    }

    @Override
    public void reconcile(List<TaskId> tasks) {
        throw unexpected("reconcile of " + tasks);
    }

    @Override
    public void acceptInverseOffer(AgentId agent) {
        throw unexpected("acceptInverseOffer of " + agent);
    }

    private static WrongOutcome unexpected(String call) {
        return new WrongOutcome("calls to the master while tasks are placed", "launches only", call);
    }
}
