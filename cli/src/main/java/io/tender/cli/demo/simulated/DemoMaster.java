package io.tender.cli.demo.simulated;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The demo's cluster as a scheduler of level 2 sees it: carries out what it asks and reports what becomes of tasks. */
final class DemoMaster implements Master {

    private static final Duration TIME_TO_START = Duration.ofMillis(300);
    private static final Duration TIME_TO_END = Duration.ofMillis(500);

    private final ManualHost host;
    private final Cluster cluster;
    private final Participant framework;
    private final Consumer<TaskStatus> status;
    private final TreeMap<OfferId, Piece> offers = new TreeMap<>();
    private final TreeMap<TaskId, Piece> tasks = new TreeMap<>();
    private Resources used = Resources.empty();
    private long offersMade;

    /** A piece of an agent, offered or used. */
    private record Piece(AgentId agent, Resources resources) {}

    /** @param status is told of tasks, on a later turn of the host than the one that caused it */
    DemoMaster(ManualHost host, Cluster cluster, Participant framework, Consumer<TaskStatus> status) {
        this.host = host;
        this.cluster = cluster;
        this.framework = framework;
        this.status = status;
    }

    /** Books an offer on its way to the framework. */
    OfferId offered(AgentId agent, Resources resources) {
        OfferId id = new OfferId(String.format(Locale.ROOT, "offer-%06d", offersMade++));
        offers.put(id, new Piece(agent, resources));
        framework.offers++;
        return id;
    }

    @Override
    public void accept(List<OfferId> accepted, List<Launch> launches, Filters filters) {
        AgentId agent = launches.getFirst().agent();
        Resources rest = Resources.empty();
        for (OfferId id : accepted) {
            rest = rest.plus(take(id).resources());
        }
        for (Launch launch : launches) {
            Resources taken = launch.resources().unallocate();
            rest = rest.minus(taken);
            begin(launch.task(), new Piece(agent, taken));
        }
        framework.accepted += accepted.size();
        cluster.giveBack(framework, agent, rest, Optional.of(filters), false);
    }

    private Piece take(OfferId id) {
        Piece piece = offers.remove(id);
        if (piece == null) {
            throw new IllegalStateException("the scheduler answers offer '" + id + "', which it does not have");
        }
        return piece;
    }

    private void begin(TaskId task, Piece piece) {
        tasks.put(task, piece);
        used = used.plus(piece.resources());
        framework.tasksStarted++;
        cluster.use(framework, piece.agent(), piece.resources());
        host.after(TIME_TO_START, () -> {
            if (tasks.containsKey(task)) {
                status.accept(TaskStatus.of(task, TaskState.RUNNING));
            }
        });
    }

    @Override
    public void decline(List<OfferId> declined, Filters filters) {
        for (OfferId id : declined) {
            Piece piece = take(id);
            cluster.giveBack(framework, piece.agent(), piece.resources(), Optional.of(filters), false);
        }
        framework.declined += declined.size();
    }

    @Override
    public void suppress() {
        cluster.suppress(framework);
    }

    @Override
    public void revive() {
        cluster.revive(framework);
    }

    @Override
    public void kill(TaskId task) {
        host.after(TIME_TO_END, () -> ended(task, TaskState.KILLED));
    }

    /** A task has done its work, if it is still there. */
    void finish(TaskId task) {
        if (tasks.containsKey(task)) {
            ended(task, TaskState.FINISHED);
        }
    }

    private void ended(TaskId task, TaskState how) {
        Piece piece = tasks.remove(task);
        if (piece == null) {
            status.accept(TaskStatus.of(task, TaskState.LOST));
            return;
        }
        used = used.minus(piece.resources());
        framework.tasksEnded++;
        cluster.giveBack(framework, piece.agent(), piece.resources(), Optional.empty(), true);
        status.accept(TaskStatus.of(task, how));
    }

    @Override
    public void reconcile(List<TaskId> asked) {
        for (TaskId task : asked) {
            host.enqueue(() ->
                    status.accept(TaskStatus.of(task, tasks.containsKey(task) ? TaskState.RUNNING : TaskState.LOST)));
        }
    }

    @Override
    public void acceptInverseOffer(AgentId agent) {
        // The demo announces no maintenance, so nobody is asked to leave.
    }

    /** Forgets an agent with its offers and tasks; returns how many tasks those were. */
    int lost(AgentId agent) {
        offers.values().removeIf(piece -> piece.agent().equals(agent));
        List<TaskId> gone = tasks.entrySet().stream()
                .filter(task -> task.getValue().agent().equals(agent))
                .map(Map.Entry::getKey)
                .toList();
        for (TaskId task : gone) {
            Piece piece = tasks.remove(task);
            used = piece == null ? used : used.minus(piece.resources());
        }
        framework.tasksLost += gone.size();
        return gone.size();
    }

    int running() {
        return tasks.size();
    }

    ResourceQuantities used() {
        return used.quantities();
    }
}
