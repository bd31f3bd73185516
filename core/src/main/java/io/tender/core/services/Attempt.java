package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.model.service.Veto.Reason;
import io.tender.spi.offers.Objection;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One try to place the first tasks of a group: walks the offers once, in the order it is given, and gives each that fits
 * to the next task.
 *
 * <p>Once is enough. All tasks of the attempt are alike, and what keeps an offer from one of them keeps it from the
 * next: resources only shrink and counts only grow while tasks are placed.
 */
final class Attempt implements OfferQuery {
    private final AttemptParts parts;
    private final TaskGroup group;
    private final long number;
    private final long now;
    private final long date;
    private List<Task> tasks;
    private final LimitCounts.OfJob counts;
    private final SchedulingFilter like;
    private final Reasons reasons = new Reasons();
    private final List<Assigner.Choice> choices = new ArrayList<>();
    private final List<Assigner.Choice> unbound = new ArrayList<>();
    private @Nullable List<HostOffer> candidates;
    private @Nullable Set<HostOffer> candidateSet;
    private int next;
    private int looked;
    private int placed;
    private boolean failed;

    Attempt(AttemptParts parts, TaskGroup group, long number, List<Task> tasks) {
        this.parts = parts;
        this.group = group;
        this.number = number;
        this.now = parts.agenda().now();
        this.date = parts.agenda().date();
        this.counts = parts.limits().of(group.key.job(), group.filter.limited());
        this.like = parts.fits().standFor(group.filter);
        this.tasks = tasks;
    }

    /** Serves the tasks whose machine is kept for them by an update; what they use nobody is asked about. */
    void placeKept() {
        List<Task> others = new ArrayList<>(tasks.size());
        Map<HeldOffer, Assigner.Choice> open = new HashMap<>();
        for (Task task : tasks) {
            AgentId kept = parts.affinity().agentFor(task.key);
            if (kept == null) {
                others.add(task);
            } else if (!placeOn(kept, task, open)) {
                group.putLast(task);
            }
        }
        tasks = others;
        launch();
    }

    private boolean placeOn(AgentId agent, Task task, Map<HeldOffer, Assigner.Choice> open) {
        HeldOffer held = parts.book().byAgent(agent);
        if (held == null) {
            return false;
        }
        Assigner.Choice choice = open.get(held);
        HostOffer left = choice == null ? held.offer : choice.rest();
        int verdict = group.filter.check(left, counts, date);
        if (verdict != Verdict.FITS
                || (choice != null && choice.size() >= parts.settings().maxTasksPerOffer())) {
            return false;
        }
        choose(choice == null ? begin(held) : choice, task);
        open.putIfAbsent(held, choices.getLast());
        parts.affinity().release(task.key);
        return true;
    }

    /** Whether there is anything left to place by order. */
    boolean wantsOrder() {
        return !failed && !tasks.isEmpty();
    }

    /** Tries offers until all tasks have a place. */
    void match(Iterable<HostOffer> ordered) {
        for (HostOffer offer : ordered) {
            if (next == tasks.size()) {
                return;
            }
            HeldOffer held = parts.book().byId(offer.id());
            if (held == null) {
                parts.metrics().count(ServiceMetrics.SET_UNKNOWN);
            } else {
                consider(held);
            }
        }
    }

    /** How many offers an answer may name before it is taken for one that never ends. */
    int mostAnswers() {
        return 2 * parts.book().size() + 1_000;
    }

    /** Tries what an answer that took its time put in order; only what it was asked about counts. */
    void matchAnswer(List<HostOffer> answer, Attempt asked) {
        for (HostOffer offer : answer) {
            if (next == tasks.size()) {
                return;
            }
            HeldOffer held = parts.book().byId(offer.id());
            if (held != null && (held.askedBy == number || asked.wasCandidate(offer))) {
                consider(held);
            } else {
                parts.metrics()
                        .count(asked.wasCandidate(offer) ? ServiceMetrics.ACCEPT_RACES : ServiceMetrics.SET_UNKNOWN);
            }
        }
        noteLeftOut();
    }

    /** For what is not marked as asked about: it is gone, or has changed meanwhile, or is a stranger's. */
    private boolean wasCandidate(HostOffer offer) {
        if (candidateSet == null) {
            candidateSet = new HashSet<>(candidates());
        }
        return candidateSet.contains(offer);
    }

    /** Goes on without the answer of a set that failed: in native order, or not at all where nothing may be placed without it. */
    void matchWithout(OfferSet set) {
        unanswered(set).ifPresentOrElse(this::leaveOut, this::matchNative);
    }

    /** Why nothing may be placed without the answer of this set; empty if something may. */
    Optional<Objection> unanswered(OfferSet set) {
        try {
            return set.unanswered(group.key, group.filter.request());
        } catch (Exception | Error broken) {
            Faults.rethrowIfFatal(broken);
            parts.metrics().count(ServiceMetrics.SET_FAILURES);
            return Optional.empty();
        }
    }

