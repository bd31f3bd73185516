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

    /** The tasks of a choice that could not be sent. */
    void lose(Choice choice) {
        choice.tasks.forEach(task -> lifecycle.apply(task, TaskEvent.LOST));
    }

    /** Lets the tasks of a choice wait again, the last first, as each goes to the head of its group. */
    void putBack(Choice choice) {
        for (Task task : choice.tasks.reversed()) {
            lifecycle.apply(task, TaskEvent.PUT_BACK);
        }
    }
}
