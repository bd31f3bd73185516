package io.tender.extender.server;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** A policy put together from functions; what none is given for is left to another policy. */
final class LambdaPolicy implements Policy {
    private final Policy rest;
    private final Set<Hook> hooks;
    BiFunction<Task, Agent, Verdict> predicate;
    BiFunction<Task, List<Agent>, Scores> prioritize;
    BiFunction<Task, List<Offer>, List<Offer>> order;
    BiFunction<Task, List<Task>, Victims> preemptable;
    BiFunction<Task, List<Task>, Victims> reclaimable;
    BiFunction<Task, List<Candidate>, List<Candidate>> preempt;
    Function<Job, Vote> enqueueable;
    Predicate<Queue> overused;
    Predicate<Job> ready;
    Function<Task, Optional<String>> allocated;
    Consumer<Task> deallocated;
    BiFunction<Task, Agent, Optional<String>> bind;
    Consumer<List<Task>> committed;
    Consumer<List<Task>> aborted;
    Predicate<Snapshot> sessionOpened;

    LambdaPolicy(Policy rest) {
        this.rest = rest;
        this.hooks = EnumSet.noneOf(Hook.class);
        hooks.addAll(rest.hooks());
        predicate = rest::predicate;
        prioritize = rest::prioritize;
        order = rest::order;
        preemptable = rest::preemptable;
        reclaimable = rest::reclaimable;
        preempt = rest::preempt;
        enqueueable = rest::enqueueable;
        overused = rest::overused;
        ready = rest::ready;
        allocated = rest::allocated;
        deallocated = rest::deallocated;
        bind = rest::bind;
        committed = rest::committed;
        aborted = rest::aborted;
        sessionOpened = rest::sessionOpened;
    }

    void has(Hook hook) {
        hooks.add(hook);
    }

    @Override
    public Set<Hook> hooks() {
        return hooks;
    }

    @Override
    public Verdict predicate(Task task, Agent agent) {
        return predicate.apply(task, agent);
    }

    @Override
    public Scores prioritize(Task task, List<Agent> agents) {
        return prioritize.apply(task, agents);
    }

    @Override
    public List<Offer> order(Task task, List<Offer> offers) {
        return order.apply(task, offers);
    }

    @Override
    public List<Outlook> ahead(Task task, Agent agent, int most) {
        return rest.ahead(task, agent, most);
    }

    @Override
    public Victims preemptable(Task evictor, List<Task> evictees) {
        return preemptable.apply(evictor, evictees);
    }

    @Override
    public Victims reclaimable(Task evictor, List<Task> evictees) {
        return reclaimable.apply(evictor, evictees);
    }

    @Override
    public List<Candidate> preempt(Task task, List<Candidate> candidates) {
        return preempt.apply(task, candidates);
    }

    @Override
    public Vote enqueueable(Job job) {
        return enqueueable.apply(job);
    }

    @Override
    public void enqueued(Job job) {
        rest.enqueued(job);
    }

    @Override
    public boolean overused(Queue queue) {
        return overused.test(queue);
    }

    @Override
    public boolean ready(Job job) {
        return ready.test(job);
    }

    @Override
    public Optional<String> allocated(Task task) {
        return allocated.apply(task);
    }

    @Override
    public void deallocated(Task task) {
        deallocated.accept(task);
    }

    @Override
    public Optional<String> bind(Task task, Agent agent) {
        return bind.apply(task, agent);
    }

    @Override
    public void committed(List<Task> tasks) {
        committed.accept(tasks);
    }

    @Override
    public void aborted(List<Task> tasks) {
        aborted.accept(tasks);
    }

    @Override
    public boolean sessionOpened(Snapshot snapshot) {
        return sessionOpened.test(snapshot);
    }

    @Override
    public void sessionClosed(Optional<String> session) {
        rest.sessionClosed(session);
    }
}
