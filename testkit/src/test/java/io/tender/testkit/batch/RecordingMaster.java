package io.tender.testkit.batch;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import java.util.ArrayList;
import java.util.List;

/** A master that remembers what it was asked and does nothing of itself. */
final class RecordingMaster implements Master {
    final List<String> calls = new ArrayList<>();
    final List<Launch> launches = new ArrayList<>();
    /** For how many seconds each declined offer was refused. */
    final List<Double> refusals = new ArrayList<>();

    /** What was asked since the last time. */
    List<String> take() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    @Override
    public void accept(List<OfferId> offers, List<Launch> started, Filters filters) {
        launches.addAll(started);
        calls.add("accept " + offers + " for "
                + started.stream().map(launch -> launch.task().value()).toList());
    }

    @Override
    public void decline(List<OfferId> offers, Filters filters) {
        calls.add("decline " + offers);
        filters.refuseSeconds().ifPresent(refusals::add);
    }

    @Override
    public void suppress() {
        calls.add("suppress");
    }

    @Override
    public void revive() {
        calls.add("revive");
    }

    @Override
    public void kill(TaskId task) {
        calls.add("kill " + task);
    }

    @Override
    public void reconcile(List<TaskId> tasks) {
        calls.add("reconcile " + tasks);
    }

    @Override
    public void acceptInverseOffer(AgentId agent) {
        calls.add("accept inverse offer of " + agent);
    }
}
