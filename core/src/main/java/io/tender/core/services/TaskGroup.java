package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.TaskGroupKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Pending tasks of one config, first come first served, with all that is remembered between their attempts. */
final class TaskGroup {
    final TaskGroupKey key;
    final SchedulingFilter filter;
    final Carver carver;
    final NearestFit nearestFit;

    /** The verdicts of the last attempt that left tasks behind. */
    Reasons reasons = new Reasons();

    /** How many offers that attempt looked at; -1 before the first. */
    int looked = -1;

    /** The wait after the last attempt that placed nothing; 0 if it placed something. */
    long penaltyMillis;

    long nextAttemptAt;

    /** What was wrong with the offer set when it was last asked for this group; empty if nothing was. */
    String setTrouble = "";

    /** Whether nothing could be placed for want of its answer. */
    boolean setMissed;

    /** How the last attempt ended, if by an exception; empty if not. */
    String breakage = "";

    private final ArrayDeque<Task> queue = new ArrayDeque<>();
    private final Map<AgentId, Long> hopeless = new HashMap<>();

    /** Long enough that a machine is not emptied in vain again and again, short enough that a mind can change. */
    private static final long HOPELESS_MILLIS = Duration.ofMinutes(30).toMillis();

    TaskGroup(TaskGroupKey key, ServiceSettings settings) {
        this.key = key;
        this.filter = new SchedulingFilter(key.config(), settings);
        this.carver = new Carver(key.config(), settings);
        this.nearestFit = new NearestFit(filter, settings.nearestFitMillis());
    }

    /** The offer set says that evictions on that machine would not help the group; it holds for a while. */
    void hopelessOn(AgentId agent, long now) {
        hopeless.put(agent, now + HOPELESS_MILLIS);
    }

    /** The offer set has no such objection any more. */
    void hopefulOn(AgentId agent) {
        hopeless.remove(agent);
    }

    void forgetHopeless(long now) {
        hopeless.values().removeIf(until -> until <= now);
    }

    boolean isHopelessOn(AgentId agent, long now) {
        return hopeless.getOrDefault(agent, now) > now;
    }

    /** What went wrong with the last attempt, in sentences. */
    List<String> troubles() {
        List<String> troubles = new ArrayList<>(2);
        if (!setTrouble.isEmpty()) {
            troubles.add("The offer set failed, and "
                    + (setMissed ? "nothing is placed without it: " : "the native order served instead: ")
                    + setTrouble);
        }
        if (!breakage.isEmpty()) {
            troubles.add("The last attempt broke, and is made again: " + breakage);
        }
        return troubles;
    }

    void add(Task task) {
        queue.addLast(task);
    }

    /** The first tasks that are still pending; those before them that are not are dropped. */
    List<Task> first(int most) {
        List<Task> first = new ArrayList<>(Math.min(most, queue.size()));
        Iterator<Task> tasks = queue.iterator();
        while (tasks.hasNext() && first.size() < most) {
            Task task = tasks.next();
            if (task.isPending()) {
                first.add(task);
            } else {
                tasks.remove();
            }
        }
        return first;
    }

    /** Puts a task that has to wait for its machine behind the others, so that it does not stand in their way. */
    void putLast(Task task) {
        if (queue.remove(task)) {
            queue.addLast(task);
        }
    }

    /** Lets a task that was chosen and not sent be the first again. */
    void putFirst(Task task) {
        queue.remove(task);
        queue.addFirst(task);
    }

    boolean isEmpty() {
        for (Task head = queue.peekFirst(); head != null && !head.isPending(); head = queue.peekFirst()) {
            queue.removeFirst();
        }
        return queue.isEmpty();
    }

    /** All tasks that are pending. */
    List<Task> pending() {
        return first(Integer.MAX_VALUE);
    }
}
