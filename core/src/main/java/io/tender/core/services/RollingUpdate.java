package io.tender.core.services;

import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** One update of one job: brings instance after instance to its new config, watches it, and goes back if need be. */
final class RollingUpdate {
    private final UpdateParts parts;
    private final JobKey job;
    private final UpdateSettings settings;

    /** What each instance is to become, in the order of work; empty means that it is to go. */
    private final TreeMap<Integer, Optional<TaskConfig>> target = new TreeMap<>();

    private final TreeMap<Integer, Optional<TaskConfig>> before = new TreeMap<>();
    private final List<Integer> waiting = new ArrayList<>();
    private final TreeMap<Integer, Agenda.Entry> working = new TreeMap<>();
    private final TreeMap<Integer, Integer> endings = new TreeMap<>();
    private final TreeSet<Integer> done = new TreeSet<>();
    private final TreeSet<Integer> failed = new TreeSet<>();
    private UpdateState state = UpdateState.ROLLING_FORWARD;
    private Optional<String> failure = Optional.empty();
    private int begun;
    private boolean stepping;

    RollingUpdate(UpdateParts parts, TaskConfig config, int instances, UpdateSettings settings) {
        this.parts = parts;
        this.job = config.job();
        this.settings = settings;
        TreeSet<Integer> all = new TreeSet<>(parts.jobs().instances(job).keySet());
        for (int i = 0; i < instances; i++) {
            all.add(i);
        }
        for (int instance : all) {
            Optional<TaskConfig> old = parts.jobs().config(new InstanceKey(job, instance));
            Optional<TaskConfig> wanted = instance < instances ? Optional.of(config) : Optional.empty();
            if (!old.equals(wanted)) {
                before.put(instance, old);
                target.put(instance, wanted);
                waiting.add(instance);
            }
        }
    }

    UpdateState state() {
        return state;
    }

    JobKey job() {
        return job;
    }

    void pause() {
        move(state.paused());
    }

    void resume() {
        move(state.resumed());
        giveUpIfNeeded();
        step();
    }

    void abort() {
        if (!state.isOver()) {
            working.values().forEach(parts.agenda()::cancel);
            working.clear();
            move(UpdateState.ABORTED);
        }
    }

    /** Somebody ended an instance: it is no longer the update's business. */
    void leaveOut(int instance) {
        unwatch(instance);
        working.remove(instance);
        waiting.remove(Integer.valueOf(instance));
        target.remove(instance);
        before.remove(instance);
        done.remove(instance);
        failed.remove(instance);
    }

    private void move(UpdateState next) {
        if (next != state) {
            state = next;
            parts.listener().updateChanged(view());
        }
    }

    /** Begins as many instances as the strategy allows, and ends the update when there is nothing left to do. */
    void step() {
        // Beginning an instance may finish it at once, which comes back here.
        if (stepping) {
            return;
        }
        stepping = true;
        try {
            boolean again = true;
            while (again && !state.isOver() && !state.isPaused()) {
                int count = Math.min(waiting.size(), settings.strategy().next(working.size(), begun));
                for (int i = 0; i < count && !state.isOver() && !state.isPaused() && !waiting.isEmpty(); i++) {
                    begin(waiting.removeFirst());
                }
                again = count > 0;
            }
        } finally {
            stepping = false;
        }
        if (!state.isOver() && !state.isPaused() && waiting.isEmpty() && working.isEmpty()) {
            move(state == UpdateState.ROLLING_BACK ? UpdateState.ROLLED_BACK : UpdateState.ROLLED_FORWARD);
        }
    }

    private void begin(int instance) {
        begun++;
        InstanceKey key = new InstanceKey(job, instance);
        Optional<TaskConfig> wanted = target.getOrDefault(instance, Optional.empty());
        working.put(instance, Agenda.Entry.NONE);
        wanted.ifPresentOrElse(config -> parts.jobs().want(key, config), () -> {
            parts.jobs().unwant(key);
            parts.affinity().release(key);
        });
        Optional<Task> current = parts.tasks().of(key);
        if (current.isEmpty()) {
            wanted.ifPresentOrElse(config -> parts.lifecycle().create(key, config), () -> succeeded(instance));
            return;
        }
        Task task = current.get();
        if (wanted.isPresent() && wanted.get().equals(task.config)) {
            // Going back to what still runs: it only needs to be watched.
            taskChanged(task);
            return;
        }
        wanted.ifPresent(config -> keepMachine(task, config, key));
        parts.lifecycle().apply(task, TaskEvent.KILL);
    }