    private void leaveOut(Objection objection) {
        if (next < tasks.size()) {
            noteUnseen(held -> reasons.leftOut(objection));
        }
    }

    /** Tries what is left in native order. */
    void matchNative() {
        for (HeldOffer held : parts.book().inNativeOrder()) {
            if (next == tasks.size()) {
                return;
            }
            if (held.seenBy != number) {
                consider(held);
            }
        }
    }

    /** What the set did not name although it is held would otherwise be hidden from whoever asks why a task waits. */
    void noteLeftOut() {
        if (next == tasks.size()) {
            return;
        }
        if (looked == parts.book().size()) {
            return;
        }
        group.forgetHopeless(now);
        Map<OfferId, Objection> objections = objections();
        noteUnseen(held -> noteLeftOut(held.offer, objections.get(held.offer.id())));
    }

    /** @param left takes those that would have fitted */
    private void noteUnseen(Consumer<HeldOffer> left) {
        int leftOut = 0;
        for (HeldOffer held : parts.book().all()) {
            if (held.seenBy != number) {
                int verdict = verdict(held);
                if (verdict == Verdict.FITS) {
                    leftOut++;
                    left.accept(held);
                } else {
                    reasons.add(verdict);
                }
                looked++;
            }
        }
        parts.metrics().count(ServiceMetrics.SET_LEFT_OUT, leftOut);
    }

    private void noteLeftOut(HostOffer offer, @Nullable Objection objection) {
        if (objection == null) {
            reasons.add(Verdict.of(Reason.LEFT_OUT));
        } else {
            reasons.leftOut(objection);
        }
        if (objection == null ? wasEmptiedForUs(offer) : objection.hopeless()) {
            group.hopelessOn(offer.agent(), now);
        } else if (objection != null) {
            group.hopefulOn(offer.agent());
        }
    }

    /** Somebody was evicted there for the group, and still it is left out: it would be so the next time. */
    private boolean wasEmptiedForUs(HostOffer offer) {
        return group.key.equals(parts.reservations().keptFor(offer.agent()));
    }

    /** What the set has to say to it, which is a stranger's word too. */
    private Map<OfferId, Objection> objections() {
        try {
            return Map.copyOf(parts.book().set().objections(number));
        } catch (Exception | Error broken) {
            Faults.rethrowIfFatal(broken);
            parts.metrics().count(ServiceMetrics.SET_FAILURES);
            return Map.of();
        }
    }

    private void consider(HeldOffer held) {
        if (held.seenBy == number) {
            parts.metrics().count(ServiceMetrics.SET_REPEATED);
            return;
        }
        held.seenBy = number;
        looked++;
        int verdict = verdict(held);
        if (verdict == Verdict.FITS) {
            fill(held);
        } else {
            reasons.add(verdict);
        }
    }

    /** Gives the offer to as many tasks as may share it. */
    private void fill(HeldOffer held) {
        Assigner.Choice choice = begin(held);
        do {
            choose(choice, tasks.get(next++));
        } while (next < tasks.size()
                && choice.size() < parts.settings().maxTasksPerOffer()
                && group.filter.check(choice.rest(), counts, date) == Verdict.FITS);
    }

    private Assigner.Choice begin(HeldOffer held) {
        Assigner.Choice choice = new Assigner.Choice(held);
        choices.add(choice);
        return choice;
    }

    private void choose(Assigner.Choice choice, Task task) {
        parts.assigner().choose(choice, task, group.carver, parts.settings().maxTasksPerOffer() > 1);
        parts.reservations().used(choice.held.offer.agent(), group.key);
        placed++;
    }

    /** Whether a task of the group may be placed on an offer now; what lasts is remembered. */
    @SuppressWarnings("ReferenceEquality") // a filter stands for all that are like it
    private int verdict(HeldOffer held) {
        if (parts.reservations().keptFromUs(held.offer, group.key)) {
            return Verdict.of(Reason.RESERVED_BY_PREEMPTION);
        }
        if (parts.affinity().keeps(held.offer)) {
            return Verdict.of(Reason.RESERVED_BY_UPDATE);
        }
        int known = parts.bans().verdict(held, group, now);
        if (known != Verdict.FITS) {
            parts.metrics().staticBanHits++;
            return known;
        }
        parts.metrics().vetoEvaluatedOffers++;
        if (held.fits == like) {
            return Verdict.FITS;
        }
        int verdict = group.filter.check(held.offer, counts, date);
        if (verdict == Verdict.FITS) {
            held.fits = group.filter.limited().isEmpty()
                            && held.offer.unavailability().isEmpty()
                    ? like
                    : null;
        } else {
            group.nearestFit.vetoed(held.offer, verdict, now);
            if (Verdict.isStatic(verdict)) {
                parts.bans().ban(held, group, verdict, now);
            }
        }
        return verdict;
    }

