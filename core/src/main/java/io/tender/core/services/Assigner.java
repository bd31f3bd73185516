package io.tender.core.services;

import io.tender.model.Resources;
import io.tender.model.service.HostOffer;
import io.tender.model.service.TaskState;
import io.tender.spi.Chance;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Puts tasks on an offer and sends them off. */
final class Assigner {
    private final Master master;
    private final Chance chance;
    private final Offers offers;
    private final Lifecycle lifecycle;
    private final ServiceMetrics metrics;

    Assigner(Master master, Chance chance, Offers offers, Lifecycle lifecycle, ServiceMetrics metrics) {
        this.master = master;
        this.chance = chance;
        this.offers = offers;
        this.lifecycle = lifecycle;
        this.metrics = metrics;
    }

    /** Tasks chosen for one offer; they count as placed from the moment they are chosen. */
    static final class Choice {
        final HeldOffer held;
        private final List<Task> tasks = new ArrayList<>(1);
        private final List<Launch> launches = new ArrayList<>(1);
        private HostOffer rest;

        Choice(HeldOffer held) {
            this.held = held;
            this.rest = held.offer;
        }

        /** The offer without what the tasks chosen so far take. */
        HostOffer rest() {
            return rest;
        }

        int size() {
            return tasks.size();
        }

        List<Task> tasks() {
            return List.copyOf(tasks);
        }

        /** Those of its tasks that are still to be started. */
        List<Task> wanted() {
            return tasks.stream()
                    .filter(task -> task.state == TaskState.ASSIGNED)
                    .toList();
        }

        /** Those that somebody has asked to end, or given up, since they were chosen. */
        List<Task> unwanted() {
            return tasks.stream()
                    .filter(task -> task.state != TaskState.ASSIGNED)
                    .toList();
        }

        /** Takes a task out, which is not started here after all. */
        void drop(Task task) {
            int at = tasks.indexOf(task);
            tasks.remove(at);
            launches.remove(at);
        }

        /** What is to be started now: a task that was killed since it was chosen must not be. */
        private List<Launch> stillWanted() {
            List<Launch> wanted = new ArrayList<>(launches.size());
            for (int i = 0; i < launches.size(); i++) {
                if (tasks.get(i).state == TaskState.ASSIGNED) {
                    wanted.add(launches.get(i));
                }
            }
            return List.copyOf(wanted);
        }
    }

    /** What became of a choice. */
    enum Sent {
        /** The master was told. */
        ALL,
        /** Nobody wants its tasks any more; the offer is still in hand. */
        NOTHING,
        /** The master could not even be told: the tasks are lost, and the caller says so once it has done all else. */
        FAILED
    }

    /** Gives a task its place on the offer; the limits of its job see it at once. */
    void choose(Choice choice, Task task, Carver carver, boolean more) {
        HostOffer from = choice.rest;
        Carver.Cut cut = carver.cut(from.resources(), Carver.drawsFor(chance, task));
        choice.tasks.add(task);
        choice.launches.add(new Launch(task.id, from.agent(), cut.resources(), cut.ports()));
        if (more) {
            Resources left = from.resources().minus(cut.resources());
            choice.rest = new HostOffer(
                    from.id(),
                    from.agent(),
                    from.hostname(),
                    left,
                    from.attributes(),
                    from.mode(),
                    from.unavailability());
        }
        lifecycle.assign(task, new Task.Place(from.agent(), from.hostname(), from.attributes(), cut.ports()));
    }

    /** Uses the offer up; {@code broken} is told why the master could not be. */
    Sent launch(Choice choice, Consumer<Throwable> broken) {
        List<Launch> launches = choice.stillWanted();
        if (launches.isEmpty()) {
            return Sent.NOTHING;
        }
        offers.letGo(choice.held);
        try {
            master.accept(List.of(choice.held.offer.id()), launches, offers.filters());
        } catch (RuntimeException refused) {
            broken.accept(refused);
            metrics.count(ServiceMetrics.LAUNCH_FAILURES);
            offers.giveBack(choice.held.offer.id());
            return Sent.FAILED;
        }
        metrics.tasksLaunched += launches.size();
        return Sent.ALL;
    }

    /** Keeps the offer of a choice for its tasks until it is said whether they may start. */
    void lend(Choice choice) {
        offers.lend(choice.held);
    }

    /** Ends that; false if the offer is gone. */
    boolean takeBack(Choice choice) {
        return offers.takeBack(choice.held);
    }

    /** Gives the offer of a choice back because nothing is started on it. */
    void giveBack(Choice choice) {
        offers.giveBackUnused(choice.held.offer.id());
    }

    /** Ends tasks that were asked to end before they were sent: they never ran, and nobody may ever report them. */
    void endUnsent(List<Task> tasks) {
        tasks.forEach(task -> lifecycle.apply(task, TaskEvent.KILLED));
    }

    /** The tasks of a choice that could not be sent. */
    void lose(Choice choice) {
        choice.tasks.forEach(task -> lifecycle.apply(task, TaskEvent.LOST));
    }

    /** Lets the tasks of a choice wait again. */
    void putBack(Choice choice) {
        putBack(choice.tasks());
    }

    /** The last first, as each goes to the head of its group. */
    void putBack(List<Task> tasks) {
        for (Task task : tasks.reversed()) {
            lifecycle.apply(task, TaskEvent.PUT_BACK);
        }
    }
}