    /** The machine is kept only if the new task can be sure to fit where the old one was. */
    private void keepMachine(Task old, TaskConfig config, InstanceKey key) {
        Task.Place place = old.place;
        if (place != null
                && old.state.isPlaced()
                && old.state != TaskState.PARTITIONED
                && !parts.machines().isLeaving(place.agent(), parts.agenda().date(), parts.settings())
                && old.config.constraints().equals(config.constraints())
                && old.config.tier().revocable() == config.tier().revocable()
                && old.config.request().contains(config.request())) {
            parts.affinity().keep(place.agent(), key);
        }
    }

    /** A task of the job changed. */
    void taskChanged(Task task) {
        int instance = task.key.instance();
        if (!working.containsKey(instance)) {
            return;
        }
        Optional<TaskConfig> wanted = parts.jobs().config(task.key);
        if (wanted.isEmpty()) {
            if (task.state.isTerminal()) {
                succeeded(instance);
                step();
            }
        } else if (!wanted.get().equals(task.config)) {
            // The old task on its way out.
            return;
        } else if (task.state == TaskState.RUNNING) {
            watch(instance, task);
        } else if (task.state.isTerminal()) {
            ended(instance, task);
        } else if (task.state != TaskState.STARTING) {
            unwatch(instance);
        }
    }

    private void watch(int instance, Task task) {
        unwatch(instance);
        working.put(instance, parts.agenda().in(settings.watchMillis(), () -> {
            if (task.state == TaskState.RUNNING && working.containsKey(instance)) {
                succeeded(instance);
                step();
            }
        }));
    }

    private void unwatch(int instance) {
        Agenda.Entry timer = working.get(instance);
        if (timer != null) {
            parts.agenda().cancel(timer);
            working.put(instance, Agenda.Entry.NONE);
        }
    }

    private void succeeded(int instance) {
        unwatch(instance);
        working.remove(instance);
        done.add(instance);
    }

    /** The new task ended while it was watched, or before. */
    private void ended(int instance, Task task) {
        unwatch(instance);
        if (task.interrupted) {
            return;
        }
        if (task.state == TaskState.FINISHED && !task.config.service()) {
            succeeded(instance);
            step();
            return;
        }
        int times = endings.merge(instance, 1, Integer::sum);
        boolean again = times <= settings.maxPerInstanceFailures();
        if (again && !Lifecycle.isGivenUp(task, task.config)) {
            return;
        }
        working.remove(instance);
        failed.add(instance);
        failure = Optional.of("the new task of instance " + instance + " became " + task.state
                + (times == 1 ? "" : ", " + times + " times in all"));
        giveUpIfNeeded();
        step();
    }

    /** While it is paused nothing is turned round or ended; what failed meanwhile counts when it goes on. */
    private void giveUpIfNeeded() {
        if (!state.isPaused() && !state.isOver() && failed.size() > settings.maxFailedInstances()) {
            giveUp();
        }
    }

    private void giveUp() {
        if (state == UpdateState.ROLLING_FORWARD && settings.rollbackOnFailure()) {
            rollBack();
        } else {
            working.values().forEach(parts.agenda()::cancel);
            working.clear();
            move(UpdateState.FAILED);
        }
    }

    /** Turns round: everything that was begun goes back to what it was, the latest first. */
    private void rollBack() {
        TreeSet<Integer> touched = new TreeSet<>(done);
        touched.addAll(failed);
        touched.addAll(working.keySet());
        working.values().forEach(parts.agenda()::cancel);
        working.clear();
        done.clear();
        failed.clear();
        endings.clear();
        begun = 0;
        waiting.clear();
        waiting.addAll(touched.descendingSet());
        target.clear();
        target.putAll(before);
        move(UpdateState.ROLLING_BACK);
    }

    UpdateView view() {
        return new UpdateView(
                job,
                state,
                Collections.unmodifiableSortedSet(new TreeSet<>(waiting)),
                Collections.unmodifiableSortedSet(new TreeSet<>(working.keySet())),
                Collections.unmodifiableSortedSet(new TreeSet<>(done)),
                Collections.unmodifiableSortedSet(new TreeSet<>(failed)),
                failure);
    }
}