    /**
     * Sends all that was chosen; what the set wants to be asked about is only kept, to be bound. The first failure ends the attempt: what was chosen after it waits again. Only then is told
     * what was lost, as whoever hears of it may kill what was still to be sent.
     */
    void launch() {
        boolean binds = !choices.isEmpty() && binds(parts.book().set());
        while (!choices.isEmpty()) {
            Assigner.Choice choice = choices.removeFirst();
            if (binds && !choice.wanted().isEmpty()) {
                parts.assigner().lend(choice);
                unbound.add(choice);
                continue;
            }
            send(choice, choice.size());
        }
    }

    private boolean binds(OfferSet set) {
        return set.waits() && set.binds(group.key, request());
    }

    private Assigner.Sent send(Assigner.Choice choice, int size) {
        Assigner.Sent sent = parts.assigner().launch(choice, this::broke);
        switch (sent) {
            case ALL -> {}
            case NOTHING -> placed -= size;
            case FAILED -> {
                failed = true;
                placed -= size;
                putBackChosen();
                parts.assigner().lose(choice);
            }
        }
        return sent;
    }

    /** What is to be bound; whoever takes it over tells what becomes of it by {@link #bound}. */
    List<Assigner.Choice> takeUnbound() {
        List<Assigner.Choice> taken = List.copyOf(unbound);
        unbound.clear();
        return taken;
    }

    boolean hasUnbound() {
        return !unbound.isEmpty();
    }

    /** The set has said what may start on an offer. First all is settled with the master, and then told. */
    void bound(Assigner.Choice choice, Map<TaskId, Objection> refused) {
        List<Task> back = new ArrayList<>();
        List<Task> unwanted = choice.unwanted();
        boolean ours = parts.assigner().takeBack(choice);
        if (!ours) {
            parts.metrics().count(ServiceMetrics.ACCEPT_RACES);
        }
        for (Task task : choice.wanted()) {
            Objection objection = refused.get(task.id);
            if (objection != null) {
                notBound(objection);
            }
            if (objection != null || !ours) {
                back.add(task);
                choice.drop(task);
            }
        }
        placed -= back.size();
        if (ours && send(choice, choice.size()) == Assigner.Sent.NOTHING) {
            parts.assigner().giveBack(choice);
        }
        parts.assigner().putBack(back);
        parts.assigner().endUnsent(unwanted);
    }

    private void notBound(Objection objection) {
        parts.metrics().count(ServiceMetrics.SET_NOT_BOUND);
        reasons.notBound(objection);
        group.reasons = reasons;
        group.looked = Math.max(1, looked);
    }

    /** Lets all that was chosen and not sent wait again. */
    void putBack() {
        while (!unbound.isEmpty()) {
            Assigner.Choice choice = unbound.removeLast();
            placed -= choice.size();
            if (parts.assigner().takeBack(choice)) {
                parts.assigner().giveBack(choice);
            }
            parts.assigner().putBack(choice);
        }
        putBackChosen();
    }

    private void putBackChosen() {
        while (!choices.isEmpty()) {
            Assigner.Choice choice = choices.removeLast();
            placed -= choice.size();
            parts.assigner().putBack(choice);
        }
    }

    /** It ended by an exception. */
    void broke(Throwable cause) {
        group.breakage = Troubles.text(cause);
        parts.troubles().attemptBroke(group.key, cause);
    }

    /** Leaves behind what it found out, for whoever asks why tasks wait. */
    void conclude() {
        if (!failed) {
            group.breakage = "";
        }
        if (next < tasks.size()) {
            group.reasons = reasons;
            group.looked = looked;
        }
    }

    boolean failed() {
        return failed;
    }

    int placed() {
        return placed;
    }

    /** Whether tasks are left that no offer was found for. */
    boolean leftBehind() {
        return next < tasks.size();
    }

    TaskGroup taskGroup() {
        return group;
    }

    @Override
    public long attempt() {
        return number;
    }

    @Override
    public TaskGroupKey group() {
        return group.key;
    }

    @Override
    public ResourceBundle request() {
        return group.filter.request();
    }

    @Override
    public int tasks() {
        return tasks.size();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a filter stands for all that are like it
    public List<HostOffer> candidates() {
        if (candidates == null) {
            List<HostOffer> found = new ArrayList<>(parts.book().size());
            boolean nothingKept =
                    parts.reservations().isEmpty() && parts.affinity().isEmpty();
            int known = 0;
            for (HeldOffer held : parts.book().inNativeOrder()) {
                // Most are known to fit from attempts before, which is seen at a glance.
                boolean fits = nothingKept && held.fits == like && held.bans() == 0;
                known += fits ? 1 : 0;
                if (fits || verdict(held) == Verdict.FITS) {
                    held.askedBy = number;
                    found.add(held.offer);
                }
            }
            parts.metrics().vetoEvaluatedOffers += known;
            candidates = List.copyOf(found);
        }
        return candidates;
    }
}
