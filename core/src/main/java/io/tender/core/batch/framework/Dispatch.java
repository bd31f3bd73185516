package io.tender.core.batch.framework;

import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.Decision;
import io.tender.core.batch.Ignored;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.Resources;
import io.tender.model.batch.JobId;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.spi.AllocatorHost;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Starts tasks and ends them at the master, and hears what became of them. */
final class Dispatch {
    /** Allocators offer what became free within seconds, if at all; others may get it. */
    private static final Duration ROOM_COMES_WITHIN = Duration.ofSeconds(5);

    private final AllocatorHost host;
    private final Master master;
    private final BatchCluster cluster;
    private final HeldOffers held;
    private final BatchListener listener;
    private final News news;
    private final Runs runs = new Runs();

    /** Who wants to know that something has changed. */
    interface News {
        /** Sessions see something else than before. */
        void changed();

        /** Somebody may have room now who had none. */
        void roomMayHaveCome();

        /** Something was started. */
        void started();
    }

    Dispatch(
            AllocatorHost host,
            Master master,
            BatchCluster cluster,
            HeldOffers held,
            BatchListener listener,
            News news) {
        this.host = host;
        this.master = master;
        this.cluster = cluster;
        this.held = held;
        this.listener = listener;
        this.news = news;
    }

    Runs runs() {
        return runs;
    }

    /** Starts tasks on one machine, out of all that it offers. */
    void launch(Machine machine, List<Decision.Bind> binds, Ignored ignored) {
        Resources left = machine.offeredResources();
        List<Launch> launches = new ArrayList<>();
        for (Decision.Bind bind : binds) {
            Task task = cluster.task(bind.task());
            Resources taken = Measures.cut(left, ignored.leave(task.request()))
                    .plus(Measures.cutPorts(left, task.template().ports()).orElseThrow());
            left = left.minus(taken);
            Run run = runs.begin(bind.task(), bind.job(), machine.agent);
            machine.took(run.launched(), taken);
            cluster.setTask(bind.task(), TaskStatus.BINDING, machine.nodeName, host.now());
            launches.add(new Launch(run.launched(), machine.agent, taken, new TreeMap<>()));
            tell(run, TaskState.ASSIGNED, Optional.empty(), "");
        }
        news.started();
        List<OfferId> used = held.use(machine);
        // What is left comes back at once, for those who still wait.
        master.accept(used, launches, Filters.ofSeconds(0));
        held.show(machine);
    }

    /** Asks a task to end, which waits again then. */
    void evict(TaskId task) {
        Optional<Run> present = runs.of(task);
        if (present.isEmpty() || present.get().evicted() || !cluster.knows(task)) {
            return;
        }
        Run run = present.get();
        runs.put(run.leaving());
        cluster.setTask(task, TaskStatus.RELEASING, nodeOf(run), host.now());
        master.kill(run.launched());
        news.changed();
    }

    void evictAllOn(AgentId agent) {
        runs.on(agent).forEach(run -> evict(run.task()));
    }

    /** Ends a run of a task that is nobody's any more. */
    void end(Run run) {
        runs.orphan(run);
        master.kill(run.launched());
        // Sessions no longer count the task, so they must not count what it holds as free either.
        held.on(run.agent())
                .filter(machine -> machine.gaveBack(run.launched()).isPresent())
                .ifPresent(held::show);
    }

    /** Takes in what ran in an earlier life. */
    void adopt(JobId job, AdoptedRun given) {
        runs.numberFrom(given.attempt());
        Run run = new Run(given.launched(), given.task(), job, given.agent(), given.status() == TaskStatus.RELEASING);
        runs.put(run);
        Machine machine = held.machine(given.agent(), given.hostname(), given.attributes());
        machine.took(run.launched(), given.resources());
        cluster.setTask(run.task(), given.status(), machine.nodeName, host.now());
        held.show(machine);
    }

    /** Ends a run of an earlier life that nobody wants. */
    void end(JobId job, AdoptedRun unwanted) {
        runs.numberFrom(unwanted.attempt());
        runs.putOrphan(new Run(unwanted.launched(), unwanted.task(), job, unwanted.agent(), true));
        master.kill(unwanted.launched());
    }

    void status(io.tender.model.service.TaskStatus status) {
        Optional<Run> known = runs.launchedAs(status.task());
        boolean unwanted = known.map(Run::evicted).orElse(true);
        if (unwanted && isAlive(status.state())) {
            // From another life of this scheduler, or the request to end was lost on its way: it must not run on.
            master.kill(status.task());
        }
        if (known.isEmpty()) {
            return;
        }
        Run run = known.get();
        tell(run, status.state(), status.exitCode(), status.message());
        switch (status.state()) {
            case STARTING -> report(run, TaskStatus.BOUND);
            case RUNNING -> report(run, TaskStatus.RUNNING);
            case FINISHED -> ended(run, TaskStatus.SUCCEEDED);
            // How a task ends that was asked to says nothing about it.
            case FAILED -> ended(run, run.evicted() ? TaskStatus.PENDING : TaskStatus.FAILED);
            // Nobody here asked for the end of a task that was not evicted, so it is not over.
            case KILLED, LOST -> ended(run, TaskStatus.PENDING);
            default -> {
                // Out of reach for now; lost if it stays so, and the master will say so.
            }
        }
    }

    private static boolean isAlive(TaskState state) {
        return state == TaskState.STARTING || state == TaskState.RUNNING;
    }

    /** All that ran on an agent that is gone is lost. */
    void agentLost(AgentId agent) {
        for (Run run : runs.on(agent)) {
            tell(run, TaskState.LOST, Optional.empty(), "its agent is gone");
            ended(run, TaskStatus.PENDING);
        }
    }

    private void tell(Run run, TaskState state, Optional<Integer> exitCode, String message) {
        listener.runChanged(new RunChange(
                run.job(), run.task(), run.launched(), run.agent(), state, run.evicted(), exitCode, message));
    }

    private void report(Run run, TaskStatus status) {
        boolean current = runs.isPresent(run) && !run.evicted();
        if (current && cluster.knows(run.task())) {
            cluster.setTask(run.task(), status, nodeOf(run), host.now());
            news.changed();
        }
    }

    private String nodeOf(Run run) {
        return held.nodeOf(run.agent());
    }

    private void ended(Run run, TaskStatus status) {
        if (runs.end(run) && cluster.knows(run.task())) {
            cluster.setTask(run.task(), status, "", host.now());
        }
        held.on(run.agent()).ifPresent(machine -> {
            Optional<ResourceList> left = machine.gaveBack(run.launched());
            if (run.evicted() && left.isPresent()) {
                awaitRoom(machine, left.get());
            }
            held.show(machine);
        });
        news.roomMayHaveCome();
    }

    /** What somebody was evicted for comes back as an offer, a little later; until then nobody else is evicted for it. */
    private void awaitRoom(Machine machine, ResourceList left) {
        long number = cluster.awaitRoom(machine.nodeName, left);
        host.after(ROOM_COMES_WITHIN, () -> {
            if (cluster.stopAwaiting(machine.nodeName, number)) {
                held.on(machine.agent).ifPresent(held::show);
                news.changed();
            }
        });
    }
}
